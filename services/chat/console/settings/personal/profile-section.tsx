import { Button } from '@oficina/web/button.tsx'
import { Combobox, type ComboOption } from '@oficina/web/combobox.tsx'
import { Field } from '@oficina/web/field.tsx'
import { formatDate } from '@oficina/web/formats.ts'
import { plain } from '@oficina/web/fuzzy.ts'
import { Skeleton } from '@oficina/web/notice.tsx'

import { Avatar } from '../../people/avatar.tsx'
import { api } from '../../session/api.ts'
import { ownUser, userSettings } from '../../state/own/own.ts'
import type { Person } from '../../state/people/people.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/personal.ts'
import { words as preferences } from '../../words/preferences.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin, isRealmOn } from '../controls/may.ts'
import { PictureUpload } from '../controls/picture-upload.tsx'
import { profileFields } from '../controls/profile-fields.ts'
import { ProfileValue } from '../controls/profile-value.tsx'
import { roleLabel } from '../controls/roles.ts'
import { TextSetting } from '../controls/text-setting.tsx'
import { SaveMark } from '../frame/save-mark.tsx'
import { Section, Why } from '../frame/section.tsx'
import { useSaver } from '../frame/use-setting.ts'
import { saveSetting } from './save-settings.ts'

const MAX_NAME = 100

/** Who a person is to others. */
export function ProfileSection() {
  const me = ownUser.value
  if (me === undefined) return <Skeleton lines={8} />
  const isNameFixed = isRealmOn('name_changes_disabled') && !isAdmin()
  return (
    <>
      <Section title={words('you')}>
        <div class="profile-you">
          <Picture me={me} />
          <div class="profile-facts">
            <TextSetting
              label={words('name')}
              value={me.full_name}
              maxLength={MAX_NAME}
              isDisabled={isNameFixed}
              save={(name) => saveSetting('full_name', name)}
            />
            {isNameFixed && <Why>{shared('notAllowed')}</Why>}
            <dl class="facts">
              <dt>{words('role')}</dt>
              <dd>{roleLabel(me.role)}</dd>
              <dt>{words('joined')}</dt>
              <dd>{formatDate(me.date_joined)}</dd>
            </dl>
            <TimeZone />
          </div>
        </div>
      </Section>
      <Fields me={me} />
    </>
  )
}

function Fields({ me }: { readonly me: Person }) {
  const fields = profileFields()
  if (fields.length === 0) return null
  return (
    <Section title={words('about')}>
      {fields.map((field) => (
        <div key={field.id}>
          <ProfileValue
            field={field}
            value={me.profile_data?.[String(field.id)]?.value ?? ''}
            isDisabled={!field.editable_by_user && !isAdmin()}
            save={(value) =>
              value === null
                ? api('DELETE', '/users/me/profile_data', { data: [field.id] })
                : api('PATCH', '/users/me/profile_data', { data: [{ id: field.id, value }] })
            }
          />
          {!field.editable_by_user && !isAdmin() && <Why>{shared('onlyAdmins')}</Why>}
        </div>
      ))}
    </Section>
  )
}

function Picture({ me }: { readonly me: Person }) {
  const saver = useSaver()
  const isFixed = isRealmOn('avatar_changes_disabled') && !isAdmin()
  const isOwn = me.avatar_url?.startsWith('/user_avatars/') === true
  const maxMib = realm.value?.['max_avatar_file_size_mib'] ?? 0
  return (
    <div class="profile-picture">
      <Avatar of={me} class="profile-avatar" />
      {isFixed && <Why>{shared('notAllowed')}</Why>}
      {!isFixed && (
        <div class="profile-picture-actions">
          <PictureUpload
            label={words('uploadPicture')}
            path="/users/me/avatar"
            maxMib={maxMib}
            tooLarge={words('pictureTooLarge', { count: maxMib })}
          />
          {isOwn && (
            <Button
              kind="quiet"
              onClick={() => void saver.save(() => api('DELETE', '/users/me/avatar'))}
            >
              {words('removePicture')}
            </Button>
          )}
          <SaveMark state={saver.state} />
        </div>
      )}
    </div>
  )
}

// The whole list has 400 names.
const MAX_ZONES = 30

function TimeZone() {
  const saver = useSaver()
  const present = userSettings.value?.timezone ?? ''
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = (zone: string): void => void saver.save(() => saveSetting('timezone', zone))
  return (
    <div class="setting-line">
      <Field label={preferences('timeZone')} help={preferences('timeZoneHelp')}>
        {(ids) => (
          <Combobox<string>
            ids={ids}
            shown={zoneLabel(present)}
            placeholder={zoneLabel(here)}
            search={(typed) => Promise.resolve(zones(typed))}
            onChoose={({ value }) => save(value)}
          />
        )}
      </Field>
      <SaveMark state={saver.state} />
      {present !== here && (
        <Button kind="quiet" onClick={() => save(here)}>
          {preferences('timeZoneBrowser', { zone: zoneLabel(here) })}
        </Button>
      )}
    </div>
  )
}

function zones(typed: string): readonly ComboOption<string>[] {
  const wanted = plain(typed)
  return Intl.supportedValuesOf('timeZone')
    .map((value) => ({ value, label: zoneLabel(value) }))
    .filter(({ label }) => plain(label).includes(wanted))
    .slice(0, MAX_ZONES)
}

function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ')
}

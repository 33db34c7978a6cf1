import { Combobox } from '@oficina/web/combobox.tsx'

import { channels } from '../../state/conversations/channels.ts'
import { ownUser } from '../../state/own/own.ts'
import { groups } from '../../state/people/groups.ts'
import { words } from '../../words/invitations.ts'
import { Choice } from '../controls/choice-setting.tsx'
import { findChannels, findGroups, type Holder } from '../controls/find-holders.ts'
import { Held } from '../controls/group-setting-picker.tsx'
import { isAdmin } from '../controls/may.ts'
import { ROLE, rolesGivenBy } from '../controls/roles.ts'
import { Switch } from '../controls/switch-setting.tsx'
import { durationLabel } from '../controls/time-limit.tsx'
import { defaultChannelIds } from '../organization/default-channels-section.tsx'

/** What an invitation gives to those who accept it. */
export interface Terms {
  readonly role: number
  /** Minutes; null: for ever. */
  readonly minutes: number | null
  readonly hasDefaults: boolean
  readonly channelIds: readonly number[]
  readonly groupIds: readonly number[]
  /** Whether who invites is told. */
  readonly isTold: boolean
}

const MINUTE_S = 60
const DAY = 1440

export const NEW_TERMS: Terms = {
  role: ROLE.member,
  minutes: 10 * DAY,
  hasDefaults: true,
  channelIds: [],
  groupIds: [],
  isTold: true,
}

export function termsFields(terms: Terms): Readonly<Record<string, unknown>> {
  return {
    invite_as: terms.role,
    invite_expires_in_minutes: terms.minutes,
    include_realm_default_subscriptions: terms.hasDefaults,
    stream_ids: terms.channelIds,
    group_ids: terms.groupIds,
  }
}

const OFFERED: readonly number[] = [DAY, 3 * DAY, 10 * DAY, 30 * DAY, 90 * DAY]

export interface InviteTermsProps {
  readonly terms: Terms
  readonly way: 'mail' | 'link'
  readonly onChange: (terms: Terms) => void
}

export function InviteTerms({ terms, way, onChange }: InviteTermsProps) {
  const roles = rolesGivenBy(ownUser.value?.role ?? ROLE.member).filter(
    ({ value }) => isAdmin() || value >= ROLE.member,
  )
  return (
    <>
      <div class="settings-columns">
        <Choice
          label={words('role')}
          value={terms.role}
          options={roles}
          onChange={(role) => onChange({ ...terms, role })}
        />
        <Choice<number | null>
          label={words('expires')}
          value={terms.minutes}
          options={[
            ...OFFERED.map((value) => ({ value, label: durationLabel(value * MINUTE_S) })),
            { value: null, label: words('never') },
          ]}
          onChange={(minutes) => onChange({ ...terms, minutes })}
        />
      </div>
      <Places terms={terms} onChange={onChange} />
      {way === 'mail' && (
        <Switch
          label={words('notify')}
          isOn={terms.isTold}
          onChange={(isTold) => onChange({ ...terms, isTold })}
        />
      )}
    </>
  )
}

function Places({ terms, onChange }: Omit<InviteTermsProps, 'way'>) {
  const { channelIds, groupIds } = terms
  return (
    <>
      <fieldset class="settings-fieldset">
        <legend>{words('channels')}</legend>
        <Switch
          label={words('defaultChannels', { count: defaultChannelIds().length })}
          isOn={terms.hasDefaults}
          onChange={(hasDefaults) => onChange({ ...terms, hasDefaults })}
        />
        <div class="pills">
          {channelIds.map((id) => (
            <Held
              key={id}
              label={`#${channels.get(id)?.name ?? ''}`}
              onRemove={() =>
                onChange({ ...terms, channelIds: channelIds.filter((one) => one !== id) })
              }
            />
          ))}
          <Combobox<Holder>
            label={words('moreChannels')}
            placeholder={words('moreChannels')}
            shown=""
            search={async (typed) => findChannels(typed, new Set(channelIds))}
            onChoose={({ value }) => onChange({ ...terms, channelIds: [...channelIds, value.id] })}
          />
        </div>
      </fieldset>
      <fieldset class="settings-fieldset">
        <legend>{words('groups')}</legend>
        <div class="pills">
          {groupIds.map((id) => (
            <Held
              key={id}
              label={groups.get(id)?.name ?? ''}
              onRemove={() =>
                onChange({ ...terms, groupIds: groupIds.filter((one) => one !== id) })
              }
            />
          ))}
          <Combobox<Holder>
            label={words('addGroup')}
            placeholder={words('addGroup')}
            shown=""
            search={async (typed) =>
              findGroups(
                typed,
                ({ id, is_system_group: isSystem }) => !isSystem && !groupIds.includes(id),
              )
            }
            onChoose={({ value }) => onChange({ ...terms, groupIds: [...groupIds, value.id] })}
          />
        </div>
      </fieldset>
    </>
  )
}

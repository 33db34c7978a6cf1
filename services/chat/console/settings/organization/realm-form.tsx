import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/organization.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin, isOwner } from '../controls/may.ts'
import type { RealmGroup } from '../declared/realm-settings.ts'
import { Section, Why } from '../frame/section.tsx'
import { useSaver } from '../frame/use-setting.ts'
import { useUnsavedGuard } from '../frame/use-unsaved-guard.ts'
import { RealmField } from './realm-field.tsx'
import { changedNames, realmPatch, type RealmEdits } from './realm-values.ts'

export interface RealmFormProps {
  readonly group: RealmGroup
  /** After settings, by their names: such as a button that belongs to one. */
  readonly after?: Readonly<Record<string, ComponentChildren>>
}

/** Settings of the organization that are saved together. What another changes meanwhile shows where one has not typed. */
export function RealmForm({ group, after }: RealmFormProps) {
  const [edits, setEdits] = useState<RealmEdits>({})
  const saver = useSaver()
  const present = (name: string): unknown => realm.value?.[`realm_${name}`]
  const changed = changedNames(group.settings, present, edits)
  const isDirty = changed.length > 0
  useUnsavedGuard(isDirty)
  const save = async (): Promise<void> => {
    const patch = realmPatch(group.settings, changed, edits)
    if (await saver.save(() => api('PATCH', '/realm', patch))) setEdits({})
  }
  const valueOf = (name: string): unknown =>
    Object.hasOwn(edits, name) ? edits[name] : present(name)
  const mayChange = isAdmin()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty) void save()
      }}
    >
      <Section
        title={words(group.title)}
        help={group.help === undefined ? undefined : words(group.help)}
        state={saver.state}
        actions={
          isDirty && (
            <>
              <Button onClick={() => setEdits({})}>{shared('discard')}</Button>
              <Button type="submit" kind="primary" isBusy={saver.state.kind === 'saving'}>
                {shared('save')}
              </Button>
            </>
          )
        }
      >
        {!mayChange && <Why>{shared('onlyAdmins')}</Why>}
        {group.settings
          .filter(({ only, onlyFor = true }) => only === undefined || valueOf(only) === onlyFor)
          .map((setting) => {
            const isOwners = setting.isOwners === true && !isOwner()
            return (
              <div key={setting.name} class="setting-line">
                <RealmField
                  setting={setting}
                  value={valueOf(setting.name)}
                  isDisabled={!mayChange || isOwners}
                  onChange={(value) => setEdits({ ...edits, [setting.name]: value })}
                />
                {mayChange && isOwners && <Why>{shared('onlyOwners')}</Why>}
                {after?.[setting.name]}
              </div>
            )
          })}
      </Section>
    </form>
  )
}

import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'

import { words as shared } from '../../words/settings.ts'
import { Section } from '../frame/section.tsx'
import { useSaver } from '../frame/use-setting.ts'
import { useUnsavedGuard } from '../frame/use-unsaved-guard.ts'
import { GroupSettingPicker } from './group-setting-picker.tsx'
import { sameValue, type GroupSettingValue } from './group-setting-value.ts'
import { ruleOf } from './permission-rules.ts'

interface FormPermission {
  readonly name: string
  readonly label: string
  readonly isDisabled: boolean
}

export interface PermissionFormProps {
  readonly title: string
  readonly help?: string | undefined
  readonly of: 'stream' | 'group'
  readonly permissions: readonly FormPermission[]
  readonly values: Readonly<Record<string, unknown>>
  /** Sends `{ new, old }` by name. */
  readonly save: (changes: Readonly<Record<string, unknown>>) => Promise<unknown>
}

type Edits = Readonly<Record<string, GroupSettingValue>>

/** Permissions of a channel or a group, saved together. */
export function PermissionForm(props: PermissionFormProps) {
  const { title, help, of, permissions, values, save } = props
  const [edits, setEdits] = useState<Edits>({})
  const saver = useSaver()
  // Settings of groups have one of two forms.
  const present = (name: string): GroupSettingValue => (values[name] ?? 0) as GroupSettingValue
  const changed = Object.entries(edits).filter(([name, value]) => !sameValue(value, present(name)))
  const isDirty = changed.length > 0
  useUnsavedGuard(isDirty)
  const send = async (): Promise<void> => {
    const changes = changed.map(([name, value]) => [name, { new: value, old: present(name) }])
    if (await saver.save(() => save(Object.fromEntries(changes)))) setEdits({})
  }
  return (
    <Section
      title={title}
      help={help}
      state={saver.state}
      actions={
        isDirty && (
          <>
            <Button onClick={() => setEdits({})}>{shared('discard')}</Button>
            <Button
              kind="primary"
              isBusy={saver.state.kind === 'saving'}
              onClick={() => void send()}
            >
              {shared('save')}
            </Button>
          </>
        )
      }
    >
      {permissions.map(({ name, label, isDisabled }) => (
        <div key={name} class="setting-line">
          <GroupSettingPicker
            label={label}
            value={edits[name] ?? present(name)}
            rule={ruleOf(of, name)}
            isDisabled={isDisabled}
            onChange={(value) => setEdits({ ...edits, [name]: value })}
          />
        </div>
      ))}
    </Section>
  )
}

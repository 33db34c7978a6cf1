import { Field } from '@oficina/web/field.tsx'

import { channels } from '../../state/conversations/channels.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/organization.ts'
import { ChannelChoice } from '../controls/channel-choice.tsx'
import { Choice, type ChoiceValue } from '../controls/choice-setting.tsx'
import { GroupSettingPicker } from '../controls/group-setting-picker.tsx'
import type { GroupSettingValue } from '../controls/group-setting-value.ts'
import { ruleOf } from '../controls/permission-rules.ts'
import { RetentionDays } from '../controls/retention-days.tsx'
import { Switch } from '../controls/switch-setting.tsx'
import { TimeLimit } from '../controls/time-limit.tsx'
import type { RealmSetting } from '../declared/realm-settings.ts'

export interface RealmFieldProps {
  readonly setting: RealmSetting
  readonly value: unknown
  readonly isDisabled: boolean
  readonly onChange: (value: unknown) => void
}

/** One setting of the organization. */
export function RealmField({ setting, value, isDisabled, onChange }: RealmFieldProps) {
  const label = words(setting.label)
  const help = setting.help === undefined ? undefined : words(setting.help)
  const shared = { label, help, isDisabled, onChange }
  switch (setting.kind) {
    case 'switch': {
      const isInverse = setting.isInverse === true
      return (
        <Switch
          {...shared}
          isOn={(value === true) !== isInverse}
          onChange={(isOn) => onChange(isOn !== isInverse)}
        />
      )
    }
    case 'choice':
      return (
        <Choice<ChoiceValue>
          {...shared}
          value={value as ChoiceValue}
          options={setting.options
            .filter(([one]) => one === value || isOffered(setting.offered, one))
            .map(([one, text]) => ({ value: one, label: words(text) }))}
        />
      )
    case 'permission':
      return (
        <GroupSettingPicker
          {...shared}
          value={(value ?? 0) as GroupSettingValue}
          rule={ruleOf('realm', setting.name)}
        />
      )
    case 'limit':
      return <TimeLimit {...shared} value={typeof value === 'number' ? value : null} />
    case 'retention':
      return <RetentionDays {...shared} value={typeof value === 'number' ? value : -1} />
    case 'channel':
      return (
        <ChannelChoice
          {...shared}
          value={typeof value === 'number' && channels.has(value) ? value : -1}
        />
      )
    case 'number':
    case 'text':
    case 'longText':
    case 'address':
      return (
        <TextField setting={setting} value={value} isDisabled={isDisabled} onChange={onChange} />
      )
  }
}

/** Whether the server has what this choice stands for. */
function isOffered(list: string | undefined, value: ChoiceValue): boolean {
  if (list === undefined) return true
  const offered = (realm.value?.[list] ?? {}) as Readonly<Record<string, { readonly id: unknown }>>
  return Object.values(offered).some(({ id }) => id === value)
}

function TextField({ setting, value, isDisabled, onChange }: RealmFieldProps) {
  const help = setting.help === undefined ? undefined : words(setting.help)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return (
    <Field label={words(setting.label)} help={help}>
      {({ id, describedBy }) => {
        const input = { class: 'input', id, 'aria-describedby': describedBy, disabled: isDisabled }
        if (setting.kind === 'longText') {
          return (
            <textarea
              {...input}
              rows={4}
              maxLength={setting.maxLength}
              value={text}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )
        }
        if (setting.kind === 'number') {
          return (
            <input
              {...input}
              type="number"
              min={setting.min}
              max={setting.max}
              value={text}
              onInput={(event) => {
                const number = event.currentTarget.valueAsNumber
                if (Number.isInteger(number)) onChange(number)
              }}
            />
          )
        }
        return (
          <input
            {...input}
            // Types of fields do not know that it may be either.
            type={(setting.kind === 'address' ? 'url' : 'text') as 'text'}
            maxLength={
              setting.kind === 'text' || setting.kind === 'address' ? setting.maxLength : undefined
            }
            value={text}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )
      }}
    </Field>
  )
}

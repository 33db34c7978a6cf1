import { Field } from '@oficina/web/field.tsx'

import { words } from '../../words/settings.ts'
import { SaveMark } from '../frame/save-mark.tsx'
import { useSaver } from '../frame/use-setting.ts'
import { ChoiceSetting } from './choice-setting.tsx'
import { PeopleChoice } from './people-choice.tsx'
import { choicesOf, FIELD_TYPE, type ProfileField } from './profile-fields.ts'
import { TextSetting } from './text-setting.tsx'

export interface ProfileValueProps {
  readonly field: ProfileField
  /** As the wire has it; empty where nothing is said. */
  readonly value: string
  readonly isDisabled?: boolean
  /** Null takes the value away. */
  readonly save: (value: string | readonly number[] | null) => Promise<unknown>
}

const LENGTHS: Readonly<Record<number, number>> = {
  [FIELD_TYPE.shortText]: 50,
  [FIELD_TYPE.longText]: 500,
  [FIELD_TYPE.externalAccount]: 50,
  [FIELD_TYPE.pronouns]: 50,
}

/** What a person says of themselves in one field, saved when it is left. */
export function ProfileValue({ field, value, isDisabled = false, save }: ProfileValueProps) {
  const { name, hint, type } = field
  const shared = {
    label: field.required ? `${name} *` : name,
    help: hint === '' ? undefined : hint,
    isDisabled,
  }
  if (type === FIELD_TYPE.users)
    return <ValueOfPeople field={field} value={value} isDisabled={isDisabled} save={save} />
  if (type === FIELD_TYPE.select) {
    const options = choicesOf(field).map(({ key, text }) => ({ value: key, label: text }))
    return (
      <ChoiceSetting
        {...shared}
        value={value}
        options={[{ value: '', label: '' }, ...options]}
        save={(chosen) => save(chosen === '' ? null : chosen)}
      />
    )
  }
  return (
    <TextSetting
      {...shared}
      value={value}
      isLong={type === FIELD_TYPE.longText}
      type={type === FIELD_TYPE.date ? 'date' : type === FIELD_TYPE.url ? 'url' : 'text'}
      maxLength={LENGTHS[type]}
      save={(typed) => save(typed === '' ? null : typed)}
    />
  )
}

function ValueOfPeople({ field, value, isDisabled = false, save }: ProfileValueProps) {
  const saver = useSaver()
  const chosen = idsIn(value)
  return (
    <div class="setting-line">
      <Field label={field.name} help={field.hint === '' ? undefined : field.hint}>
        {(ids) => (
          <PeopleChoice
            ids={ids}
            label={words('addHolder')}
            isPeopleOnly
            isDisabled={isDisabled}
            chosen={chosen}
            onChange={(next) => void saver.save(() => save(next.length === 0 ? null : next))}
          />
        )}
      </Field>
      <SaveMark state={saver.state} />
    </div>
  )
}

function idsIn(value: string): readonly number[] {
  try {
    const ids: unknown = JSON.parse(value)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

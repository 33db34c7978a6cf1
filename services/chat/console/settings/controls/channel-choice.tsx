import { Combobox, type ComboOption } from '@oficina/web/combobox.tsx'
import { Field } from '@oficina/web/field.tsx'
import { plain } from '@oficina/web/fuzzy.ts'

import { channels } from '../../state/conversations/channels.ts'
import { words } from '../../words/settings.ts'

export interface ChannelChoiceProps {
  readonly label: string
  readonly help?: string | undefined
  /** -1: none. */
  readonly value: number
  readonly isDisabled: boolean
  readonly onChange: (id: number) => void
}

const MAX_SHOWN = 20
const NONE = -1

/** One channel, or none. */
export function ChannelChoice({ label, help, value, isDisabled, onChange }: ChannelChoiceProps) {
  const name = channels.get(value)?.name
  const search = async (typed: string): Promise<readonly ComboOption<number>[]> => {
    const found = channels
      .values()
      .filter((one) => !one.is_archived && plain(one.name).includes(plain(typed)))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .slice(0, MAX_SHOWN)
      .map((one) => ({ value: one.stream_id, label: `#${one.name}` }))
    return [{ value: NONE, label: words('none') }, ...found]
  }
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <Combobox<number>
          ids={ids}
          shown={name === undefined ? words('none') : `#${name}`}
          isDisabled={isDisabled}
          search={search}
          onChoose={({ value: chosen }) => onChange(chosen)}
        />
      )}
    </Field>
  )
}

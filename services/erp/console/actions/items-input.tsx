import removeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import type { FieldIds } from '@oficina/web/field.tsx'

import { plainText } from '../values/plain-text.ts'
import { ReferencePicker } from '../values/reference-picker.tsx'
import { words } from '../words/actions.ts'
import type { ItemsInput as Items } from './action-description.ts'
import type { OwnRecord } from './own-record.ts'
import { plainColumn } from './plain-column.ts'

interface ItemsInputProps {
  readonly ids: FieldIds
  readonly label: string
  readonly items: Items
  /** The record that the ones to choose from may depend on. */
  readonly own: OwnRecord | undefined
  readonly onChange: (ids: readonly number[]) => void
}

interface Item {
  readonly id: number
  readonly text: string
}

/** Several records: a picker that adds one after another, and those that were chosen above it. */
export function ItemsInput({ ids, label, items: wanted, own, onChange }: ItemsInputProps) {
  const [items, setItems] = useState<readonly Item[]>([])
  const model = wanted.references
  const keep = (kept: readonly Item[]): void => {
    setItems(kept)
    onChange(kept.map(({ id }) => id))
  }
  return (
    <div class="items-input">
      {items.length > 0 && (
        <ul aria-label={label}>
          {items.map((item) => (
            <li key={item.id}>
              {item.text}
              <IconButton
                icon={removeIcon}
                label={words('removeItem', { name: item.text })}
                onClick={() => keep(items.filter((one) => one !== item))}
              />
            </li>
          ))}
        </ul>
      )}
      <ReferencePicker
        // A new one after each choice, so that it is empty again.
        key={items.length}
        ids={ids}
        model={model}
        column={plainColumn({ name: model, label, type: 'reference', references: model })}
        value={null}
        filter={filterOf(wanted, own)}
        onChange={(value, chosen) => {
          const id = Number(value)
          const isNew = value !== null && items.every((one) => one.id !== id)
          if (isNew) keep([...items, { id, text: chosen?.text ?? String(id) }])
        }}
      />
    </div>
  )
}

/** The query of a listing of what may be chosen; a field that the record does not have limits nothing. */
function filterOf({ filter }: Items, own: OwnRecord | undefined): string {
  const query = new URLSearchParams()
  for (const [name, wanted] of Object.entries(filter)) {
    const value = 'value' in wanted ? wanted.value : own?.record[wanted.field]
    if (value !== null && value !== undefined) query.set(name, plainText(value))
  }
  return query.toString()
}

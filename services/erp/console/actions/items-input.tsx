import removeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import type { FieldIds } from '@oficina/web/field.tsx'

import { ReferencePicker } from '../values/reference-picker.tsx'
import { words } from '../words/actions.ts'
import { plainColumn } from './plain-column.ts'

interface ItemsInputProps {
  readonly ids: FieldIds
  readonly label: string
  /** The model that the records are of. */
  readonly model: string
  readonly onChange: (ids: readonly number[]) => void
}

interface Item {
  readonly id: number
  readonly text: string
}

/** Several records: a picker that adds one after another, and those that were chosen above it. */
export function ItemsInput({ ids, label, model, onChange }: ItemsInputProps) {
  const [items, setItems] = useState<readonly Item[]>([])
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
        onChange={(value, chosen) => {
          const id = Number(value)
          const isNew = value !== null && items.every((one) => one.id !== id)
          if (isNew) keep([...items, { id, text: chosen?.text ?? String(id) }])
        }}
      />
    </div>
  )
}

import plusIcon from 'lucide-static/icons/plus.svg'
import removeIcon from 'lucide-static/icons/x.svg'
import type { ComponentChildren } from 'preact'
import { Button, IconButton } from '@oficina/web/button.tsx'

import { words } from '../words/data.ts'
import { valueAt, type DataPath } from './data-path.ts'
import type { Field } from './fields.ts'
import type { FormState } from './form-state.ts'

export interface ListItemsProps {
  readonly field: Field
  readonly path: DataPath
  readonly form: FormState
  /** The fields of the item at a path. */
  readonly children: (path: DataPath) => ComponentChildren
}

/** A list whose items hold lists or groups of their own: a card an item. */
export function ListItems({ field, path, form, children }: ListItemsProps) {
  const value = valueAt(form.data, path)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <>
      {items.map((_item, index) => (
        <fieldset key={index} class="list-item">
          <legend>{words('item', { number: index + 1 })}</legend>
          <IconButton
            class="list-item-remove"
            icon={removeIcon}
            label={words('removeItem', { number: index + 1, name: field.label })}
            onClick={() =>
              form.change(
                path,
                items.filter((_one, at) => at !== index),
              )
            }
          />
          {children([...path, index])}
        </fieldset>
      ))}
      <Button kind="quiet" icon={plusIcon} onClick={() => form.change(path, [...items, {}])}>
        {words('addItem')}
      </Button>
    </>
  )
}

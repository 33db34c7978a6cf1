import type { Signal } from '@preact/signals'

import type { ListHeadProps } from './inbox-list.tsx'

export interface ListFilterProps extends ListHeadProps {
  readonly label: string
  readonly typed: Signal<string>
}

/** The field that filters a list of conversations; ArrowDown leads into the list. */
export function ListFilter({ field, onDown, label, typed }: ListFilterProps) {
  return (
    <input
      ref={field}
      class="input"
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed.value}
      onInput={(event) => {
        typed.value = event.currentTarget.value
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        onDown()
      }}
    />
  )
}

import { words } from '../../words/settings.ts'

/** Narrows a list as one types. */
export function Filter({
  value,
  onType,
  label,
}: {
  readonly value: string
  readonly onType: (value: string) => void
  readonly label?: string
}) {
  return (
    <input
      type="search"
      class="input settings-filter"
      aria-label={label ?? words('search')}
      placeholder={label ?? words('search')}
      value={value}
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onType('')
      }}
    />
  )
}

import searchIcon from 'lucide-static/icons/search.svg'
import { Icon } from '@oficina/web/icon.tsx'
import { changeQuery } from '@oficina/web/router.ts'

export interface SearchBoxProps {
  readonly label: string
  readonly query: URLSearchParams
}

/** What is searched for, kept in the address as `q`; another search begins at the first page. */
export function SearchBox({ label, query }: SearchBoxProps) {
  return (
    <label class="search-field">
      <Icon svg={searchIcon} />
      <input
        class="input"
        type="search"
        value={query.get('q') ?? ''}
        aria-label={label}
        placeholder={label}
        onInput={({ currentTarget: { value } }) => {
          const next = new URLSearchParams(query)
          next.delete('page')
          if (value === '') next.delete('q')
          else next.set('q', value)
          changeQuery(next)
        }}
      />
    </label>
  )
}

import searchIcon from 'lucide-static/icons/search.svg'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '@oficina/web/icon.tsx'
import { addShortcuts } from '@oficina/web/shortcuts.ts'
import { useSoon } from '@oficina/web/use-soon.ts'

export interface SearchBoxProps {
  readonly label: string
  readonly searched: string
  readonly onSearch: (text: string) => void
}

/** Words that must occur in the records; `/` leads here from anywhere in the list. */
export function SearchBox({ label, searched, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(searched)
  const field = useRef<HTMLInputElement>(null)
  const searchSoon = useSoon((text: string) => onSearch(text.trim()))
  // Another address, such as that of a saved view, says otherwise.
  useEffect(() => setTyped(searched), [searched])
  useLayoutEffect(() => {
    return addShortcuts([{ keys: '/', label: () => label, run: () => field.current?.focus() }])
  }, [label])
  return (
    <span class="search-box">
      <Icon svg={searchIcon} />
      <input
        ref={field}
        type="search"
        class="input"
        aria-label={label}
        placeholder={label}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          searchSoon(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(event.currentTarget.value.trim())
        }}
      />
    </span>
  )
}

import searchIcon from 'lucide-static/icons/search.svg'
import closeIcon from 'lucide-static/icons/x.svg'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'

import { KeyHint } from '../keys/keys-shown.tsx'
import { useShortcut } from '../keys/use-shortcut.ts'
import type { NarrowTerm } from '../narrow/narrow.ts'
import { here } from '../sidebar/here.ts'
import { words } from '../words/search.ts'
import {
  activeSuggestion,
  closeSearch,
  isSearchOpen,
  openSearch,
  removePill,
  searchPills,
  searchProblem,
  searchTyped,
  shownSuggestions,
  submitSearch,
  takeSuggestion,
  typeSearch,
} from './search-state.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { operandText, termText } from './term-text.ts'

const LIST = 'search-suggestions'

/** Search in the bar: terms as pills, words, and suggestions below. */
export function SearchBar() {
  const root = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isOpen = isSearchOpen.value
  useShortcut('search', () => {
    field.current?.focus()
  })
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) !== true) closeSearch()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  useLayoutEffect(() => {
    // Whatever opened it, what is typed next goes there.
    if (isOpen) field.current?.focus()
    else if (document.activeElement === field.current) {
      field.current?.blur()
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [isOpen])
  return (
    <form
      ref={root}
      role="search"
      class={classes('find', isOpen && 'open')}
      onSubmit={(event) => {
        event.preventDefault()
        submitSearch()
      }}
    >
      <div
        class="find-field"
        onClick={() => {
          field.current?.focus()
        }}
      >
        <Icon svg={searchIcon} />
        <Pills />
        <Field field={field} />
        {!isOpen && <KeyHint id="search" />}
        {isOpen && <IconButton icon={closeIcon} label={words('close')} onClick={closeSearch} />}
      </div>
      {isOpen && <SuggestionList id={LIST} />}
    </form>
  )
}

function Field({ field }: { readonly field: { current: HTMLInputElement | null } }) {
  const isOpen = isSearchOpen.value
  const count = shownSuggestions.value.length
  const active = Math.min(activeSuggestion.value, count - 1)
  return (
    <input
      ref={field}
      role="combobox"
      autocomplete="off"
      spellcheck={false}
      enterkeyhint="search"
      aria-label={words('search')}
      aria-autocomplete="list"
      aria-expanded={isOpen && count > 0}
      aria-controls={LIST}
      aria-activedescendant={isOpen && active >= 0 ? `${LIST}-${active}` : undefined}
      aria-invalid={searchProblem.value !== undefined}
      placeholder={shownPills().length === 0 ? words('placeholder') : ''}
      value={isOpen ? searchTyped.value : closedText()}
      onFocus={openSearch}
      onInput={(event) => typeSearch(event.currentTarget.value)}
      onKeyDown={(event) => onKey(event, active, count)}
    />
  )
}

function onKey(event: KeyboardEvent, active: number, count: number): void {
  const { key } = event
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  const chosen = shownSuggestions.peek()[active]
  if (step !== undefined && count > 0) activeSuggestion.value = (active + step + count) % count
  else if (key === 'Escape') closeSearch()
  else if (key === 'Enter' && chosen !== undefined && !isEmptyAsk()) takeSuggestion(chosen)
  else if (key === 'Tab' && chosen !== undefined && searchTyped.peek() !== '') {
    takeSuggestion(chosen)
  } else if (key === 'Backspace' && searchTyped.peek() === '') {
    const last = searchPills.peek().at(-1)
    if (last === undefined) return
    removePill(last)
  } else return
  event.preventDefault()
}

/** Enter on an empty field that has nothing to look for chooses nothing unless somebody went to it. */
function isEmptyAsk(): boolean {
  const isEmpty = searchTyped.peek() === '' && searchPills.peek().length === 0
  return isEmpty && activeSuggestion.peek() === 0
}

function Pills() {
  const isOpen = isSearchOpen.value
  return (
    <>
      {shownPills().map((term, index) => (
        <span key={index} class={classes('find-pill', term.negated === true && 'negated')}>
          <span class="find-pill-operator">
            {term.negated === true ? '-' : ''}
            {term.operator}:
          </span>{' '}
          <span class="find-pill-operand">{operandText(term)}</span>
          {isOpen && (
            <IconButton
              icon={closeIcon}
              label={words('remove', { term: termText(term) })}
              onClick={() => removePill(term)}
            />
          )}
        </span>
      ))}
    </>
  )
}

/** Of a search that is shown the closed field says what was looked for; of a conversation its own title does. */
function shownPills(): readonly NarrowTerm[] {
  if (isSearchOpen.value) return searchPills.value
  return isSearch() ? (here.value.narrow ?? []).filter(({ operator }) => isPill(operator)) : []
}

function closedText(): string {
  const text = here.value.narrow?.find(({ operator }) => operator === 'search')
  return text === undefined ? '' : String(text.operand)
}

function isPill(operator: string): boolean {
  return operator !== 'search' && operator !== 'near' && operator !== 'with'
}

const CONVERSATION = new Set(['channel', 'topic', 'dm', 'near', 'with'])

function isSearch(): boolean {
  const { narrow = [] } = here.value
  const isKind = narrow.length === 1 && narrow[0]?.operator === 'is'
  return (
    !isKind &&
    narrow.some(({ operator, negated }) => negated === true || !CONVERSATION.has(operator))
  )
}

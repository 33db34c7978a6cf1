import clockIcon from 'lucide-static/icons/clock.svg'
import filterIcon from 'lucide-static/icons/list-filter.svg'
import topicIcon from 'lucide-static/icons/message-square.svg'
import searchIcon from 'lucide-static/icons/search.svg'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'

import type { Narrow } from '../narrow/narrow.ts'
import { Avatar } from '../people/avatar.tsx'
import { openOverlay } from '../shell/overlay.ts'
import { ChannelSign } from '../sidebar/marks.tsx'
import { person } from '../state/people/people.ts'
import { words } from '../words/search.ts'
import {
  activeSuggestion,
  closeSearch,
  forgetSearches,
  searchProblem,
  shownSuggestions,
  takeSuggestion,
} from './search-state.ts'
import { operatorText, type Suggestion } from './suggestions.ts'
import { operandText, termMeaning, termText } from './term-text.ts'

/** What can be chosen below the field of the search. */
export function SuggestionList({ id }: { readonly id: string }) {
  const list = useRef<HTMLDivElement>(null)
  const shown = shownSuggestions.value
  const active = Math.min(activeSuggestion.value, shown.length - 1)
  const hasRecent = shown.some(({ kind }) => kind === 'recent')
  useEffect(() => {
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div class="find-panel">
      {searchProblem.value !== undefined && (
        <p class="find-problem" role="alert">
          {words('unknown', { text: searchProblem.value })}
        </p>
      )}
      <div id={id} ref={list} role="listbox" class="find-list" aria-label={words('suggestions')}>
        {shown.map((one, index) => (
          <div
            key={index}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            class={classes('find-option', index === active && 'active')}
            onPointerMove={() => {
              activeSuggestion.value = index
            }}
            // The field keeps the cursor.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => takeSuggestion(one)}
          >
            <Shown suggestion={one} />
          </div>
        ))}
      </div>
      <div class="find-foot">
        <Button
          kind="quiet"
          onClick={() => {
            closeSearch()
            openOverlay('operators')
          }}
        >
          {words('allOperators')}
        </Button>
        {hasRecent && (
          <Button kind="quiet" onClick={forgetSearches}>
            {words('forget')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Shown({ suggestion }: { readonly suggestion: Suggestion }) {
  switch (suggestion.kind) {
    case 'search':
      return (
        <>
          <Icon svg={searchIcon} />
          <span>
            {suggestion.text === '' ? words('findNow') : words('find', { text: suggestion.text })}
          </span>
        </>
      )
    case 'recent':
      return (
        <>
          <Icon svg={clockIcon} />
          <span>{narrowText(suggestion.narrow)}</span>
        </>
      )
    case 'operator':
      return (
        <>
          <Icon svg={filterIcon} />
          <code class="find-operator">
            {suggestion.sign}
            {suggestion.operator.name}:
          </code>
          <small>{operatorText(suggestion.operator)}</small>
        </>
      )
    case 'term':
      return <Terms terms={suggestion.terms} />
  }
}

function Terms({ terms }: { readonly terms: Narrow }) {
  const last = terms.at(-1)
  if (last === undefined) return null
  const [first] = terms
  const meaning = termMeaning(last)
  const where = first === last || first === undefined ? '' : ` · #${operandText(first)}`
  return (
    <>
      <Picture terms={terms} />
      <span>{meaning + where}</span>
      <code class="find-written">{terms.map((term) => termText(term)).join(' ')}</code>
    </>
  )
}

function Picture({ terms }: { readonly terms: Narrow }) {
  const last = terms.at(-1)
  if (last?.operator === 'channel' && typeof last.operand === 'number') {
    return <ChannelSign channelId={last.operand} />
  }
  if (last?.operator === 'topic') return <Icon svg={topicIcon} />
  const id = Array.isArray(last?.operand) ? (last.operand as readonly number[])[0] : last?.operand
  if (typeof id === 'number' && last?.operator !== 'id' && last?.operator !== 'near') {
    return <Avatar of={person(id)} />
  }
  return <Icon svg={filterIcon} />
}

function narrowText(narrow: Narrow): string {
  return narrow
    .map((term) => (term.operator === 'search' ? String(term.operand) : termText(term)))
    .join(' ')
}

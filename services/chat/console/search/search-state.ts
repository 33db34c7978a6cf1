import { batch, computed, signal } from '@preact/signals'
import { navigate } from '@oficina/web/router.ts'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { narrowAddress, narrowOf } from '../narrow/narrow-address.ts'
import { termOf, type Narrow, type NarrowTerm } from '../narrow/narrow.ts'
import { here } from '../sidebar/here.ts'
import { loadTopics } from '../state/conversations/topics.ts'
import { ownId } from '../state/part.ts'
import { loadAllPeople } from '../state/people/people.ts'
import { findChannels, findPeople } from './find-names.ts'
import { lastPiece, searchWords, type SearchWord } from './search-words.ts'
import { suggestions, withTerm, type Suggestion } from './suggestions.ts'

const KEY = 'oficina.chat.searches'
const MAX_RECENT = 6

export const isSearchOpen = signal(false)
/** The terms that stand as pills. */
export const searchPills = signal<Narrow>([])
export const searchTyped = signal('')
/** Which suggestion Enter chooses. */
export const activeSuggestion = signal(0)
/** What was typed and means nothing. */
export const searchProblem = signal<string | undefined>(undefined)

const recentSearches = signal<readonly Narrow[]>([])

export const shownSuggestions = computed<readonly Suggestion[]>(() =>
  isSearchOpen.value ? suggestions(searchTyped.value, searchPills.value, recentSearches.value) : [],
)

/** Opens the field with the terms of where the person is. */
export function openSearch(): void {
  if (isSearchOpen.peek()) return
  const terms = here.peek().narrow ?? []
  const text = terms.find(isText)
  recentSearches.value = storedSearches()
  batch(() => {
    searchPills.value = terms.filter((one) => !isText(one) && !isPlace(one))
    searchTyped.value = text === undefined ? '' : `${String(text.operand)} `
    activeSuggestion.value = 0
    searchProblem.value = undefined
    isSearchOpen.value = true
  })
  // Until they come, those who are known are suggested.
  void loadAllPeople().catch(() => undefined)
  loadPillTopics()
}

/** Opens the field with something typed and nothing else. */
export function searchWith(typed: string): void {
  openSearch()
  searchPills.value = []
  typeSearch(typed)
}

export function closeSearch(): void {
  isSearchOpen.value = false
}

export function typeSearch(typed: string): void {
  batch(() => {
    searchTyped.value = typed
    activeSuggestion.value = 0
    searchProblem.value = undefined
  })
}

export function removePill(term: NarrowTerm): void {
  searchPills.value = searchPills.peek().filter((one) => one !== term)
}

/** Takes a suggestion; what is complete is gone to. */
export function takeSuggestion(chosen: Suggestion): void {
  const { before } = lastPiece(searchTyped.peek())
  switch (chosen.kind) {
    case 'search':
      submitSearch()
      return
    case 'recent':
      goTo(chosen.narrow)
      return
    case 'operator':
      typeSearch(`${before}${chosen.sign}${chosen.operator.name}:`)
      return
    case 'term':
      batch(() => {
        searchPills.value = chosen.terms.reduce(withTerm, searchPills.peek())
        typeSearch(isOnlyName(chosen) ? '' : before)
      })
      loadPillTopics()
  }
}

/** A name that was found by all that was typed takes the place of all of it. */
function isOnlyName({ terms }: { readonly terms: Narrow }): boolean {
  const { before, piece } = lastPiece(searchTyped.peek())
  return (
    before.trim() !== '' &&
    !piece.includes(':') &&
    terms.every(({ operator }) => operator !== 'is' && operator !== 'has')
  )
}

/** Goes to what the pills and the typed text say. */
export function submitSearch(): void {
  let terms = searchPills.peek()
  for (const word of searchWords(searchTyped.peek())) {
    const term = termOfWord(word)
    if (typeof term === 'string') {
      searchProblem.value = term
      return
    }
    terms = withTerm(terms, term)
  }
  if (terms.length === 0) closeSearch()
  else goTo(terms)
}

export function forgetSearches(): void {
  writeStored(storedUnder(), undefined)
  recentSearches.value = []
}

function goTo(narrow: Narrow): void {
  closeSearch()
  keep(narrow)
  void navigate(narrowAddress(narrow))
}

/** @returns what means nothing, where no channel or nobody has the name */
function termOfWord(word: SearchWord): NarrowTerm | string {
  if (word.kind === 'text') return { operator: 'search', operand: word.text }
  const { operator, operand: text, isNegated } = word
  const operand = operandOf(word)
  if (operand === undefined) return `${operator.name}:${text}`
  return isNegated
    ? { operator: operator.name, operand, negated: true }
    : { operator: operator.name, operand }
}

function operandOf({
  operator: { name, kind, choices = [] },
  operand,
}: Extract<SearchWord, { readonly kind: 'term' }>): NarrowTerm['operand'] | undefined {
  if (kind === 'channel') return findChannels(operand, 1)[0]?.stream_id
  if (kind === 'number') return /^\d{1,10}$/.test(operand) ? Number(operand) : undefined
  if (kind === 'choice') return choices.includes(operand) ? operand : undefined
  if (kind === 'topic') return operand
  const ids = operand.split(',').map((one) => findPeople(one, 1)[0]?.user_id)
  const known = ids.filter((id) => id !== undefined)
  if (known.length < ids.length) return undefined
  return name === 'sender' ? known[0] : known
}

function isText({ operator }: NarrowTerm): boolean {
  return operator === 'search'
}

/** Where the list begins, which is no condition. */
function isPlace({ operator }: NarrowTerm): boolean {
  return operator === 'near' || operator === 'with'
}

function loadPillTopics(): void {
  const channelId = termOf(searchPills.peek(), 'channel')?.operand
  if (typeof channelId === 'number') void loadTopics(channelId).catch(() => undefined)
}

function keep(narrow: Narrow): void {
  const address = narrowAddress(narrow)
  const others = storedAddresses().filter((one) => one !== address)
  writeStored(storedUnder(), JSON.stringify([address, ...others].slice(0, MAX_RECENT)))
}

function storedSearches(): readonly Narrow[] {
  return storedAddresses().flatMap((address) => {
    const narrow = narrowOf(address)
    return narrow === undefined || narrow.length === 0 ? [] : [narrow]
  })
}

function storedAddresses(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(storedUnder()) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

function storedUnder(): string {
  return `${KEY}.${ownId()}`
}

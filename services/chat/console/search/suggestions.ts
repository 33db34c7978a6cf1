import { plain } from '@oficina/web/fuzzy.ts'

import { termOf, type Narrow, type NarrowTerm } from '../narrow/narrow.ts'
import { operatorWords } from '../words/search.ts'
import { findChannels, findPeople, findTopics } from './find-names.ts'
import { OPERATORS, operatorOf, type OperatorDeclaration } from './operators.ts'
import { lastPiece } from './search-words.ts'
import { choiceText } from './term-text.ts'

/** Something to choose below the field. */
export type Suggestion =
  /** Looks for what is typed. */
  | { readonly kind: 'search'; readonly text: string }
  /** Becomes a pill in the place of the last piece. */
  | { readonly kind: 'term'; readonly terms: Narrow }
  /** Goes on with what stands after its colon. */
  | {
      readonly kind: 'operator'
      readonly operator: OperatorDeclaration
      readonly sign: Sign
    }
  | { readonly kind: 'recent'; readonly narrow: Narrow }

/** A hyphen leaves out what would be found. */
type Sign = '' | '-'

const MAX_OPERANDS = 8
const MAX_OF_KIND = 3

/** What may be meant by what was typed, beside the terms that stand already. */
export function suggestions(
  typed: string,
  pills: Narrow,
  recent: readonly Narrow[],
): readonly Suggestion[] {
  const { piece } = lastPiece(typed)
  if (typed.trim() === '') return forNothing(pills, recent)
  if (piece === '') return [{ kind: 'search', text: typed.trim() }, ...operators('', '', pills)]
  const operand = /^(-?)([\w-]+):"?(.*?)"?$/s.exec(piece)
  const operator = operatorOf(operand?.[2] ?? '')
  if (operator !== undefined) {
    const sign = operand?.[1] === '-' && operator.isNeverNegated !== true ? '-' : ''
    const written = (operand?.[3] ?? '').replaceAll('+', ' ')
    return operands(operator, written, pills).map((term) => asSuggestion(term, sign))
  }
  const sign = piece.startsWith('-') && piece.length > 1 ? '-' : ''
  const wanted = piece.slice(sign.length)
  return [
    { kind: 'search', text: typed.trim() },
    ...operators(wanted, sign, pills),
    ...choices(wanted).map((term) => asSuggestion(term, sign)),
    ...names(typed.trim(), pills),
  ]
}

/** The terms with another one: people are added to a direct conversation, and a channel or topic takes the place of one. */
export function withTerm(pills: Narrow, added: NarrowTerm): Narrow {
  if (added.negated === true) return [...pills, added]
  const same = termOf(pills, added.operator)
  if (added.operator === 'dm' && same !== undefined) {
    const ids = new Set([...idsOf(same), ...idsOf(added)])
    return [...pills.filter((one) => one !== same), { operator: 'dm', operand: [...ids] }]
  }
  const isOnly =
    added.operator === 'channel' || added.operator === 'topic' || added.operator === 'near'
  return [...pills.filter((one) => !(isOnly && one === same)), added]
}

function idsOf({ operand }: NarrowTerm): readonly number[] {
  return Array.isArray(operand) ? (operand as readonly number[]) : []
}

function asSuggestion(term: NarrowTerm, sign: Sign): Suggestion {
  return { kind: 'term', terms: [sign === '-' ? { ...term, negated: true } : term] }
}

function forNothing(pills: Narrow, recent: readonly Narrow[]): readonly Suggestion[] {
  if (pills.length > 0) {
    return [{ kind: 'search', text: '' }, ...operators('', '', pills)]
  }
  return [
    ...recent.map((narrow): Suggestion => ({ kind: 'recent', narrow })),
    ...operators('', '', pills),
  ]
}

/** Those that make sense beside what stands already, and whose name or purpose begins with what is typed. */
function operators(wanted: string, sign: Sign, pills: Narrow): readonly Suggestion[] {
  const isDirect = termOf(pills, 'dm') !== undefined
  const typed = plain(wanted)
  return OPERATORS.filter(({ name, kind, aliases = [], isNeverNegated }) => {
    if (sign === '-' && isNeverNegated === true) return false
    if (isDirect && (kind === 'channel' || kind === 'topic' || name === 'channels')) return false
    if (kind === 'topic' && termOf(pills, 'topic') !== undefined) return false
    if (typed === '') return true
    return [name, ...aliases].some((one) => one.startsWith(typed))
  }).map((operator): Suggestion => ({ kind: 'operator', operator, sign }))
}

/** The terms that what was typed after an operator's colon may mean. */
function operands(
  operator: OperatorDeclaration,
  typed: string,
  pills: Narrow,
): readonly NarrowTerm[] {
  const { name, kind, choices: known = [] } = operator
  switch (kind) {
    case 'channel':
      return findChannels(typed, MAX_OPERANDS).map((one) => ({
        operator: name,
        operand: one.stream_id,
      }))
    case 'topic':
      return topics(typed, pills)
    case 'person':
      return findPeople(typed, MAX_OPERANDS).map((one) => ({
        operator: name,
        operand: name === 'sender' ? one.user_id : [one.user_id],
      }))
    case 'people':
      return findPeople(typed, MAX_OPERANDS).map((one) => ({
        operator: name,
        operand: [one.user_id],
      }))
    case 'choice':
      return known
        .filter((choice) => choice.startsWith(typed.toLowerCase()))
        .map((choice) => ({ operator: name, operand: choice }))
    case 'number':
      return /^\d{1,10}$/.test(typed) ? [{ operator: name, operand: Number(typed) }] : []
  }
}

function topics(typed: string, pills: Narrow): readonly NarrowTerm[] {
  const channelId = termOf(pills, 'channel')?.operand
  const found = findTopics(
    typed,
    typeof channelId === 'number' ? channelId : undefined,
    MAX_OPERANDS,
  )
  const names = new Set(found.map(({ topic }) => topic))
  if (typed.trim() !== '') names.add(typed.trim())
  return [...names].map((operand) => ({ operator: 'topic', operand }))
}

/** `is:starred` is found by its name and by what it means. */
function choices(typed: string): readonly NarrowTerm[] {
  const wanted = plain(typed)
  const all = OPERATORS.flatMap(({ name, choices: known = [] }) =>
    known.map((operand) => ({ operator: name, operand })),
  )
  return all
    .filter(({ operator, operand }) => {
      const meaning = plain(choiceText(`${operator}:${operand}`)).split(' ')
      return operand.startsWith(wanted) || meaning.some((word) => word.startsWith(wanted))
    })
    .slice(0, MAX_OF_KIND)
}

/** People, channels and topics of that name, where nothing stands that excludes them. */
function names(typed: string, pills: Narrow): readonly Suggestion[] {
  const isDirect = termOf(pills, 'dm') !== undefined
  const found = findPeople(typed, MAX_OF_KIND)
  const hasPlace = isDirect || termOf(pills, 'channel') !== undefined
  return [
    ...(isDirect ? [] : findChannels(typed, MAX_OF_KIND)).map((one): Suggestion => ({
      kind: 'term',
      terms: [{ operator: 'channel', operand: one.stream_id }],
    })),
    ...found.flatMap(({ user_id: id }): Suggestion[] => [
      ...(hasPlace ? [] : [{ kind: 'term', terms: [{ operator: 'dm', operand: [id] }] } as const]),
      { kind: 'term', terms: [{ operator: 'sender', operand: id }] },
    ]),
    ...topicSuggestions(typed, pills),
  ]
}

function topicSuggestions(typed: string, pills: Narrow): readonly Suggestion[] {
  if (termOf(pills, 'dm') !== undefined || termOf(pills, 'topic') !== undefined) return []
  const channel = termOf(pills, 'channel')?.operand
  const inChannel = typeof channel === 'number' ? channel : undefined
  return findTopics(typed, inChannel, MAX_OF_KIND).map(({ channelId, topic }): Suggestion => ({
    kind: 'term',
    terms: [
      ...(inChannel === undefined ? [{ operator: 'channel', operand: channelId }] : []),
      { operator: 'topic', operand: topic },
    ],
  }))
}

/** What an operator is for, in words. */
export function operatorText({ name }: OperatorDeclaration): string {
  // The list of operators and their words are kept equal by a test.
  return operatorWords(name as Parameters<typeof operatorWords>[0])
}

import { directKey, directKeyOf } from '../state/conversations/direct.ts'
import type { Message } from '../state/conversations/messages.ts'
import { ownId } from '../state/part.ts'
import type { Narrow, NarrowTerm } from './narrow.ts'

/**
 * Whether a message belongs to a narrow; undefined where only the service can tell (searches for words, and what a client
 * does not know).
 */
export function matches(narrow: Narrow, message: Message): boolean | undefined {
  let isSure = true
  for (const term of narrow) {
    const does = holds(term, message)
    if (does === undefined) isSure = false
    else if (does === (term.negated === true)) return false
  }
  return isSure ? true : undefined
}

type Test = (message: Message, operand: NarrowTerm['operand']) => boolean | undefined

const TESTS: Readonly<Record<string, Test>> = {
  channel: (message, operand) =>
    typeof operand === 'number' ? message.stream_id === operand : undefined,
  topic: ({ type, subject }, operand) =>
    type === 'stream' && subject.toLowerCase() === String(operand).toLowerCase(),
  dm: (message, operand) =>
    Array.isArray(operand)
      ? message.type === 'private' && directKeyOf(message) === directKey(operand as number[])
      : undefined,
  'dm-including': ({ type, display_recipient: recipients }, operand) => {
    if (!Array.isArray(operand) || typeof recipients === 'string') {
      return type === 'private' ? undefined : false
    }
    const ids = new Set(recipients.map(({ id }) => id))
    return (operand as number[]).every((id) => ids.has(id))
  },
  sender: ({ sender_id: id, sender_email: email }, operand) => {
    if (operand === 'me') return id === ownId()
    return typeof operand === 'number' ? id === operand : email === operand
  },
  id: ({ id }, operand) => id === Number(operand),
  is: isKind,
  // Where the list begins, not what is in it.
  near: () => true,
  with: () => true,
}

function holds(term: NarrowTerm, message: Message): boolean | undefined {
  return TESTS[term.operator]?.(message, term.operand)
}

function isKind(
  { type, flags, subject }: Message,
  operand: NarrowTerm['operand'],
): boolean | undefined {
  switch (operand) {
    case 'dm':
    case 'private':
      return type === 'private'
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    case 'mentioned':
      return flags.some((flag) => flag.endsWith('mentioned'))
    case 'alerted':
      return flags.includes('has_alert_word')
    case 'resolved':
      return type === 'stream' && subject.startsWith('✔ ')
    default:
      return undefined
  }
}

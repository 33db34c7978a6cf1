import type { NarrowTerm } from '../narrow/narrow.ts'
import { channels } from '../state/conversations/channels.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { person } from '../state/people/people.ts'
import { choiceWords, words } from '../words/search.ts'

/** What stands after the colon of a term, as people read it. */
export function operandText({ operator, operand }: NarrowTerm): string {
  if (typeof operand === 'string') return operator === 'topic' ? topicName(operand) : operand
  if (operator === 'channel') return channels.get(Number(operand))?.name ?? String(operand)
  if (operator === 'near' || operator === 'id' || operator === 'with') return String(operand)
  const ids = typeof operand === 'number' ? [operand] : operand
  return ids.map((id) => person(id)?.full_name ?? '…').join(', ')
}

/** A term as it is typed: `-channel: general`. */
export function termText(term: NarrowTerm): string {
  return `${term.negated === true ? '-' : ''}${term.operator}: ${operandText(term)}`
}

/** What a term finds, in words. */
export function termMeaning(term: NarrowTerm): string {
  const text = meaning(term)
  return term.negated === true ? words('not', { meaning: text }) : text
}

function meaning(term: NarrowTerm): string {
  const name = operandText(term)
  switch (term.operator) {
    case 'channel':
      return words('ofChannel', { name })
    case 'topic':
      return words('ofTopic', { name })
    case 'dm':
      return words('ofDirect', { name })
    case 'dm-including':
      return words('ofDirectIncluding', { name })
    case 'sender':
      return words('ofSender', { name })
    case 'near':
      return words('near', { id: name })
    case 'id':
      return words('id', { id: name })
    default:
      return choiceText(`${term.operator}:${name}`)
  }
}

/** What a choice such as `is:starred` finds. */
export function choiceText(choice: string): string {
  // A choice of another version has no words; it speaks for itself.
  return CHOICES.has(choice) ? choiceWords(choice as Parameters<typeof choiceWords>[0]) : choice
}

const CHOICES: ReadonlySet<string> = new Set([
  'is:unread',
  'is:mentioned',
  'is:starred',
  'is:dm',
  'is:followed',
  'is:resolved',
  'is:alerted',
  'is:muted',
  'has:link',
  'has:image',
  'has:attachment',
  'has:reaction',
  'channels:public',
  'channels:web-public',
  'in:home',
  'in:all',
])

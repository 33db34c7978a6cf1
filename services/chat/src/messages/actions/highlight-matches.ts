import type { Tools } from '../../events/act.ts'
import type { NarrowTerm } from '../../narrow/narrow-term.ts'
import { escapeHtml } from '../escape-html.ts'
import type { ReadMessage } from '../store/message-load.ts'
import { markWords, WORD_END, WORD_START } from '../store/search-store.ts'

interface Match {
  readonly match_content: string
  readonly match_subject: string
}

/** The texts of messages with a search's matches highlighted; undefined when the narrow does not search. */
export async function highlightMatches(
  { database }: Tools,
  messages: readonly ReadMessage[],
  narrow: readonly NarrowTerm[],
): Promise<ReadonlyMap<number, Match> | undefined> {
  const words = narrow
    .filter(({ operator, isNegated }) => operator === 'search' && !isNegated)
    .map(({ operand }) => String(operand).replaceAll('"', ' '))
    .join(' ')
  if (words === '') return undefined
  const texts = messages.map(({ message: { id, rendered_content: content, subject } }) => ({
    id,
    content,
    subject: escapeHtml(subject),
  }))
  const rows = await markWords(database, words, texts)
  return new Map(
    rows.map(({ id, content, subject }) => [
      id,
      { match_content: highlighted(content), match_subject: highlighted(subject) },
    ]),
  )
}

function highlighted(text: string): string {
  return text.replaceAll(WORD_START, '<span class="highlight">').replaceAll(WORD_END, '</span>')
}

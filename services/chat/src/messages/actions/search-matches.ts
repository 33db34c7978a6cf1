import { sql } from '@oficina/kit/sql.ts'

import type { NarrowTerm } from '../../narrow/narrow-term.ts'
import { escapeHtml } from '../escape-html.ts'
import type { ReadMessage } from '../store/message-load.ts'
import type { Tools } from '../../tenancy/tools.ts'

interface Match {
  readonly match_content: string
  readonly match_subject: string
}

// What PostgreSQL puts around a found word; private-use characters that no text has after it was rendered.
const START = '\u{E000}'
const STOP = '\u{E001}'
const OPTIONS = `StartSel=${START}, StopSel=${STOP}, HighlightAll=true`

/** The texts of messages with what a search found in them highlighted; undefined when the narrow searches for nothing. */
export async function viewMatches(
  { database }: Tools,
  messages: readonly ReadMessage[],
  narrow: readonly NarrowTerm[],
): Promise<ReadonlyMap<number, Match> | undefined> {
  const words = narrow
    .filter(({ operator, isNegated }) => operator === 'search' && !isNegated)
    .map(({ operand }) => String(operand).replaceAll('"', ' '))
    .join(' ')
  if (words === '') return undefined
  const contents = messages.map(({ message }) => message.rendered_content)
  const subjects = messages.map(({ message }) => escapeHtml(message.subject))
  const rows = await database.query<{ id: number; content: string; subject: string }>(
    sql`select t.id, ts_headline('english', t.content, plainto_tsquery('english', ${words}), ${OPTIONS}) as content,
          ts_headline('english', t.subject, plainto_tsquery('english', ${words}), ${OPTIONS}) as subject
        from unnest(${messages.map(({ message }) => message.id)}::bigint[], ${contents}::text[], ${subjects}::text[])
          as t (id, content, subject)`,
  )
  return new Map(
    rows.map(({ id, content, subject }) => [
      id,
      { match_content: highlighted(content), match_subject: highlighted(subject) },
    ]),
  )
}

function highlighted(text: string): string {
  return text.replaceAll(START, '<span class="highlight">').replaceAll(STOP, '</span>')
}

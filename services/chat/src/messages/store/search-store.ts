import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Surround a match; private-use characters that no rendered text contains. */
export const WORD_START = '\u{E000}'
export const WORD_END = '\u{E001}'
const OPTIONS = `StartSel=${WORD_START}, StopSel=${WORD_END}, HighlightAll=true`

interface SearchedText {
  readonly id: number
  readonly content: string
  readonly subject: string
}

/**
 * Highlights the words of a search in given texts, splitting words as the search itself does; it reads no tenant's
 * table.
 */
export async function markWords(
  tx: Tx,
  words: string,
  texts: readonly SearchedText[],
): Promise<readonly SearchedText[]> {
  const all = <K extends keyof SearchedText>(name: K) => texts.map((text) => text[name])
  return await tx.query<SearchedText>(
    sql`select t.id, ts_headline('english', t.content, plainto_tsquery('english', ${words}), ${OPTIONS}) as content,
          ts_headline('english', t.subject, plainto_tsquery('english', ${words}), ${OPTIONS}) as subject
        from unnest(${all('id')}::bigint[], ${all('content')}::text[], ${all('subject')}::text[]) as t (id, content, subject)`,
  )
}

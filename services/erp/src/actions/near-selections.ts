import type { Database } from '@oficina/kit/database.ts'

import type { Selection } from '../query/listing/listing-plan.ts'
import { samplesSql, type SampleRow, type WantedWord } from '../query/listing/near-sql.ts'
import { nearPatterns, nearWords } from '../query/listing/near-words.ts'
import { readAs, type EmpresaId } from '../store/tenant-database.ts'

/** A selection of records in which other words occur than those that were typed. */
export interface NearSelection<S extends Selection> {
  readonly selection: S
  /** The words that most probably were meant, each in the place of one that was typed. */
  readonly words: string
}

// Who types more means a text, which has more than one fault.
const MAX_WORDS = 4

/**
 * Selections that found nothing, with words near to those that were looked for: those whose every word has one, or occurs.
 * It reads what the caller may read, as the selections say.
 * @source docs/decisions/0265-erp-search.md
 */
export async function nearSelections<S extends Selection>(
  database: Database,
  empresa: EmpresaId,
  selections: readonly S[],
): Promise<readonly NearSelection<S>[]> {
  const wanted = selections.flatMap(wantedWords)
  if (wanted.length === 0) return []
  const statement = samplesSql(selections, wanted, empresa)
  const rows = await readAs<SampleRow>(database, empresa, statement, 'own')
  const samples = Map.groupBy(rows, ({ selection, word }) => `${selection} ${word}`)
  return selections.flatMap((selection, place) => {
    const near = selection.searchWords.map(([typed = ''], word) => {
      const isSampled = wanted.some((one) => one.selection === place && one.word === word)
      const texts = (samples.get(`${place} ${word}`) ?? []).map(({ text }) => text)
      return isSampled ? nearWords(typed, texts) : [typed]
    })
    const isChanged = near.some(([word], index) => word !== selection.searchWords[index]?.[0])
    if (!isChanged || near.some((words) => words.length === 0)) return []
    const words = near.map(([word = '']) => word).join(' ')
    return [{ selection: { ...selection, searchWords: near }, words }]
  })
}

function wantedWords(
  { searchFields, searchWords }: Selection,
  selection: number,
): readonly WantedWord[] {
  if (searchFields.length === 0 || searchWords.length > MAX_WORDS) return []
  return searchWords.flatMap(([typed = ''], word) => {
    const patterns = nearPatterns(typed)
    return patterns === null ? [] : [{ selection, word, patterns }]
  })
}

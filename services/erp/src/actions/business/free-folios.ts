import { folioOf, numberSource, takeNumbers } from '../../store/numbers/counter-store.ts'
import { findTakenFolios, type FolioTable } from '../../store/numbers/taken-folio-store.ts'
import type { ActionContext } from './action.ts'

// Folios that people typed are skipped; more rounds than this mean that something else is wrong.
const MAX_ROUNDS = 50

/**
 * Folios such as `MB-00001` for documents that an action makes, with the numbers that it took from the counter
 * `folio:<table>`, as the generic API numbers them; others in place of those that people typed.
 */
export async function freeFolios(
  { tx, caller }: Pick<ActionContext, 'tx' | 'caller'>,
  details: {
    readonly table: FolioTable
    readonly prefix: string
    readonly numbers: readonly number[]
  },
): Promise<readonly string[]> {
  const counter = `folio:${details.table}`
  let folios = details.numbers.map((number) => folioOf(details.prefix, number))
  for (let round = 0; round < MAX_ROUNDS && folios.length > 0; round += 1) {
    const taken = await findTakenFolios(tx, caller.empresa, { table: details.table, folios })
    if (taken.size === 0) break
    // The counter is locked already by this transaction.
    const more = await takeNumbers(tx, caller.empresa, new Map([[counter, taken.size]]))
    const next = numberSource(more)
    folios = folios.map((folio) =>
      taken.has(folio) ? folioOf(details.prefix, next(counter)) : folio,
    )
  }
  return folios
}

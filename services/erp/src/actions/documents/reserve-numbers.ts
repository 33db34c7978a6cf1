import type { Database } from '@oficina/kit/database.ts'

import { MAX_DEPTH } from '../../dictionary/line-depth.ts'
import type { Model, Registry } from '../../dictionary/types.ts'
import { auditNumber, auditNumbers } from '../../store/audit-store.ts'
import { nextId } from '../../store/records/record-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import { isWatched } from './heads.ts'
import { allNewLines, type NewLines } from './line-plan.ts'

/**
 * Gives new lines their ids, one look at the counter for each model, before the transaction begins: nobody waits for it.
 */
export async function reserveLineIds(
  database: Database,
  empresa: EmpresaId,
  changes: readonly NewLines[],
): Promise<void> {
  for (const [model, lines] of Map.groupBy(allNewLines(changes), (line) => line.model)) {
    const ids = await idsOf(database, { model, empresa, count: lines.length })
    for (const [i, line] of lines.entries()) line.id = ids[i] ?? ''
  }
}

async function idsOf(
  database: Database,
  table: { readonly model: Model; readonly empresa: EmpresaId; readonly count: number },
): Promise<readonly string[]> {
  const first = BigInt(await nextId(database, table))
  return Array.from({ length: table.count }, (_, i) => String(first + BigInt(i)))
}

/** How many rows of the audit log a write comes to: the record, its lines, and what follows from it further up. */
export function rowsOf(
  { registry }: { readonly registry: Registry },
  model: Model,
  lines: readonly CountedLines[],
): number {
  return 1 + countLines(lines) + (isWatched(registry, model) ? MAX_DEPTH - 1 : 0)
}

// As many are taken one by one from the block that the process holds anyway.
const FEW = 10

/** Numbers for rows of the audit log, taken before the transaction begins; those that are not used leave a gap. */
export async function reserveAudit(
  database: Database,
  empresa: EmpresaId,
  count: number,
): Promise<readonly number[]> {
  if (count > FEW) {
    const first = await auditNumbers(database, empresa, count)
    return Array.from({ length: count }, (_, i) => first + i)
  }
  const numbers: number[] = []
  while (numbers.length < count) numbers.push(await auditNumber(database, empresa))
  return numbers
}

/** How many rows of the audit log the lines of a body come to, without what goes with removed ones. */
function countLines(changes: readonly CountedLines[]): number {
  return changes
    .map(
      ({ created, changed = [], removed = [] }) =>
        created.length +
        changed.length +
        removed.length +
        [...created, ...changed].map(({ lines }) => countLines(lines)).reduce((a, b) => a + b, 0),
    )
    .reduce((a, b) => a + b, 0)
}

interface CountedLines {
  readonly created: readonly { readonly lines: readonly CountedLines[] }[]
  readonly changed?: readonly { readonly lines: readonly CountedLines[] }[]
  readonly removed?: readonly unknown[]
}

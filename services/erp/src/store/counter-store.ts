import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/**
 * Takes numbers from the company's counters: how many are wanted, by counter; the answer is the first of each. Within
 * a transaction the counters stay locked to its end, so it comes last of all locks; taken in alphabetical order, no
 * two transactions wait for each other in a circle. A number is given back when the transaction fails: no gaps.
 */
export async function takeNumbers(
  tx: Tx,
  empresa: EmpresaId,
  wanted: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const needed = [...wanted].filter(([, count]) => count > 0).map(([tabla, n]) => ({ tabla, n }))
  if (needed.length === 0) return new Map()
  const rows = await tx.query<{ tabla: string; primero: number }>(
    prepared(
      'counter-take',
      sql`insert into oficina.contador as c (empresa_id, tabla, ultimo)
          select ${empresa}::int8, n.tabla, n.n from jsonb_to_recordset(${JSON.stringify(needed)}::jsonb)
            as n(tabla text, n int8) order by n.tabla
          on conflict (empresa_id, tabla) do update set ultimo = c.ultimo + excluded.ultimo
          returning tabla, ultimo as primero`,
    ),
  )
  return new Map(rows.map(({ tabla, primero }) => [tabla, primero - (wanted.get(tabla) ?? 0) + 1]))
}

/** Hands out the numbers that `takeNumbers` took, one by one. */
export function numberSource(first: ReadonlyMap<string, number>): (counter: string) => number {
  const next = new Map(first)
  return (counter) => {
    const number = next.get(counter)
    if (number === undefined) throw new Error(`no numbers were taken from ${counter}`)
    next.set(counter, number + 1)
    return number
  }
}

import type { ActionContext } from '../../action.ts'
import type { Numbering } from '../../contabilidad/effects/entry-folios.ts'
import { freeFolios } from '../../free-folios.ts'
import { insertBankMovements, type NewBankMovement } from '../store/bank-movement-store.ts'

/** Money that enters or leaves a bank account. */
export type BankMovement = Omit<NewBankMovement, 'id' | 'folio'>

const COUNTER = 'movimiento_bancario'
const FOLIO_COUNTER = 'folio:movimiento_bancario'

/** The numbers that movements need, to be taken together with all others of the action (`takeNumbering`). */
export function bankNumbersNeeded(count: number): ReadonlyMap<string, number> {
  return new Map([
    [COUNTER, count],
    [FOLIO_COUNTER, count],
  ])
}

/** Writes movements of bank accounts; returns their ids and folios, in their order. */
export async function bookBankMovements(
  context: ActionContext,
  movements: readonly BankMovement[],
  { numbers }: Pick<Numbering, 'numbers'>,
): Promise<readonly { readonly id: number; readonly folio: string }[]> {
  if (movements.length === 0) return []
  const folios = await freeFolios(context, {
    table: 'movimiento_bancario',
    prefix: 'MB-',
    numbers: movements.map(() => numbers(FOLIO_COUNTER)),
  })
  const rows = movements.map((movement, index) => ({
    ...movement,
    id: numbers(COUNTER),
    folio: folios[index] ?? '',
  }))
  await insertBankMovements(context.tx, context.caller.empresa, {
    movements: rows,
    now: context.moment.now,
  })
  return rows.map(({ id, folio }) => ({ id, folio }))
}

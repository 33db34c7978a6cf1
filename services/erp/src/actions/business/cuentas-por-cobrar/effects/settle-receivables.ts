import type { ActionContext } from '../../action.ts'
import type { Changes } from '../../changes.ts'
import type { OpenReceivable } from '../decisions/receivable-state.ts'
import { changeReceivables } from '../store/open-receivable-store.ts'

/**
 * Writes what is left of receivables, of which something was taken or to which something came back, of their partial dues
 * and of their sales: at once, since what follows of sales is what the statements find.
 */
export async function settleReceivables(
  { tx, caller, moment }: ActionContext,
  changes: Changes,
  receivables: readonly OpenReceivable[],
): Promise<void> {
  const touched = [...new Set(receivables)]
  const sales = await changeReceivables(tx, caller.empresa, {
    changes: touched.map(({ change }) => change),
    ...moment,
  })
  for (const { row, change } of touched) {
    changes.record({
      model: 'CuentaPorCobrar',
      id: row.id,
      before: { saldo: row.saldo, estado: row.estado },
      after: { saldo: change.saldo, estado: change.estado },
      event: null,
    })
  }
  for (const { id, antes, despues } of sales) {
    changes.record({
      model: 'Venta',
      id,
      before: { estado: antes },
      after: { estado: despues },
      event: null,
    })
  }
}

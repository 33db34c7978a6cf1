import { AUDIT_COUNTER } from '../../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../../store/counter-store.ts'
import type { ActionContext } from '../../action.ts'
import { recordAll } from '../../record-deeds.ts'
import { markMatched, type Marks } from '../store/reconciliation-store.ts'

/**
 * Marks lines of statements and movements as matched or free, and tells the audit log of the statements that this moves.
 * The audit log's counter is held by then: whoever calls this has taken the number of the reconciliation's own row.
 */
export async function markLines(
  context: ActionContext,
  action: string,
  marks: Omit<Marks, 'now'>,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const statements = await markMatched(tx, empresa, { ...marks, now: moment.now })
  const moved = statements.filter(({ antes, estado }) => antes !== estado)
  if (moved.length === 0) return
  const wanted = new Map([[AUDIT_COUNTER, moved.length]])
  const numbers = numberSource(await takeNumbers(tx, empresa, wanted))
  const deeds = moved.map(({ id, antes, estado }) => ({
    model: 'EstadoCuentaBancario',
    id,
    before: { estado: antes },
    after: { estado },
    event: null,
  }))
  await recordAll(context, { name: action, reason: null }, { deeds, numbers })
}

import type { Model, Registry } from '../../../dictionary/types.ts'
import type { Caller } from '../../../identity/caller.ts'
import type { WriteMoment } from '../../../query/write-plan.ts'
import { findWaitingPurchases, type WaitingPurchase } from '../../../store/reports/report-store.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import { findReachedForAll } from '../../reachable-records.ts'
import type { AnswerTools } from '../../read-written-record.ts'
import { cents } from '../cents.ts'
import { approvalCase, AUTHORIZE, loadApprovalFacts, type ApprovalFacts } from './approvers.ts'
import { decideApproval } from './decisions/approval.ts'

// No company that approves anything has more purchases than this waiting at once.
const MAX_WAITING = 2_000

export interface PendingApproval {
  readonly purchase: WaitingPurchase
  /** The level that the caller would sign. */
  readonly nivel: number
  /** Whether the caller's signature would authorize it. */
  readonly cierra: boolean
}

/**
 * The purchases that the caller may sign now, by the same rules as `autorizar_compra`.
 * @source docs/decisions/0213-erp-reports.md
 */
export async function pendingApprovals(
  { database, registry, views }: AnswerTools,
  caller: Caller,
  moment: WriteMoment,
): Promise<readonly PendingApproval[]> {
  return await writeAs(database, caller.empresa, async (tx) => {
    const found = await findWaitingPurchases(tx, caller.empresa, MAX_WAITING)
    if (found.length === 0) return []
    const reached = await findReachedForAll(
      tx,
      { views, caller, model: compraOf(registry) },
      {
        rights: ['leer', AUTHORIZE],
        ids: found.map(({ id }) => id),
      },
    )
    const waiting = found.filter(({ id }) => reached.has(id))
    const ids = waiting.map(({ id }) => id)
    const facts = await loadApprovalFacts(tx, caller, { ids, moment })
    return waiting.flatMap((purchase) => pendingFor(facts, purchase))
  })
}

function compraOf({ models }: Registry): Model {
  const model = models.get('Compra')
  if (model === undefined) throw new Error('the dictionary has no Compra')
  return model
}

function pendingFor(facts: ApprovalFacts, purchase: WaitingPurchase): readonly PendingApproval[] {
  const { id, dimensiones } = purchase
  const total = cents(purchase.total_base)
  const seen = approvalCase(facts, { id, estado: 'en_autorizacion', dimensiones, total })
  if ('error' in seen) return []
  const decision = decideApproval(seen.subject, facts.caller)
  if (decision.kind === 'refused') return []
  return [{ purchase, nivel: decision.step.nivel, cierra: decision.kind === 'authorized' }]
}

import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { findUnreconciled } from '../tesoreria/store/unreconciled-store.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { writePeriods } from './change-periods.ts'
import { closingProblem, inOrder } from './decisions/period-order.ts'
import {
  findPendingDocuments,
  findPeriodsInOrder,
  lockAdjustments,
  lockPeriodOrder,
  lockPeriodsToChange,
  type LockedPeriod,
} from './store/period-store.ts'

/**
 * Closes periods in which nothing is left to do: from here on nothing is posted in them.
 * @source docs/decisions/0242-erp-entries.md
 */
export const cerrarPeriodo: RecordAction = {
  model: 'PeriodoContable',
  name: 'cerrar_periodo',
  label: 'Cerrar periodo',
  mode: 'grid_action',
  inputs: [],
  emits: ['cerrado'],
  run: close,
}

async function close(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  await lockPeriodOrder(tx, caller.empresa)
  await lockAdjustments(tx, caller.empresa)
  const locked = await lockPeriodsToChange(tx, caller.empresa, ids)
  const states = ['abierto', 'bloqueado'] as const
  const periods = inStates(ids, locked, { batch, model: 'PeriodoContable', states })
  if (periods.length === 0) return batch.outcome()
  const pending = await findPendingDocuments(
    tx,
    caller.empresa,
    periods.map(({ id }) => id),
  )
  const byPeriod = Map.groupBy(pending, ({ periodo }) => periodo)
  const isSeen = seenBy(context)
  for (const { id, nombre } of periods) {
    const found = byPeriod.get(id)
    if (found === undefined) continue
    const { dependents, names } = toldDependents(found, isSeen)
    const message = `The period ${nombre} has entries that are not applied, or documents that are not finished: ${names}.`
    batch.refuse(id, { code: 'PENDING_DOCUMENTS', message, dependents })
  }
  await refuseOutOfOrder(context, batch, periods)
  const closing = batch.remaining(periods)
  await warnOfBanks(context, batch, closing)
  await writePeriods(context, closing, {
    action: cerrarPeriodo.name,
    to: 'cerrado',
    event: 'cerrado',
    reason: null,
  })
  return batch.outcome()
}

/** One that is refused keeps those after it from being closed. */
async function refuseOutOfOrder(
  { tx, caller }: ActionContext,
  batch: BatchOutcome,
  periods: readonly LockedPeriod[],
): Promise<void> {
  const all = await findPeriodsInOrder(tx, caller.empresa)
  const closing = new Set<string>()
  for (const { id } of inOrder(batch.remaining(periods), all)) {
    const problem = closingProblem(id, all, closing)
    if (problem === null) closing.add(id)
    else batch.refuse(id, problem)
  }
}

/** Banks need not be reconciled for a period to close, but somebody should know. */
async function warnOfBanks(
  context: ActionContext,
  batch: BatchOutcome,
  periods: readonly LockedPeriod[],
): Promise<void> {
  const { tx, caller } = context
  const ids = periods.map(({ id }) => id)
  const found = Map.groupBy(
    await findUnreconciled(tx, caller.empresa, ids),
    ({ periodo }) => periodo,
  )
  const isSeen = seenBy(context)
  for (const { id, nombre } of periods) {
    const accounts = found.get(id)
    if (accounts === undefined) continue
    const { dependents, names } = toldDependents(accounts, isSeen)
    const message = `The period ${nombre} has accounts that are not reconciled with their bank: ${names}.`
    batch.warn(id, [{ code: 'PENDING_DOCUMENTS', message, dependents }])
  }
}

import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { findUnreconciled } from '../tesoreria/store/unreconciled-store.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { writePeriods } from './change-periods.ts'
import {
  findPendingDocuments,
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

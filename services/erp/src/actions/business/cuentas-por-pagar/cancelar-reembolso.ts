import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type ReversalPosting,
} from '../contabilidad/effects/write-entries.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordAll, type Deed } from '../record-deeds.ts'
import { cancelBankMovements, lockBankMovements } from '../tesoreria/store/bank-movement-store.ts'
import { NOTA_CREDITO_PROVEEDOR_STATES } from './nota-credito-proveedor-states.ts'
import { inputText } from './payment-inputs.ts'
import { changeCreditRefunds } from './store/credit-refund-store.ts'
import { lockCredits, type CreditRow } from './store/credit-store.ts'

/**
 * Takes back that suppliers paid credit notes back: the money never came, and as much is left of the note again.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const cancelarReembolsoProveedor: RecordAction = {
  model: 'NotaCreditoProveedor',
  name: 'cancelar_reembolso',
  label: 'Cancelar reembolso',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['vigente'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { model } = cancelarReembolsoProveedor
  const batch = new DocumentBatch(ids, await lockCredits(tx, empresa, ids), {
    model,
    states: statesBefore(NOTA_CREDITO_PROVEEDOR_STATES, cancelarReembolsoProveedor.name),
  })
  const movements = await lockBankMovements(
    tx,
    empresa,
    batch.remaining.flatMap(({ movimiento }) => movimiento ?? []),
  )
  const known = batch.remaining.map(({ id }) => id)
  const [entries, periods] = await Promise.all([
    findOpenEntries(tx, empresa, { model, ids: known }),
    loadPeriods(tx, empresa, { days: [moment.today], module: 'tesoreria' }),
  ])
  const closed = periods.problemOf(moment.today)
  for (const { id, folio, importe_devuelto: importe, movimiento } of batch.remaining) {
    const moved = movements.get(movimiento ?? '')
    if (importe === null) {
      const message = `NotaCreditoProveedor ${folio} was not paid back by cobrar_reembolso.`
      batch.refuse(id, { code: 'INVALID_STATE', message })
    } else if (moved?.conciliado === true) {
      const message = `NotaCreditoProveedor ${folio} came in at the bank: its movement ${moved.folio} is reconciled.`
      batch.refuse(id, { code: 'INVALID_STATE', message })
    } else if (closed !== null) batch.refuse(id, closed)
  }
  const done = batch.remaining
  const reversals = done.flatMap((row) =>
    entries
      .filter(({ id }) => id === row.poliza_devolucion)
      .map((open) => ({
        open,
        fecha: moment.today,
        periodo: periods.idOf(moment.today),
        concepto: `Reversa de ${open.folio}: ${row.folio}`,
      })),
  )
  await write(context, done, reversals)
  return batch.outcome
}

async function write(
  context: ActionContext,
  done: readonly CreditRow[],
  reversals: readonly ReversalPosting[],
): Promise<void> {
  if (done.length === 0) return
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const { now } = moment
  const { model, name } = cancelarReembolsoProveedor
  const movements = done.flatMap(({ movimiento }) => movimiento ?? [])
  await cancelBankMovements(tx, empresa, { ids: movements, now })
  await changeCreditRefunds(tx, empresa, {
    changes: done.map(({ id, importe_devuelto: importe }) => ({
      id,
      estado: 'vigente',
      saldo: importe ?? '0',
      importe_devuelto: null,
      devuelto_base: null,
      movimiento: null,
      poliza: null,
    })),
    now,
  })
  const deeds: readonly Deed[] = [
    ...done.map(({ id, importe_devuelto: importe }) => ({
      model,
      id,
      before: { estado: 'aplicada', saldo: '0.00' },
      after: { estado: 'vigente', saldo: importe },
      event: 'vigente',
    })),
    ...movements.map((id) => ({
      model: 'MovimientoBancario',
      id,
      before: { estado: 'aplicado' },
      after: { estado: 'cancelado' },
      event: null,
    })),
  ]
  const postings = { entries: [], reversals }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, deeds.length]]),
    series: needed.series,
  })
  await writeEntries(context, postings, numbering)
  await recordAll(
    context,
    { name, reason: inputText(inputs, 'motivo') },
    { deeds, numbers: numbering.numbers },
  )
}

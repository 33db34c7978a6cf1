import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { cents } from '../cents.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type ReversalPosting,
} from '../contabilidad/effects/write-entries.ts'
import { DocumentBatch } from '../document-batch.ts'
import {
  cancelBankMovements,
  lockBankMovements,
  type BankMovementRow,
} from '../tesoreria/store/bank-movement-store.ts'
import { ANTICIPO_VENTA_STATES } from './anticipo-venta-states.ts'
import { auditEntries } from './effects/write-collections.ts'
import { lockAdvances, type AdvanceRow } from './store/advance-store.ts'
import { changeRefunds } from './store/refund-store.ts'

/**
 * Takes back that advances were given back in money: it never left the bank, and the customer has it to his credit again.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cancelarReembolso: RecordAction = {
  model: 'AnticipoVenta',
  name: 'cancelar_reembolso',
  label: 'Cancelar reembolso',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['pendiente', 'aplicado_parcial'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { model } = cancelarReembolso
  const batch = new DocumentBatch(ids, await lockAdvances(tx, empresa, ids), {
    model,
    states: statesBefore(ANTICIPO_VENTA_STATES, cancelarReembolso.name),
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
  for (const row of batch.remaining) {
    const problem = refundProblem(row, movements) ?? closed
    if (problem !== null) batch.refuse(row.id, problem)
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

function refundProblem(
  { folio, importe_devuelto: importe, movimiento }: AdvanceRow,
  movements: ReadonlyMap<string, BankMovementRow>,
): ErrorEntry | null {
  if (importe === null) {
    const message = `AnticipoVenta ${folio} went back with the collection that it came from, and not by reembolsar_anticipo.`
    return { code: 'INVALID_STATE', message }
  }
  const moved = movements.get(movimiento ?? '')
  if (moved?.conciliado !== true) return null
  const message = `AnticipoVenta ${folio} left the bank: its movement ${moved.folio} is reconciled.`
  return { code: 'INVALID_STATE', message }
}

async function write(
  context: ActionContext,
  done: readonly AdvanceRow[],
  reversals: readonly ReversalPosting[],
): Promise<void> {
  if (done.length === 0) return
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const { now } = moment
  const { model, name } = cancelarReembolso
  const changes = done.map(openAgain)
  const movements = done.flatMap(({ movimiento }) => movimiento ?? [])
  await cancelBankMovements(tx, empresa, { ids: movements, now })
  await changeRefunds(tx, empresa, { changes, now })
  const postings = { entries: [], reversals }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, done.length + movements.length]]),
    series: needed.series,
  })
  await writeEntries(context, postings, numbering)
  await enqueueEvents(tx, empresa, {
    events: changes.map(({ estado, id, saldo }, index) => ({
      modelo: model,
      evento: estado,
      registro: id,
      datos: { folio: done[index]?.folio ?? '', estado, saldo },
    })),
    now,
  })
  const rows = [
    ...changes.map(({ estado, id, saldo }) => ({
      model,
      recordId: id,
      before: { estado: 'devuelto', saldo: '0.00' },
      after: { estado, saldo },
    })),
    ...movements.map((id) => ({
      model: 'MovimientoBancario',
      recordId: id,
      before: { estado: 'aplicado' },
      after: { estado: 'cancelado' },
    })),
  ]
  await recordAudit(tx, caller, {
    entries: auditEntries(rows, {
      action: name,
      numbering,
      reason: String(inputs.get('motivo')).trim(),
    }),
    now,
  })
}

/** An advance of which as much is left again as was given back. */
function openAgain(row: AdvanceRow) {
  const isWhole = cents(row.importe_devuelto ?? '0') === cents(row.importe)
  return {
    id: row.id,
    estado: isWhole ? 'pendiente' : 'aplicado_parcial',
    saldo: row.importe_devuelto ?? '0',
    importe_devuelto: null,
    devuelto_base: null,
    movimiento: null,
    poliza: null,
  }
}

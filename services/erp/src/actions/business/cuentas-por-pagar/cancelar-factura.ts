import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type ReversalPosting,
} from '../contabilidad/effects/write-entries.ts'
import { DocumentBatch } from '../document-batch.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import { CUENTA_POR_PAGAR_STATES } from './cuenta-por-pagar-states.ts'
import { noteInvoiced } from './store/invoice-store.ts'
import { lockOrderLines, lockOrders, lockReceipts } from './store/match-store.ts'
import {
  cancelPayables,
  findInvoicedParts,
  findPayableDependents,
  lockPayables,
  type PayableDependents,
  type PayableRow,
} from './store/withdraw-store.ts'

/**
 * Takes invoices of suppliers back of which nothing is paid: what they invoiced is to be invoiced again, and their
 * entries are reversed today.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const cancelarFactura: RecordAction = {
  model: 'CuentaPorPagar',
  name: 'cancelar_factura',
  label: 'Cancelar factura',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockPayables(tx, empresa, ids), {
    model: cancelarFactura.model,
    states: statesBefore(CUENTA_POR_PAGAR_STATES, cancelarFactura.name),
  })
  const facts = await loadFacts(context, batch.remaining)
  for (const row of batch.remaining) {
    const problem = problemOf(facts, row)
    if (problem !== null) batch.refuse(row.id, problem)
  }
  const rows = batch.remaining
  if (rows.length === 0) return batch.outcome
  const compras = [...new Set(rows.flatMap((row) => row.compras))]
  await lockOrders(tx, empresa, compras)
  await lockOrderLines(tx, empresa, compras)
  await lockReceipts(tx, empresa, compras)
  const cancelled = rows.map(({ id }) => id)
  const parts = await findInvoicedParts(tx, empresa, cancelled)
  const motivo = String(context.inputs.get('motivo'))
  await noteInvoiced(tx, empresa, { parts, now: moment.now })
  await cancelPayables(tx, empresa, { ids: cancelled, motivo, now: moment.now })
  await writeDeeds(context, rows, { facts, motivo })
  return batch.outcome
}

interface Facts {
  readonly dependents: ReadonlyMap<string, readonly PayableDependents[]>
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  readonly periods: Periods
  readonly today: string
  readonly isSeen: IsSeen
}

async function loadFacts(context: ActionContext, rows: readonly PayableRow[]): Promise<Facts> {
  const { tx, caller, moment } = context
  const ids = rows.map(({ id }) => id)
  const [dependents, entries, periods] = await Promise.all([
    findPayableDependents(tx, caller.empresa, ids),
    findOpenEntries(tx, caller.empresa, { model: cancelarFactura.model, ids }),
    loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'cuentas-por-pagar' }),
  ])
  return {
    dependents: Map.groupBy(dependents, ({ cuenta }) => cuenta),
    entries: Map.groupBy(entries, ({ registro }) => registro ?? ''),
    periods,
    today: moment.today,
    isSeen: seenBy(context),
  }
}

function problemOf(facts: Facts, { id, folio }: PayableRow): ErrorEntry | null {
  const found = facts.dependents.get(id) ?? []
  if (found.length > 0) {
    const { dependents, names } = toldDependents(found, facts.isSeen)
    const message = `CuentaPorPagar ${folio} has ${names}; take them back first.`
    return { code: 'HAS_DEPENDENTS', message, dependents }
  }
  // Without an entry to reverse nothing is posted, and a closed period does not matter.
  return facts.entries.has(id) ? facts.periods.problemOf(facts.today) : null
}

async function writeDeeds(
  context: ActionContext,
  rows: readonly PayableRow[],
  { facts, motivo }: { readonly facts: Facts; readonly motivo: string },
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const reversals = rows.flatMap((row) => reversalsOf(facts, row))
  const needed = numbersNeeded({ entries: [], reversals })
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, rows.length]]),
    series: needed.series,
  })
  await writeEntries(context, { entries: [], reversals }, numbering)
  await Promise.all([
    enqueueEvents(tx, empresa, {
      events: rows.map(({ id, folio, uuid, total }) => ({
        modelo: cancelarFactura.model,
        evento: 'cancelada',
        registro: id,
        datos: { folio, estado: 'cancelada', uuid, total, motivo },
      })),
      now: moment.now,
    }),
    recordAudit(tx, caller, {
      entries: rows.map(({ id, estado, saldo }) => ({
        id: numbering.numbers(AUDIT_COUNTER),
        model: cancelarFactura.model,
        recordId: id,
        operation: 'accion',
        action: cancelarFactura.name,
        reason: motivo,
        before: { estado, saldo },
        after: {
          estado: 'cancelada',
          saldo: '0.00',
          reversadas: (facts.entries.get(id) ?? []).map((entry) => entry.folio),
        },
      })),
      now: moment.now,
    }),
  ])
}

function reversalsOf(
  { entries, periods, today }: Facts,
  { id, folio }: PayableRow,
): readonly ReversalPosting[] {
  return (entries.get(id) ?? []).map((open) => ({
    open,
    fecha: today,
    periodo: periods.idOf(today),
    concepto: `Reversa de ${open.folio}: ${folio}`,
  }))
}

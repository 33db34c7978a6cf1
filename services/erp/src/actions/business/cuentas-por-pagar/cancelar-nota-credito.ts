import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { changeRows } from '../../../store/model-rows.ts'
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
import { recordAll, type Deed } from '../record-deeds.ts'
import { balanceOf, owedAgain, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { invoiceDeed, writeBalances, type MovedInvoice } from './effects/write-balances.ts'
import { NOTA_CREDITO_PROVEEDOR_STATES } from './nota-credito-proveedor-states.ts'
import { inputText } from './payment-inputs.ts'
import {
  changeCredits,
  findCreditApplications,
  lockCredits,
  type CreditApplication,
  type CreditRow,
} from './store/credit-store.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'

/**
 * Takes credit notes of suppliers back: what they settled is owed again, and their entries are reversed today.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const cancelarNotaCredito: RecordAction = {
  model: 'NotaCreditoProveedor',
  name: 'cancelar_nota_credito',
  label: 'Cancelar nota de crédito',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { model } = cancelarNotaCredito
  const batch = new DocumentBatch(ids, await lockCredits(tx, empresa, ids), {
    model,
    states: statesBefore(NOTA_CREDITO_PROVEEDOR_STATES, cancelarNotaCredito.name),
  })
  const known = batch.remaining.map(({ id }) => id)
  const entries = await findOpenEntries(tx, empresa, { model, ids: known })
  const booked = new Set(entries.map(({ registro }) => registro))
  const periods = await loadPeriods(tx, empresa, {
    days: [moment.today],
    module: 'cuentas-por-pagar',
  })
  const closed = periods.problemOf(moment.today)
  for (const { id } of batch.remaining) {
    // Without an entry to reverse nothing is posted, and a closed period does not matter.
    if (closed !== null && booked.has(id)) batch.refuse(id, closed)
  }
  for (const { id, folio, importe_devuelto: importe } of batch.remaining) {
    if (importe === null) continue
    const message = `NotaCreditoProveedor ${folio} was paid back with ${importe}: cancelar_reembolso first.`
    batch.refuse(id, { code: 'INVALID_STATE', message })
  }
  const rows = batch.remaining
  if (rows.length === 0) return batch.outcome
  const cancelled = new Map(rows.map((row) => [row.id, row]))
  const reversals = entries.flatMap((open): readonly ReversalPosting[] => {
    const row = cancelled.get(open.registro ?? '')
    if (row === undefined) return []
    const concepto = `Reversa de ${open.folio}: ${row.folio}`
    return [{ open, fecha: moment.today, periodo: periods.idOf(moment.today), concepto }]
  })
  const applications = await findCreditApplications(tx, empresa, [...cancelled.keys()])
  await write(context, rows, { reversals, moved: await owedBy(context, applications) })
  return batch.outcome
}

/** The invoices that are owed again, locked. */
async function owedBy(
  { tx, caller }: ActionContext,
  applications: readonly CreditApplication[],
): Promise<readonly MovedInvoice[]> {
  const ids = [...new Set(applications.map(({ cuenta }) => cuenta))]
  const invoices = await lockInvoices(tx, caller.empresa, ids)
  return ids.flatMap((id) => {
    const row = invoices.get(id)
    if (row === undefined) return []
    const before = balanceOf(row)
    const after = applications
      .filter(({ cuenta }) => cuenta === id)
      .reduce((balance: InvoiceBalance, { importe }) => owedAgain(balance, cents(importe)), before)
    return [{ before, after }]
  })
}

async function write(
  context: ActionContext,
  rows: readonly CreditRow[],
  of: {
    readonly reversals: readonly ReversalPosting[]
    readonly moved: readonly MovedInvoice[]
  },
): Promise<void> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const { model, name } = cancelarNotaCredito
  const { now } = moment
  const motivo = inputText(inputs, 'motivo')
  const returns = rows.flatMap(({ devolucion }) => devolucion ?? [])
  const postings = { entries: [], reversals: of.reversals }
  const needed = numbersNeeded(postings)
  const deeds: readonly Deed[] = [
    ...rows.map(({ id, estado, saldo }) => ({
      model,
      id,
      before: { estado, saldo },
      after: { estado: 'cancelada', saldo: '0.00', motivo },
      event: 'cancelada',
    })),
    ...of.moved.map((one) =>
      invoiceDeed(
        one,
        rows.map(({ folio }) => folio),
      ),
    ),
    ...returns.map((id) => ({
      model: 'DevolucionCompra',
      id,
      before: { estado: 'acreditada' },
      after: { estado: 'enviada' },
      event: null,
    })),
  ]
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, deeds.length]]),
    series: needed.series,
  })
  await writeEntries(context, postings, numbering)
  await changeCredits(tx, empresa, {
    changes: rows.map(({ id }) => ({
      id,
      estado: 'cancelada',
      saldo: '0.00',
      motivo_cancelacion: motivo,
    })),
    now,
  })
  await writeBalances(context, of.moved)
  await changeRows(context, 'DevolucionCompra', {
    rows: returns.map((id) => ({ id, fields: { estado: 'enviada' } })),
    now,
  })
  const { numbers } = numbering
  await recordAll(context, { name, reason: motivo }, { deeds, numbers })
}

import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import { enqueueMails, type OutboxMail } from '../../../store/outbox-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { cents } from '../cents.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type ReversalPosting,
} from '../contabilidad/effects/write-entries.ts'
import { recordAll, type Deed } from '../record-deeds.ts'
import {
  cancelBankMovements,
  lockBankMovements,
  type BankMovementRow,
} from '../tesoreria/store/bank-movement-store.ts'
import { cancelCheques, lockCheques, type ChequeRow } from '../tesoreria/store/cheque-store.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import { balanceOf, owedAgain, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { withdrawalMail } from './decisions/payment-mail.ts'
import { invoiceDeed, writeBalances, type MovedInvoice } from './effects/write-balances.ts'
import { PAGO_PROVEEDOR_STATES } from './pago-proveedor-states.ts'
import { takeBackSpending } from './spend-budget.ts'
import { changeAdvances, lockAdvancesOf, type MadeAdvance } from './store/advance-store.ts'
import { findNotesOfPaid } from './store/credit-store.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'
import { findPayees, type PayeeRow } from './store/payment-facts-store.ts'
import {
  changePayments,
  findApplications,
  lockPayments,
  type ApplicationRow,
  type PaymentRow,
} from './store/payment-store.ts'

/**
 * Takes payments back: what they did to invoices, bank, advances and books is undone.
 * @source docs/decisions/0249-erp-payments.md
 */
export const cancelarPago: RecordAction = {
  model: 'PagoProveedor',
  name: 'cancelar_pago',
  label: 'Cancelar pago',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelado'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  const locked = await lockPayments(tx, caller.empresa, ids)
  const states = statesBefore(PAGO_PROVEEDOR_STATES, cancelarPago.name)
  const payments = inStates(ids, locked, { batch, model: cancelarPago.model, states })
  if (payments.length === 0) return batch.outcome()
  const facts = await loadFacts(context, payments)
  for (const payment of payments) {
    const problem = payment.estado === 'aplicado' ? problemOf(facts, payment) : null
    if (problem !== null) batch.refuse(payment.id, problem)
  }
  const remaining = batch.remaining(payments)
  if (remaining.length > 0) await takeBack(context, facts, remaining)
  return batch.outcome()
}

interface Facts {
  readonly advances: ReadonlyMap<string, readonly MadeAdvance[]>
  readonly lines: ReadonlyMap<string, readonly ApplicationRow[]>
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
  readonly cheques: ReadonlyMap<string, ChequeRow>
  readonly movements: ReadonlyMap<string, BankMovementRow>
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  /** Credit notes of what was paid of invoices. */
  readonly notes: ReadonlyMap<string, string>
  readonly payees: ReadonlyMap<string, PayeeRow>
  readonly periods: Periods
  readonly today: string
  readonly isSeen: IsSeen
}

/** Locks what the payments that were made had touched: advances, invoices and bank movements, each by id. */
async function loadFacts(context: ActionContext, payments: readonly PaymentRow[]): Promise<Facts> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const made = payments.filter(({ estado }) => estado === 'aplicado')
  const ids = made.map(({ id }) => id)
  const advances = await lockAdvancesOf(tx, empresa, ids)
  const lines = await findApplications(tx, empresa, ids)
  const invoices = await lockInvoices(tx, empresa, [...new Set(lines.map(({ cuenta }) => cuenta))])
  const cheques = await lockCheques(
    tx,
    empresa,
    made.flatMap(({ cheque }) => cheque ?? []),
  )
  const movements = made.flatMap(({ movimiento }) => movimiento ?? [])
  const locked = await lockBankMovements(tx, empresa, movements)
  const [entries, payees, periods] = await Promise.all([
    findOpenEntries(tx, empresa, { model: cancelarPago.model, ids }),
    findPayees(tx, empresa, [...new Set(made.map(({ proveedor }) => proveedor))]),
    loadPeriods(tx, empresa, { days: [moment.today], module: 'tesoreria' }),
  ])
  return {
    advances: Map.groupBy(advances, ({ pago }) => pago),
    lines: Map.groupBy(lines, ({ pago }) => pago),
    invoices: new Map([...invoices].map(([id, row]) => [id, balanceOf(row)])),
    cheques,
    movements: locked,
    notes: await findNotesOfPaid(tx, empresa, [...invoices.keys()]),
    entries: Map.groupBy(entries, ({ registro }) => registro ?? ''),
    payees,
    periods,
    today: moment.today,
    isSeen: seenBy(context),
  }
}

function problemOf(facts: Facts, payment: PaymentRow): ErrorEntry | null {
  const name = `PagoProveedor ${payment.folio}`
  const used = (facts.advances.get(payment.id) ?? []).filter(({ cuantas }) => cuantas > 0)
  if (used.length > 0) {
    const found = used.map(({ cuantas, aplicaciones }) => ({
      modelo: 'AnticipoProveedorAplicacion',
      count: cuantas,
      ids: aplicaciones,
    }))
    const { dependents, names } = toldDependents(found, facts.isSeen)
    const message = `The advance of ${name} was applied (${names}); cancelar_aplicacion takes that back first.`
    return { code: 'HAS_DEPENDENTS', message, dependents }
  }
  const refused = (reason: string): ErrorEntry => ({
    code: 'INVALID_STATE',
    message: `${name} ${reason}.`,
  })
  const nota = creditedBy(facts, payment)
  if (nota !== undefined)
    return refused(`pays what NotaCreditoProveedor ${nota} credits; cancel that first`)
  if (payment.complemento !== null) {
    return refused('has the CFDI of payment of its supplier; take it from complemento first')
  }
  if (facts.movements.get(payment.movimiento ?? '')?.conciliado === true) {
    return refused('is reconciled with the statement of the bank; undo that first')
  }
  const cheque = cashedCheque(facts, payment)
  if (cheque !== undefined) return refused(`was made with Cheque ${cheque}, which was cashed`)
  return facts.entries.has(payment.id) ? facts.periods.problemOf(facts.today) : null
}

/** The folio of a credit note of what it paid. */
function creditedBy({ lines, notes }: Facts, { id }: PaymentRow): string | undefined {
  const cuentas = (lines.get(id) ?? []).map(({ cuenta }) => cuenta)
  return cuentas.map((cuenta) => notes.get(cuenta)).find((folio) => folio !== undefined)
}

function cashedCheque({ cheques }: Facts, { cheque }: PaymentRow): string | undefined {
  const found = cheques.get(cheque ?? '')
  return found?.estado === 'cobrado' ? found.folio : undefined
}

async function takeBack(
  context: ActionContext,
  facts: Facts,
  payments: readonly PaymentRow[],
): Promise<void> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const { now } = moment
  const reason = String(inputs.get('motivo')).trim()
  const made = payments.filter(({ estado }) => estado === 'aplicado')
  const advances = made.flatMap(({ id }) => facts.advances.get(id) ?? [])
  const owed = owedInvoices(facts, made)
  const reversals = made.flatMap((payment) => reversalsOf(facts, payment))
  const needed = numbersNeeded({ entries: [], reversals })
  const deeds = [
    ...payments.map((payment) => paymentDeed(facts, payment, reason)),
    ...advances.map(advanceDeed),
    ...owed.map((one) => invoiceDeed(one, payersOf(one, facts, made))),
  ]
  await takeBackSpending(context, {
    model: cancelarPago.model,
    ids: made.map(({ id }) => id),
    invoices: [...facts.invoices.keys()],
  })
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, deeds.length]]),
    series: needed.series,
  })
  await Promise.all([
    changePayments(tx, empresa, {
      changes: payments.map(({ id }) => ({
        id,
        estado: 'cancelado',
        cuenta_bancaria: null,
        movimiento: null,
        poliza: null,
        motivo: reason,
      })),
      now,
    }),
    changeAdvances(tx, empresa, {
      changes: advances.map(({ id }) => ({ id, estado: 'cancelado', saldo: '0' })),
      now,
    }),
    writeBalances(context, owed),
    cancelCheques(tx, empresa, { ids: made.flatMap(({ cheque }) => cheque ?? []), now }),
    cancelBankMovements(tx, empresa, {
      ids: made.flatMap(({ movimiento }) => movimiento ?? []),
      now,
    }),
    writeEntries(context, { entries: [], reversals }, numbering),
    enqueueMails(tx, empresa, {
      mails: made.flatMap((payment) => mailOf(facts, payment, reason)),
      now,
    }),
    recordAll(context, { name: cancelarPago.name, reason }, { deeds, numbers: numbering.numbers }),
  ])
}

/** The invoices that are owed again, with what is left of them after all these payments are taken back. */
function owedInvoices(facts: Facts, payments: readonly PaymentRow[]): readonly MovedInvoice[] {
  const after = new Map<string, InvoiceBalance>()
  for (const { cuenta, importe, descuento } of payments.flatMap(
    ({ id }) => facts.lines.get(id) ?? [],
  )) {
    const balance = after.get(cuenta) ?? facts.invoices.get(cuenta)
    if (balance === undefined) continue
    after.set(cuenta, owedAgain(balance, cents(importe) + cents(descuento ?? '0')))
  }
  return [...after].flatMap(([id, balance]) => {
    const before = facts.invoices.get(id)
    return before === undefined ? [] : [{ before, after: balance }]
  })
}

function reversalsOf(
  { entries, periods, today }: Facts,
  { id, folio }: PaymentRow,
): readonly ReversalPosting[] {
  return (entries.get(id) ?? []).map((open) => ({
    open,
    fecha: today,
    periodo: periods.idOf(today),
    concepto: `Reversa de ${open.folio}: ${folio}`,
  }))
}

function mailOf({ payees }: Facts, payment: PaymentRow, reason: string): readonly OutboxMail[] {
  const payee = payees.get(payment.proveedor)
  return payee === undefined ? [] : [withdrawalMail(payment, { payee, reason })]
}

function paymentDeed(facts: Facts, payment: PaymentRow, reason: string): Deed {
  const { id, folio, estado, importe } = payment
  const reversadas = (facts.entries.get(id) ?? []).map((open) => open.folio)
  return {
    model: cancelarPago.model,
    id,
    before: { estado },
    after: { folio, estado: 'cancelado', importe, motivo: reason, reversadas },
    event: 'cancelado',
  }
}

function advanceDeed({ id, estado }: MadeAdvance): Deed {
  const after = { estado: 'cancelado', saldo: '0.00' }
  return { model: 'AnticipoProveedor', id, before: { estado }, after, event: null }
}

/** The payments that had settled something of an invoice. */
function payersOf(
  { before }: MovedInvoice,
  { lines }: Facts,
  made: readonly PaymentRow[],
): readonly string[] {
  const pays = ({ id }: PaymentRow) =>
    (lines.get(id) ?? []).some(({ cuenta }) => cuenta === before.invoice.id)
  return made.filter(pays).map(({ folio }) => folio)
}

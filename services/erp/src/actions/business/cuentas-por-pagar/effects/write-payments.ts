import { AUDIT_COUNTER } from '../../../../store/audit-store.ts'
import { enqueueMails } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText, cents } from '../../cents.ts'
import { takeNumbering } from '../../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../../contabilidad/effects/write-entries.ts'
import { freeFolios } from '../../free-folios.ts'
import { recordAll, type Deed } from '../../record-deeds.ts'
import {
  insertBankMovements,
  type NewBankMovement,
} from '../../tesoreria/store/bank-movement-store.ts'
import type { BookedPayment } from '../decisions/booked-payment.ts'
import type { InvoiceBalance } from '../decisions/invoice-balance.ts'
import { paidTaxTexts } from '../decisions/paid-tax-amounts.ts'
import type { PaymentFacts } from '../decisions/payment-facts.ts'
import { paymentMail } from '../decisions/payment-mail.ts'
import type { PlannedLine } from '../decisions/plan-payment.ts'
import {
  planSpending,
  settledPart,
  spendingNumbers,
  writeSpending,
  type SettledPart,
} from '../spend-budget.ts'
import { insertAdvances, type NewAdvance } from '../store/advance-store.ts'
import {
  changePayments,
  insertPayments,
  writeApplications,
  type AppliedLine,
  type NewPayment,
} from '../store/payment-store.ts'
import { invoiceDeed, writeBalances, type MovedInvoice } from './write-balances.ts'

/** A payment that was made. */
export interface PaidPayment {
  readonly id: number
  readonly folio: string
  readonly importe: string
}

/** A payment with the numbers of everything that it makes. */
interface Numbered {
  readonly booked: BookedPayment
  readonly id: number
  readonly folio: string
  readonly movement: { readonly id: number; readonly folio: string }
  readonly advance: { readonly id: number; readonly folio: string } | null
  readonly poliza: number
}

interface ToWrite {
  readonly booked: ReadonlyMap<string, readonly BookedPayment[]>
  /** What is left of the invoices after all of them. */
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
  readonly facts: PaymentFacts
}

/**
 * Writes payments and everything that they do, in a fixed number of statements, however many there are. The counters
 * are locked last, see `takeEntryNumbers`.
 */
export async function writePayments(
  context: ActionContext,
  { booked, invoices, facts }: ToWrite,
): Promise<ReadonlyMap<string, readonly PaidPayment[]>> {
  const all = [...booked.values()].flat()
  if (all.length === 0) return new Map()
  const touched = touchedInvoices(all, { invoices, facts })
  const spending = await planSpending(context, all.flatMap(settledParts))
  const { payments, numbers } = await numberPayments(context, all, {
    touched: touched.length,
    spent: spending.length,
  })
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  // Lines and movements refer to payments that are new, and payments to their movements.
  await insertBankMovements(tx, empresa, {
    movements: payments.map((one) => movementOf(one, facts)),
    now,
  })
  await insertPayments(tx, empresa, { payments: payments.flatMap(newPayment), now })
  await Promise.all([
    changePayments(tx, empresa, { changes: payments.flatMap(paymentChange), now }),
    writeApplications(tx, empresa, {
      lines: payments.flatMap((one) =>
        one.booked.plan.lines.map((line) => appliedLine(one, line, numbers)),
      ),
      now,
    }),
    insertAdvances(tx, empresa, { advances: payments.flatMap(newAdvance), now }),
    writeBalances(context, touched),
    writeSpending(context, spending, {
      modelo: 'PagoProveedor',
      registros: payments.map(({ id }) => id),
      numbers,
    }),
    enqueueMails(tx, empresa, {
      mails: payments.map((one) => paymentMail(one.booked.plan, { ...one.booked, ...one })),
      now,
    }),
    recordAll(
      context,
      { name: 'pagar', reason: null },
      {
        deeds: [
          ...payments.flatMap(paymentDeeds),
          ...touched.map((one) => invoiceDeed(one, payersOf(one, payments))),
        ],
        numbers,
      },
    ),
  ])
  return paidByGroup(booked, payments)
}

/** The payments by the record on which the action was called, in the order in which they were booked. */
function paidByGroup(
  booked: ToWrite['booked'],
  payments: readonly Numbered[],
): ReadonlyMap<string, readonly PaidPayment[]> {
  const remaining = payments.values()
  return new Map(
    [...booked].map(([key, own]) => [
      key,
      own.map(({ plan }) => {
        const { id, folio } = next(remaining)
        return { id, folio, importe: plan.draft.importe }
      }),
    ]),
  )
}

function settledParts({ plan }: BookedPayment, index: number): readonly SettledPart[] {
  return plan.lines.map(({ line, descuento, settlement }) =>
    settledPart(index, cents(line.importe) + descuento, settlement.after),
  )
}

function touchedInvoices(
  all: readonly BookedPayment[],
  { invoices, facts }: Omit<ToWrite, 'booked'>,
): readonly MovedInvoice[] {
  const ids = new Set(all.flatMap(({ plan }) => [...plan.after.keys()]))
  return [...ids].flatMap((id) => {
    const [before, after] = [facts.invoices.get(id), invoices.get(id)]
    return before === undefined || after === undefined ? [] : [{ before, after }]
  })
}

/** Takes the numbers of everything in one statement, and books the entries under them. */
async function numberPayments(
  context: ActionContext,
  all: readonly BookedPayment[],
  { touched, spent }: { readonly touched: number; readonly spent: number },
): Promise<{
  readonly payments: readonly Numbered[]
  readonly numbers: (counter: string) => number
}> {
  const { tx, caller } = context
  const fresh = all.filter(({ plan }) => plan.draft.id === null).length
  const advances = all.filter(({ plan }) => plan.anticipo.own > 0n).length
  const newLines = all.flatMap(({ plan }) => plan.lines.filter(({ line }) => line.id === null))
  const entries = all.map(({ entry, periodo }): EntryPosting => ({ ...entry, periodo }))
  const needed = numbersNeeded({ entries, reversals: [] })
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([
      ...needed.counters,
      ...spendingNumbers(spent),
      ['pago_proveedor', fresh],
      ['folio:pago_proveedor', fresh],
      ['pago_proveedor_aplicacion', newLines.length],
      ['movimiento_bancario', all.length],
      ['folio:movimiento_bancario', all.length],
      ['anticipo_proveedor', advances],
      ['folio:anticipo_proveedor', advances],
      [AUDIT_COUNTER, all.length * 2 + advances + touched],
    ]),
    series: needed.series,
  })
  const { numbers } = numbering
  const take = async (
    table: 'pago_proveedor' | 'movimiento_bancario' | 'anticipo_proveedor',
    { prefix, count }: { readonly prefix: string; readonly count: number },
  ) => {
    const folioNumbers = Array.from({ length: count }, () => numbers(`folio:${table}`))
    const folios = await freeFolios(context, { table, prefix, numbers: folioNumbers })
    return folios.map((folio) => ({ id: numbers(table), folio })).values()
  }
  const made = await take('pago_proveedor', { prefix: 'PP-', count: fresh })
  const movements = await take('movimiento_bancario', { prefix: 'MB-', count: all.length })
  const advanced = await take('anticipo_proveedor', { prefix: 'AP-', count: advances })
  const named = all.map((booked) => {
    const { id, folio } = booked.plan.draft
    const own = id === null ? next(made) : { id: Number(id), folio: folio ?? '' }
    const advance = booked.plan.anticipo.own > 0n ? next(advanced) : null
    return { booked, ...own, movement: next(movements), advance }
  })
  const postings = named.map(({ booked, id, folio }) => entryOf(booked, { id, folio }))
  const written = await writeEntries(context, { entries: postings, reversals: [] }, numbering)
  return {
    payments: named.map((one, index) => ({ ...one, poliza: written[index]?.id ?? 0 })),
    numbers,
  }
}

function next<T>(values: Iterator<T>): T {
  const value = values.next()
  if (value.done === true) throw new Error('fewer numbers than documents')
  return value.value
}

/** The entry of a payment, whose record and folio are known only now. */
function entryOf(
  { entry, periodo }: BookedPayment,
  { id, folio }: { readonly id: number; readonly folio: string },
): EntryPosting {
  const concepto = `${entry.rule.concepto} ${folio}`.slice(0, MAX_CONCEPT)
  return { ...entry, concepto, periodo, source: { ...entry.source, record: String(id), folio } }
}

const MAX_CONCEPT = 250

// c_FormaPago: how a bank tells the movement.
const KINDS: Readonly<Record<string, NewBankMovement['tipo']>> = {
  '02': 'cheque',
  '03': 'transferencia',
}

function movementOf(
  { booked, id, movement, poliza }: Numbered,
  { forms, cheques }: PaymentFacts,
): NewBankMovement {
  const { plan, payee, account } = booked
  const { draft } = plan
  return {
    ...movement,
    fecha: draft.fecha,
    cuenta_bancaria: account.id,
    tipo: KINDS[forms.get(draft.forma_pago)?.sat ?? ''] ?? 'retiro',
    naturaleza: 'cargo',
    forma_pago: draft.forma_pago,
    importe: draft.importe,
    moneda: draft.moneda,
    tipo_cambio: draft.tipo_cambio,
    referencia: draft.referencia ?? cheques.get(draft.cheque ?? '')?.numero ?? null,
    clave_rastreo: draft.clave_rastreo,
    beneficiario: payee.razon_social,
    cliente: null,
    proveedor: draft.proveedor,
    poliza,
    modelo: 'PagoProveedor',
    registro: String(id),
  }
}

function newPayment({ booked, id, folio, movement, poliza }: Numbered): readonly NewPayment[] {
  const { draft } = booked.plan
  if (draft.programacion === null) return []
  return [
    {
      id,
      folio,
      fecha: draft.fecha,
      proveedor: draft.proveedor,
      forma_pago: draft.forma_pago,
      cuenta_bancaria: booked.account.id,
      cuenta_destino: draft.cuenta_destino,
      programacion: draft.programacion,
      moneda: draft.moneda,
      tipo_cambio: draft.tipo_cambio,
      importe: draft.importe,
      referencia: draft.referencia,
      clave_rastreo: draft.clave_rastreo,
      movimiento: movement.id,
      poliza,
    },
  ]
}

function paymentChange({ booked, movement, poliza }: Numbered) {
  const { id } = booked.plan.draft
  if (id === null) return []
  const { id: movimiento } = movement
  const cuenta_bancaria = booked.account.id
  return [{ id, estado: 'aplicado', cuenta_bancaria, movimiento, poliza, motivo: null }]
}

function appliedLine(
  { id }: Numbered,
  planned: PlannedLine,
  numbers: (counter: string) => number,
): AppliedLine {
  const { line, settlement, pago, descuento, utilidad, parcialidad } = planned
  return {
    id: line.id === null ? numbers('pago_proveedor_aplicacion') : Number(line.id),
    pago: id,
    partida: line.partida,
    cuenta: line.cuenta,
    importe: line.importe,
    importe_pago: amountText(pago),
    descuento: amountText(descuento),
    utilidad_cambiaria: amountText(utilidad),
    saldo_posterior: amountText(settlement.after.saldo),
    parcialidad,
    importe_base: amountText(settlement.base),
    ...paidTaxTexts(planned, amountText),
  }
}

function newAdvance({ booked, id, advance }: Numbered): readonly NewAdvance[] {
  if (advance === null) return []
  const { draft, anticipo } = booked.plan
  return [
    {
      ...advance,
      fecha: draft.fecha,
      proveedor: draft.proveedor,
      pago: id,
      moneda: draft.moneda,
      tipo_cambio: draft.tipo_cambio,
      importe: amountText(anticipo.own),
    },
  ]
}

function paymentDeeds({ booked, id, folio, movement, advance, poliza }: Numbered): readonly Deed[] {
  const { draft, anticipo } = booked.plan
  const { importe } = draft
  const paid: Deed = {
    model: 'PagoProveedor',
    id: String(id),
    before: draft.id === null ? null : { estado: draft.estado },
    after: { folio, estado: 'aplicado', importe, movimiento: movement.folio, poliza },
    event: 'aplicado',
  }
  const left: Deed = {
    model: 'MovimientoBancario',
    id: String(movement.id),
    before: null,
    after: { folio: movement.folio, estado: 'aplicado', naturaleza: 'cargo', importe },
    event: null,
  }
  if (advance === null) return [paid, left]
  const after = { folio: advance.folio, estado: 'pendiente', importe: amountText(anticipo.own) }
  const model = 'AnticipoProveedor'
  return [paid, left, { model, id: String(advance.id), before: null, after, event: null }]
}

/** The payments that settle something of an invoice. */
function payersOf({ after }: MovedInvoice, payments: readonly Numbered[]): readonly string[] {
  const pays = ({ booked }: Numbered) => booked.plan.after.has(after.invoice.id)
  return payments.filter(pays).map(({ folio }) => folio)
}

import type { ActionContext } from '../../action.ts'
import { amountText, cents } from '../../cents.ts'
import type { Changes, MadeFields } from '../../changes.ts'
import type { EntryPosting } from '../../contabilidad/effects/write-entries.ts'
import { cutText } from '../../cut-text.ts'
import { Later } from '../../later.ts'
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
import { moveBalance, type MovedInvoice } from './write-balances.ts'

const MODEL = 'PagoProveedor'
const LINES = 'PagoProveedorAplicacion'

/** A payment that is made; the numbers of one that people did not write come later. */
interface Made {
  readonly booked: BookedPayment
  readonly id: Later
  readonly folio: Later
}

interface ToMake {
  readonly booked: ReadonlyMap<string, readonly BookedPayment[]>
  /** What is left of the invoices after all of them. */
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
  readonly facts: PaymentFacts
}

/** Makes payments and everything that they do; returns their folios by group. */
export async function makePayments(
  { context, changes }: { readonly context: ActionContext; readonly changes: Changes },
  { booked, invoices, facts }: ToMake,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = [...booked.values()].flat()
  const spending = await planSpending(context, all.flatMap(settledParts))
  const groups = new Map(
    [...booked].map(([key, own]) => [
      key,
      own.map((bookedPayment) => makePayment(changes, bookedPayment, facts)),
    ]),
  )
  const payments = [...groups.values()].flat()
  // Entries and mails name the payments.
  if (all.some(({ plan }) => plan.draft.document === null)) await changes.number()
  changes.post({ entries: payments.map(entryOf) })
  for (const touchedInvoice of touchedInvoices(all, { invoices, facts })) {
    moveBalance(changes, touchedInvoice, payersOf(touchedInvoice, payments))
  }
  changes.also({
    counters: spendingNumbers(spending.length),
    write: (numbers) =>
      writeSpending(context, spending, {
        modelo: MODEL,
        registros: payments.map(({ id }) => Number(id.id)),
        numbers,
      }),
  })
  changes.mail(
    ...payments.map((payment) => {
      const { plan, payee } = payment.booked
      return paymentMail(plan, { payee, id: payment.id.id, folio: payment.folio.id })
    }),
  )
  return new Map([...groups].map(([key, own]) => [key, own.map(({ folio }) => folio.id)]))
}

function settledParts({ plan }: BookedPayment, index: number): readonly SettledPart[] {
  return plan.lines.map(({ line, descuento, settlement }) =>
    settledPart(index, cents(line.importe) + descuento, settlement.after),
  )
}

function makePayment(changes: Changes, booked: BookedPayment, facts: PaymentFacts): Made {
  const { draft, lines, anticipo } = booked.plan
  const { document, importe } = draft
  const id = new Later(document?.id)
  const folio =
    document === null ? changes.folio('pago_proveedor', 'PP-') : new Later(document.folio)
  const poliza = changes.entryOf(id)
  const left = changes.folio('movimiento_bancario', 'MB-')
  const movement = changes.insert('MovimientoBancario', {
    ...movementOf(booked, facts),
    folio: left,
    poliza,
    registro: id,
  })
  const made = { cuenta_bancaria: booked.account.id, movimiento_bancario: movement, poliza }
  const told = { importe, movimiento: left, poliza: poliza.as(Number) }
  if (document === null) {
    changes.insert(MODEL, { ...newPayment(booked), ...made, folio }, id)
    const after = { folio, estado: 'aplicado', ...told }
    changes.record({ model: MODEL, id, before: null, after, event: 'aplicado' })
  } else {
    changes.move(MODEL, document, 'aplicado', { fields: made, told, noted: { folio } })
  }
  changes.record({
    model: 'MovimientoBancario',
    id: movement,
    before: null,
    after: { folio: left, estado: 'aplicado', naturaleza: 'cargo', importe },
    event: null,
  })
  for (const line of lines) applyLine(changes, id, line)
  if (anticipo.own > 0n) makeAdvance(changes, id, booked)
  return { booked, id, folio }
}

// c_FormaPago: how a bank tells the movement.
const KINDS: Readonly<Record<string, 'cheque' | 'transferencia'>> = {
  '02': 'cheque',
  '03': 'transferencia',
}

// The length of MovimientoBancario.beneficiario.
const MAX_NAME = 200

function movementOf(
  { plan, payee, account }: BookedPayment,
  { forms, cheques, model }: PaymentFacts,
): Omit<MadeFields<'MovimientoBancario'>, 'folio'> {
  const { fecha, forma_pago, importe, moneda, tipo_cambio, ...draft } = plan.draft
  return {
    fecha,
    cuenta_bancaria: account.id,
    tipo: KINDS[forms.get(forma_pago)?.['forma_pago_sat.clave'] ?? ''] ?? 'retiro',
    naturaleza: 'cargo',
    forma_pago,
    importe,
    moneda,
    tipo_cambio,
    referencia: draft.referencia ?? cheques.get(draft.cheque ?? '')?.numero ?? null,
    clave_rastreo: draft.clave_rastreo,
    beneficiario: cutText(payee.razon_social, MAX_NAME),
    proveedor: draft.proveedor,
    modelo: model,
    conciliado: false,
    estado: 'aplicado',
  }
}

function newPayment({ plan }: BookedPayment): Omit<MadeFields<typeof MODEL>, 'folio'> {
  const { draft } = plan
  return {
    fecha: draft.fecha,
    proveedor: draft.proveedor,
    forma_pago: draft.forma_pago,
    cuenta_destino: draft.cuenta_destino,
    programacion: draft.programacion,
    moneda: draft.moneda,
    tipo_cambio: draft.tipo_cambio,
    importe: draft.importe,
    referencia: draft.referencia,
    clave_rastreo: draft.clave_rastreo,
    estado: 'aplicado',
  }
}

function applyLine(changes: Changes, payment: Later, planned: PlannedLine): void {
  const { line, settlement, parcialidad } = planned
  const amounts = {
    importe_pago: amountText(planned.pago),
    descuento: amountText(planned.descuento),
    utilidad_cambiaria: amountText(planned.utilidad),
    saldo_posterior: amountText(settlement.after.saldo),
    parcialidad,
    importe_base: amountText(settlement.base),
    ...paidTaxTexts(planned, amountText),
  }
  if (line.id !== null) {
    changes.change(LINES, line.id, amounts)
    return
  }
  const { partida, cuenta, importe } = line
  changes.insert(LINES, { pago: payment, partida, cuenta, importe, ...amounts })
}

function makeAdvance(changes: Changes, payment: Later, { plan }: BookedPayment): void {
  const { fecha, proveedor, moneda, tipo_cambio } = plan.draft
  const folio = changes.folio('anticipo_proveedor', 'AP-')
  const importe = amountText(plan.anticipo.own)
  const estado = 'pendiente'
  const id = changes.insert('AnticipoProveedor', {
    folio,
    fecha,
    proveedor,
    pago: payment,
    moneda,
    tipo_cambio,
    importe,
    saldo: importe,
    estado,
  })
  const after = { folio, estado, importe }
  changes.record({ model: 'AnticipoProveedor', id, before: null, after, event: null })
}

/** The entry of a payment, whose record and folio may be known only now. */
function entryOf({ booked, id, folio }: Made): EntryPosting {
  const { entry, periodo } = booked
  const concepto = `${entry.rule.concepto} ${folio.id}`.slice(0, MAX_CONCEPT)
  return {
    ...entry,
    concepto,
    periodo,
    source: { ...entry.source, record: id.id, folio: folio.id },
  }
}

const MAX_CONCEPT = 250

function touchedInvoices(
  all: readonly BookedPayment[],
  { invoices, facts }: Omit<ToMake, 'booked'>,
): readonly MovedInvoice[] {
  const ids = new Set(all.flatMap(({ plan }) => [...plan.after.keys()]))
  return [...ids].flatMap((id) => {
    const [before, after] = [facts.invoices.get(id), invoices.get(id)]
    return before === undefined || after === undefined ? [] : [{ before, after }]
  })
}

/** The payments that settle something of an invoice. */
function payersOf({ after }: MovedInvoice, payments: readonly Made[]): readonly string[] {
  const pays = ({ booked }: Made) => booked.plan.after.has(after.invoice.id)
  return payments.filter(pays).map(({ folio }) => folio.id)
}

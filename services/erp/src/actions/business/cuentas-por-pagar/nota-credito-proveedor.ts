import type { ErrorEntry } from '../../../errors.ts'
import { DOCUMENT } from '../../../messages/documents.ts'
import {
  CREDIT_PAID_BACK,
  CREDITS_TOO_MUCH,
  NO_SUCH_INVOICE,
} from '../../../messages/supplier-credits.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  findOpenEntries,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { beforeInvoice } from '../before-invoice.ts'
import { amountText, cents } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { reversalOf } from '../compras/effects/receipt-reversal.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { documentAction } from '../document-action.ts'
import {
  applyCredit,
  CREDIT,
  creditBalance,
  creditProblem,
  creditState,
  payByCredit,
  type AppliedCredit,
  type Credit,
  type CreditBalance,
} from './decisions/apply-credit.ts'
import { creditPaysEntry } from './decisions/credit-entry.ts'
import { balanceOf, owedAgain, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { creditApplication } from './effects/credit-rows.ts'
import { moveBalance } from './effects/write-balances.ts'
import { inputText, moneyInput } from './payment-inputs.ts'
import { findCreditApplications, findCreditUses } from './store/credit-store.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'
import { findPayees, type PayeeRow } from './store/payment-facts-store.ts'

// What suppliers take off what they are owed. @source docs/decisions/0248-erp-supplier-invoices.md

const MODEL = 'NotaCreditoProveedor'
const APPLY = { model: MODEL, event: 'aplicar_nota_credito' } as const

/** Settles an invoice by what is left of credit notes of its supplier. */
export const aplicarNotaCredito = documentAction('NotaCreditoProveedor', {
  name: APPLY.event,
  label: 'Aplicar nota de crédito',
  inputs: [
    referenceInput('CuentaPorPagar', { name: 'cuenta', label: 'Cuenta por pagar', required: true }),
    moneyInput({
      name: 'importe',
      label: 'Importe',
      help: 'De cada nota; sin él, lo que quede de la nota o de la cuenta.',
      required: false,
    }),
  ],
  fields: CREDIT,
  run: async ({ context, batch, changes }) => {
    const { tx, caller, inputs } = context
    const { today } = context.moment
    const cuenta = String(inputs.get('cuenta'))
    const notes = batch.remaining
    const uses = await findCreditUses(
      tx,
      caller.empresa,
      notes.map(({ id }) => id),
    )
    const invoice = (await lockInvoices(tx, caller.empresa, [cuenta])).get(cuenta)
    const before = invoice === undefined ? null : balanceOf(invoice)
    const asked = inputText(inputs, 'importe')
    const books = await loadBooks(context, notes)
    let balance = before
    const by: string[] = []
    for (const note of notes) {
      const credit = creditBalance(note, uses.get(note.id))
      const application = applyOne(credit, {
        balance,
        asked,
        today,
        isOfPaid: note.iva_pagado !== null,
      })
      const entry = 'code' in application ? application : entryOf(books, note, application)
      if ('code' in application) batch.refuse(note.id, application)
      else if (entry !== null && 'code' in entry) batch.refuse(note.id, entry)
      else {
        balance = application.invoice
        by.push(note.folio)
        applied(changes, note, { application, fecha: today })
        if (entry !== null) changes.post({ entries: [entry] })
      }
    }
    if (before !== null && balance !== null && by.length > 0)
      moveBalance(changes, { before, after: balance }, by)
  },
})

/** Takes credit notes back: what they settled is owed again, and their entries are reversed today. */
export const cancelarNotaCredito = documentAction('NotaCreditoProveedor', {
  name: 'cancelar_nota_credito',
  label: 'Cancelar nota de crédito',
  hasReason: true,
  fields: ['saldo', 'devolucion', 'importe_devuelto', 'motivo_cancelacion'],
  run: async ({ context, batch, changes, move, reason }) => {
    const { tx, caller, moment } = context
    const { today } = moment
    const known = batch.remaining.map(({ id }) => id)
    const [entries, periods] = await Promise.all([
      findOpenEntries(tx, caller.empresa, { model: MODEL, ids: known }),
      loadPeriods(tx, caller.empresa, { days: [today], module: 'cuentas-por-pagar' }),
    ])
    const booked = new Set(entries.map(({ registro }) => registro))
    const closed = periods.problemOf(today)
    for (const { id, folio, importe_devuelto: importe } of batch.remaining) {
      // Without an entry to reverse nothing is posted, and a closed period does not matter.
      if (closed !== null && booked.has(id)) batch.refuse(id, closed)
      else if (importe !== null) {
        const message = CREDIT_PAID_BACK({ folio, importe })
        batch.refuse(id, { code: 'INVALID_STATE', message })
      }
    }
    const folios = new Map(batch.remaining.map(({ id, folio }) => [id, folio]))
    changes.post({
      reversals: entries.flatMap((open) => {
        const folio = folios.get(open.registro ?? '')
        return folio === undefined ? [] : [reversalOf(open, { folio, today, periods })]
      }),
    })
    for (const row of batch.remaining) {
      move(row, {
        fields: { saldo: '0.00', motivo_cancelacion: reason },
        told: { saldo: '0.00', motivo: reason },
      })
      if (row.devolucion !== null) waitAgain(changes, row.devolucion)
    }
    await oweAgain(context, changes, batch.remaining)
  },
})

function applyOne(
  credit: CreditBalance,
  details: {
    /** Null: there is no such invoice. */
    readonly balance: InvoiceBalance | null
    readonly asked: string | null
    readonly today: string
    /** Whether taxes of what was paid before are told apart in it. */
    readonly isOfPaid: boolean
  },
): AppliedCredit | ErrorEntry {
  const { balance } = details
  if (balance === null)
    return { code: 'UNKNOWN_REFERENCE', field: 'cuenta', message: NO_SUCH_INVOICE() }
  const { folio, fecha } = balance.invoice
  const problem =
    beforeInvoice(details.today, { name: DOCUMENT({ model: 'CuentaPorPagar', folio }), fecha }) ??
    creditProblem(credit, balance)
  if (problem !== null) return problem
  const most = balance.saldo < credit.saldo ? balance.saldo : credit.saldo
  const importe = details.asked === null ? most : cents(details.asked)
  if (importe > 0n && importe <= most)
    return details.isOfPaid
      ? payByCredit(credit, balance, importe)
      : applyCredit(credit, balance, importe)
  const message = CREDITS_TOO_MUCH({
    importe: amountText(importe),
    note: credit.note.folio,
    left: amountText(credit.saldo),
    folio,
    owed: amountText(balance.saldo),
  })
  return { code: 'VALIDATION', field: 'importe', message }
}

interface Books {
  readonly periods: Periods
  readonly rules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly company: string
  readonly payees: ReadonlyMap<string, PayeeRow>
  readonly today: string
}

async function loadBooks(
  { tx, caller, moment }: ActionContext,
  notes: readonly Credit[],
): Promise<Books> {
  const { empresa } = caller
  const [periods, rules, company, payees] = await Promise.all([
    loadPeriods(tx, empresa, { days: [moment.today], module: 'cuentas-por-pagar' }),
    findEntryRules(tx, empresa, APPLY),
    findCompanyCurrency(tx, empresa),
    findPayees(tx, empresa, [...new Set(notes.map(({ proveedor }) => proveedor))]),
  ])
  const accounts = await findAccounts(tx, empresa, accountsNeeded([], rules))
  return { periods, rules, accounts, company, payees, today: moment.today }
}

/** Taxes of the invoice that are credited with it; null: none are. */
function entryOf(
  { accounts, company, payees, periods, rules, today }: Books,
  row: Credit,
  appliedCredit: AppliedCredit,
): EntryPosting | ErrorEntry | null {
  if (row.iva_pagado === null) return null
  const source = creditPaysEntry(
    {
      record: row.id,
      folio: row.folio,
      fecha: today,
      moneda: row.moneda,
      company,
      tipoCambio: row.tipo_cambio,
      proveedor: row.proveedor,
      cuentaProveedor: null,
      totalBase: appliedCredit.base,
    },
    appliedCredit,
    { es_arrendador: payees.get(row.proveedor)?.es_arrendador === true },
  )
  if (source === null) return null
  const closed = periods.problemOf(today)
  if (closed !== null) return closed
  const entry = planEntry(source, { rules, accounts })
  return entry.ok ? { ...entry.value, periodo: periods.idOf(today) } : entry.error
}

/** A note of which something is left stays as it is, so that this is no move. */
function applied(
  changes: Changes,
  row: Credit & { readonly estado: string },
  { application, fecha }: { readonly application: AppliedCredit; readonly fecha: string },
): void {
  const left = {
    estado: creditState(application.credit),
    saldo: amountText(application.credit.saldo),
  }
  const poliza = changes.entryOf(row.id)
  changes.insert(
    'NotaCreditoProveedorAplicacion',
    creditApplication(application, { nota: row.id, fecha, poliza }),
  )
  changes.change(MODEL, row.id, left)
  changes.record({
    model: MODEL,
    id: row.id,
    before: { estado: row.estado, saldo: row.saldo },
    after: { ...left, cuenta: application.cuenta, importe: amountText(application.importe) },
    event: 'aplicada',
  })
}

/** What notes settled of invoices is owed again. */
async function oweAgain(
  { tx, caller }: ActionContext,
  changes: Changes,
  notes: readonly { readonly id: string; readonly folio: string }[],
): Promise<void> {
  const { empresa } = caller
  const ids = notes.map(({ id }) => id)
  const found = await findCreditApplications(tx, empresa, ids)
  const byInvoice = Map.groupBy(found, ({ cuenta }) => cuenta)
  const invoices = await lockInvoices(tx, empresa, [...byInvoice.keys()])
  for (const [id, parts] of byInvoice) {
    const row = invoices.get(id)
    if (row === undefined) continue
    const before = balanceOf(row)
    const after = parts.reduce((left, { importe }) => owedAgain(left, cents(importe)), before)
    moveBalance(
      changes,
      { before, after },
      notes.map(({ folio }) => folio),
    )
  }
}

/** A return whose note is taken back waits for another one. */
function waitAgain(changes: Changes, id: string): void {
  changes.change('DevolucionCompra', id, { estado: 'enviada' })
  changes.record({
    model: 'DevolucionCompra',
    id,
    before: { estado: 'acreditada' },
    after: { estado: 'enviada' },
    event: null,
  })
}

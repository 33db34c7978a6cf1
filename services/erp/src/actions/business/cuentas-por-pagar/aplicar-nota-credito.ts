import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { beforeInvoice } from '../before-invoice.ts'
import { amountText, cents } from '../cents.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../contabilidad/effects/write-entries.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordAll, type Deed } from '../record-deeds.ts'
import {
  applyCredit,
  creditBalance,
  creditProblem,
  creditState,
  payByCredit,
  type AppliedCredit,
} from './decisions/apply-credit.ts'
import { creditPaysEntry } from './decisions/credit-entry.ts'
import { balanceOf, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { invoiceDeed, writeBalances } from './effects/write-balances.ts'
import { NOTA_CREDITO_PROVEEDOR_STATES } from './nota-credito-proveedor-states.ts'
import { inputText, moneyInput } from './payment-inputs.ts'
import {
  changeCredits,
  insertCreditApplications,
  lockCredits,
  type CreditRow,
} from './store/credit-store.ts'
import { lockInvoices, type InvoiceRow } from './store/owed-invoice-store.ts'
import { findPayees, type PayeeRow } from './store/payment-facts-store.ts'

/**
 * Settles an invoice by what is left of credit notes of its supplier.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const aplicarNotaCredito: RecordAction = {
  model: 'NotaCreditoProveedor',
  name: 'aplicar_nota_credito',
  label: 'Aplicar nota de crédito',
  mode: 'grid_action',
  inputs: [
    referenceInput('CuentaPorPagar', { name: 'cuenta', label: 'Cuenta por pagar', required: true }),
    moneyInput({
      name: 'importe',
      label: 'Importe',
      help: 'De cada nota; sin él, lo que quede de la nota o de la cuenta.',
      required: false,
    }),
  ],
  emits: ['aplicada'],
  run: apply,
}

interface Applied {
  readonly row: CreditRow
  readonly one: AppliedCredit
  /** Null: it books nothing. */
  readonly entry: EntryPosting | null
}

async function apply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, inputs, moment } = context
  const batch = new DocumentBatch(ids, await lockCredits(tx, caller.empresa, ids), {
    model: aplicarNotaCredito.model,
    states: statesBefore(NOTA_CREDITO_PROVEEDOR_STATES, aplicarNotaCredito.name),
  })
  const cuenta = String(inputs.get('cuenta'))
  const row = (await lockInvoices(tx, caller.empresa, [cuenta])).get(cuenta)
  const before = row === undefined ? null : balanceOf(row)
  const asked = inputText(inputs, 'importe')
  const applied: Applied[] = []
  const books = await loadBooks(context, [
    ...new Set(batch.remaining.map(({ proveedor }) => proveedor)),
  ])
  let balance = before
  for (const note of batch.remaining) {
    const one =
      earlyProblem(moment.today, row) ??
      applyOne(note, balance, asked === null ? null : cents(asked))
    const entry = 'code' in one ? one : entryOf(books, note, one)
    if ('code' in one) batch.refuse(note.id, one)
    else if (entry !== null && 'code' in entry) batch.refuse(note.id, entry)
    else {
      balance = one.invoice
      applied.push({ row: note, one, entry })
    }
  }
  if (before !== null && balance !== null && applied.length > 0)
    await write(context, applied, { before, after: balance })
  return batch.outcome
}

function earlyProblem(today: string, row: InvoiceRow | undefined): ErrorEntry | null {
  if (row === undefined) return null
  return beforeInvoice(today, { name: `CuentaPorPagar ${row.folio}`, fecha: row.fecha })
}

function applyOne(
  note: CreditRow,
  balance: InvoiceBalance | null,
  asked: bigint | null,
): AppliedCredit | ErrorEntry {
  if (balance === null)
    return {
      code: 'UNKNOWN_REFERENCE',
      field: 'cuenta',
      message: 'There is no such CuentaPorPagar.',
    }
  const credit = creditBalance(note)
  const problem = creditProblem(credit, balance)
  if (problem !== null) return problem
  const most = balance.saldo < credit.saldo ? balance.saldo : credit.saldo
  const importe = asked ?? most
  if (importe > 0n && importe <= most)
    return note.iva_pagado === null
      ? applyCredit(credit, balance, importe)
      : payByCredit(credit, balance, importe)
  const invoice = `CuentaPorPagar ${balance.invoice.folio}`
  const message =
    `importe is ${amountText(importe)}; ${note.folio} has ${note.saldo} left, ` +
    `and ${invoice} ${amountText(balance.saldo)}.`
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
  proveedores: readonly string[],
): Promise<Books> {
  const { empresa } = caller
  const { model, name: event } = aplicarNotaCredito
  const [periods, rules, company, payees] = await Promise.all([
    loadPeriods(tx, empresa, { days: [moment.today], module: 'cuentas-por-pagar' }),
    findEntryRules(tx, empresa, { model, event }),
    findCompanyCurrency(tx, empresa),
    findPayees(tx, empresa, proveedores),
  ])
  const accounts = await findAccounts(tx, empresa, accountsNeeded([], rules))
  return { periods, rules, accounts, company, payees, today: moment.today }
}

/** Taxes of the invoice that are credited with it; null: none are. */
function entryOf(
  { accounts, company, payees, periods, rules, today }: Books,
  row: CreditRow,
  one: AppliedCredit,
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
      totalBase: one.base,
    },
    one,
    { es_arrendador: payees.get(row.proveedor)?.es_arrendador === true },
  )
  if (source === null) return null
  const closed = periods.problemOf(today)
  if (closed !== null) return closed
  const entry = planEntry(source, { rules, accounts })
  return entry.ok ? { ...entry.value, periodo: periods.idOf(today) } : entry.error
}

async function write(
  context: ActionContext,
  applied: readonly Applied[],
  moved: { readonly before: InvoiceBalance; readonly after: InvoiceBalance },
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { name } = aplicarNotaCredito
  const { now, today } = moment
  const booked = applied.filter(({ entry }) => entry !== null)
  const postings = { entries: booked.flatMap(({ entry }) => entry ?? []), reversals: [] }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([
      ...needed.counters,
      ['nota_credito_proveedor_aplicacion', applied.length],
      [AUDIT_COUNTER, applied.length + 1],
    ]),
    series: needed.series,
  })
  const { numbers } = numbering
  const entries = await writeEntries(context, postings, numbering)
  const polizas = new Map(booked.map(({ row }, index) => [row.id, entries[index]?.id ?? null]))
  await insertCreditApplications(tx, empresa, {
    rows: applied.map(({ row, one }) => ({
      id: numbers('nota_credito_proveedor_aplicacion'),
      nota: row.id,
      cuenta: one.cuenta,
      fecha: today,
      poliza: polizas.get(row.id) ?? null,
      importe: amountText(one.importe),
      importe_base: amountText(one.base),
      iva: amountText(one.iva),
      ieps: amountText(one.ieps),
      retencion_iva: amountText(one.retencionIva),
      retencion_isr: amountText(one.retencionIsr),
    })),
    now,
  })
  await changeCredits(tx, empresa, {
    changes: applied.map(({ row, one }) => ({
      id: row.id,
      ...leftOf(one),
      motivo_cancelacion: null,
    })),
    now,
  })
  await writeBalances(context, [moved])
  const deeds = deedsOf(applied, moved)
  await recordAll(context, { name, reason: null }, { deeds, numbers })
}

function leftOf({ credit }: AppliedCredit) {
  return { estado: creditState(credit), saldo: amountText(credit.saldo) }
}

function deedsOf(
  applied: readonly Applied[],
  moved: { readonly before: InvoiceBalance; readonly after: InvoiceBalance },
): readonly Deed[] {
  return [
    ...applied.map(({ row, one }) => ({
      model: aplicarNotaCredito.model,
      id: row.id,
      before: { estado: row.estado, saldo: row.saldo },
      after: { ...leftOf(one), cuenta: one.cuenta, importe: amountText(one.importe) },
      event: 'aplicada',
    })),
    invoiceDeed(
      moved,
      applied.map(({ row }) => row.folio),
    ),
  ]
}

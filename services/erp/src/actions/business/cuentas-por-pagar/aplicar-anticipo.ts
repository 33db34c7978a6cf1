import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findAccounts, findCompanyCurrency, findEntryRules } from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { amountText } from '../cents.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry, type EntryBooks } from '../contabilidad/decisions/plan-entry.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../contabilidad/effects/write-entries.ts'
import { recordAll, type Deed } from '../record-deeds.ts'
import { ANTICIPO_PROVEEDOR_STATES } from './anticipo-proveedor-states.ts'
import { balanceOf, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { paidTaxTexts } from './decisions/paid-tax-amounts.ts'
import {
  applicationSource,
  planApplication,
  type PlannedApplication,
} from './decisions/plan-application.ts'
import { invoiceDeed, writeBalances } from './effects/write-balances.ts'
import { moneyInput } from './payment-inputs.ts'
import { planSpending, settledPart, spendingNumbers, writeSpending } from './spend-budget.ts'
import {
  insertAdvanceApplications,
  lockAdvances,
  type AdvanceRow,
} from './store/advance-application-store.ts'
import { changeAdvances } from './store/advance-store.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'
import { findPayees, type PayeeRow } from './store/payment-facts-store.ts'

/**
 * Pays an invoice from advances that its supplier has.
 * @source docs/decisions/0249-erp-payments.md
 */
export const aplicarAnticipo: RecordAction = {
  model: 'AnticipoProveedor',
  name: 'aplicar_anticipo',
  label: 'Aplicar anticipo',
  mode: 'grid_action',
  inputs: [
    referenceInput('CuentaPorPagar', { name: 'cuenta', label: 'Cuenta por pagar', required: true }),
    moneyInput({
      name: 'importe',
      label: 'Importe',
      help: 'De cada anticipo; sin él, lo que quede del anticipo o de la cuenta.',
      required: false,
    }),
    dateInput({ name: 'fecha', label: 'Fecha', required: false }),
  ],
  emits: ['aplicado_parcial', 'aplicado'],
  run: apply,
}

/** An application of which nothing is wrong. */
interface Booked {
  readonly planned: PlannedApplication
  readonly entry: EntryPosting
}

async function apply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  const locked = await lockAdvances(tx, caller.empresa, ids)
  const states = statesBefore(ANTICIPO_PROVEEDOR_STATES, aplicarAnticipo.name)
  const advances = inStates(ids, locked, { batch, model: aplicarAnticipo.model, states })
  if (advances.length === 0) return batch.outcome()
  const facts = await loadFacts(context, advances)
  let balance = facts.balance
  const booked: Booked[] = []
  for (const advance of advances) {
    const done = book(facts, advance, balance)
    if ('code' in done) batch.refuse(advance.id, done)
    else {
      balance = done.planned.settlement.after
      booked.push(done)
    }
  }
  if (booked.length > 0 && facts.balance !== undefined && balance !== undefined) {
    await write(context, booked, { before: facts.balance, after: balance, fecha: facts.fecha })
  }
  return batch.outcome()
}

interface Facts {
  /** Undefined: there is no such invoice. */
  readonly balance: InvoiceBalance | undefined
  readonly cuenta: string
  readonly importe: string | null
  readonly fecha: string
  readonly periodo: string | ErrorEntry
  readonly currency: string
  readonly payees: ReadonlyMap<string, PayeeRow>
  readonly books: EntryBooks
}

async function loadFacts(context: ActionContext, advances: readonly AdvanceRow[]): Promise<Facts> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const cuenta = String(inputs.get('cuenta'))
  const given = inputs.get('fecha')
  const fecha = typeof given === 'string' ? given : moment.today
  const asked = inputs.get('importe')
  const invoice = (await lockInvoices(tx, empresa, [cuenta])).get(cuenta)
  const [payees, currency, periods, rules] = await Promise.all([
    findPayees(tx, empresa, [...new Set(advances.map(({ proveedor }) => proveedor))]),
    findCompanyCurrency(tx, empresa),
    loadPeriods(tx, empresa, { days: [fecha], module: 'tesoreria' }),
    findEntryRules(tx, empresa, { model: aplicarAnticipo.model, event: aplicarAnticipo.name }),
  ])
  const named = [...payees.values()].flatMap((one) => [one.cuenta_contable, one.cuenta_anticipos])
  const accounts = await findAccounts(tx, empresa, [
    ...accountsNeeded([], rules),
    ...named.filter((id) => id !== null),
  ])
  const problem = dayProblem(fecha, moment.today) ?? periods.problemOf(fecha)
  return {
    balance: invoice === undefined ? undefined : balanceOf(invoice),
    cuenta,
    importe: asked === undefined ? null : String(asked),
    fecha,
    periodo: problem ?? periods.idOf(fecha),
    currency,
    payees,
    books: { rules, accounts },
  }
}

function dayProblem(fecha: string, today: string): ErrorEntry | null {
  if (fecha <= today) return null
  return {
    code: 'VALIDATION',
    field: 'fecha',
    message: `fecha is ${fecha}, after today, ${today}.`,
  }
}

function book(
  facts: Facts,
  advance: AdvanceRow,
  balance: InvoiceBalance | undefined,
): Booked | ErrorEntry {
  if (balance === undefined) {
    const message = `There is no CuentaPorPagar with id ${facts.cuenta}.`
    return { code: 'UNKNOWN_REFERENCE', field: 'cuenta', message }
  }
  const planned = planApplication(advance, balance, facts)
  if (!planned.ok) return planned.error
  const { periodo, currency, fecha } = facts
  if (typeof periodo !== 'string') return periodo
  const payee = facts.payees.get(advance.proveedor)
  if (payee === undefined) throw new Error(`AnticipoProveedor ${advance.id} has no supplier`)
  const source = applicationSource(planned.value, { payee, currency, fecha })
  const entry = planEntry(source, facts.books)
  if (!entry.ok) return entry.error
  return { planned: planned.value, entry: { ...entry.value, periodo } }
}

async function write(
  context: ActionContext,
  booked: readonly Booked[],
  of: { readonly before: InvoiceBalance; readonly after: InvoiceBalance; readonly fecha: string },
): Promise<void> {
  const { tx, caller, moment } = context
  const { now } = moment
  const spending = await planSpending(
    context,
    booked.map(({ planned }, index) =>
      settledPart(index, planned.importe, planned.settlement.after),
    ),
  )
  const postings = { entries: booked.map(({ entry }) => entry), reversals: [] }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([
      ...needed.counters,
      ...spendingNumbers(spending.length),
      ['anticipo_proveedor_aplicacion', booked.length],
      [AUDIT_COUNTER, booked.length + 1],
    ]),
    series: needed.series,
  })
  const { numbers } = numbering
  const entries = await writeEntries(context, postings, numbering)
  const rows = booked.map(({ planned }, index) => ({
    ...rowOf(planned, of.fecha),
    id: numbers('anticipo_proveedor_aplicacion'),
    poliza: entries[index]?.id ?? null,
  }))
  const folios = booked.map(({ planned }) => planned.advance.folio)
  const deeds = [
    ...booked.map(({ planned }) => deedOf(planned, of.before.invoice.folio)),
    invoiceDeed(of, folios),
  ]
  await Promise.all([
    insertAdvanceApplications(tx, caller.empresa, { rows, now }),
    changeAdvances(tx, caller.empresa, {
      changes: booked.map(({ planned }) => ({
        id: planned.advance.id,
        estado: stateAfter(planned),
        saldo: amountText(planned.saldo),
      })),
      now,
    }),
    writeBalances(context, [of]),
    writeSpending(context, spending, {
      modelo: 'AnticipoProveedorAplicacion',
      registros: rows.map(({ id }) => id),
      numbers,
    }),
    recordAll(context, { name: aplicarAnticipo.name, reason: null }, { deeds, numbers }),
  ])
}

function rowOf(planned: PlannedApplication, fecha: string) {
  const { advance, importe, anticipoBase, settlement } = planned
  const { after } = settlement
  return {
    anticipo: advance.id,
    cuenta: after.invoice.id,
    fecha,
    importe: amountText(importe),
    importe_base: amountText(settlement.base),
    anticipo_base: amountText(anticipoBase),
    ...paidTaxTexts(planned, amountText),
    saldo_posterior: amountText(after.saldo),
  }
}

function stateAfter({ saldo }: PlannedApplication): string {
  return saldo === 0n ? 'aplicado' : 'aplicado_parcial'
}

function deedOf(planned: PlannedApplication, cuenta: string): Deed {
  const { advance, importe, saldo } = planned
  const { id, folio, estado } = advance
  const after = { folio, estado: stateAfter(planned), saldo: amountText(saldo) }
  return {
    model: aplicarAnticipo.model,
    id,
    before: { estado, saldo: advance.saldo },
    after: { ...after, cuenta, importe: amountText(importe) },
    event: stateAfter(planned),
  }
}

import type { ErrorEntry } from '../../../errors.ts'
import { NO_RECORD } from '../../../messages/requests.ts'
import { ADVANCE_OF_PAYMENT, APPLIED_AFTER_TODAY } from '../../../messages/supplier-advances.ts'
import { findAccounts, findCompanyCurrency, findEntryRules } from '../../../store/journal-store.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry, type EntryBooks } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { recognizeAction } from '../contabilidad/recognize-balances.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import type { Later } from '../later.ts'
import { balanceOf, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { paidTaxTexts } from './decisions/paid-tax-amounts.ts'
import {
  ADVANCE,
  applicationSource,
  planApplication,
  type Advance,
  type PlannedApplication,
} from './decisions/plan-application.ts'
import { moveBalance } from './effects/write-balances.ts'
import { inputText, moneyInput } from './payment-inputs.ts'
import { planSpending, settledPart, spendingNumbers, writeSpending } from './spend-budget.ts'
import { findAdvanceUses, type AdvanceUse } from './store/advance-application-store.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'
import { findPayees, type PayeeRow } from './store/payment-facts-store.ts'

// What suppliers were paid before they sent an invoice. @source docs/decisions/0249-erp-payments.md

const MODEL = 'AnticipoProveedor'
const APPLICATIONS = 'AnticipoProveedorAplicacion'
const APPLY = { model: MODEL, event: 'aplicar_anticipo' } as const

/** An advance that was paid to a supplier before the company began here. */
export const reconocerAnticipo = recognizeAction('AnticipoProveedor', {
  kind: { table: 'anticipo_proveedor', code: '120', side: 'cargo', party: 'proveedor' },
  problemOf: () => null,
})

/** Takes back an advance that was entered by hand and that nobody used; one that a payment made goes with that. */
export const cancelarAnticipoProveedor = decisionAction('AnticipoProveedor', {
  name: 'cancelar_anticipo',
  label: 'Cancelar anticipo',
  hasReason: true,
  decide: (_context, records) => {
    const made = records.filter(({ stored }) => (stored.get('pago') ?? null) !== null)
    return Promise.resolve({
      refused: new Map(
        made.map(({ id, stored }) => {
          const message = ADVANCE_OF_PAYMENT({ id, payment: String(stored.get('pago')) })
          return [id, { code: 'INVALID_STATE', message }]
        }),
      ),
      values: new Map(records.map(({ id }) => [id, new Map([['saldo', '0']])])),
    })
  },
})

/** Pays an invoice from advances that its supplier has. */
export const aplicarAnticipo = documentAction('AnticipoProveedor', {
  name: APPLY.event,
  label: 'Aplicar anticipo',
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
  fields: ADVANCE,
  run: async ({ context, batch, changes, move }) => {
    if (batch.remaining.length === 0) return
    const facts = await loadFacts(context, batch.remaining)
    const { fecha, balance: before } = facts
    let balance = before
    const booked: Booked[] = []
    for (const advance of batch.remaining) {
      const done = book(facts, advance, balance)
      if ('code' in done) {
        batch.refuse(advance.id, done)
        continue
      }
      const { planned, entry } = done
      balance = planned.settlement.after
      booked.push(done)
      changes.post({ entries: [entry] })
      const saldo = amountText(planned.saldo)
      move(advance, {
        to: planned.saldo === 0n ? 'aplicado' : 'aplicado_parcial',
        fields: { saldo },
        told: { saldo, cuenta: balance.invoice.folio, importe: amountText(planned.importe) },
      })
    }
    if (before === undefined || balance === undefined || booked.length === 0) return
    const folios = booked.map(({ planned }) => planned.advance.folio)
    moveBalance(changes, { before, after: balance }, folios)
    await spend(
      { context, changes },
      booked.map(({ planned }) => ({ planned, id: insertApplication(changes, planned, fecha) })),
    )
  },
})

/** An application of which nothing is wrong. */
interface Booked {
  readonly planned: PlannedApplication
  readonly entry: EntryPosting
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
  readonly uses: ReadonlyMap<string, AdvanceUse>
  readonly books: EntryBooks
}

async function loadFacts(context: ActionContext, advances: readonly Advance[]): Promise<Facts> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const cuenta = String(inputs.get('cuenta'))
  const fecha = inputText(inputs, 'fecha') ?? moment.today
  const invoice = (await lockInvoices(tx, empresa, [cuenta])).get(cuenta)
  const [uses, payees, currency, periods, rules] = await Promise.all([
    findAdvanceUses(
      tx,
      empresa,
      advances.map(({ id }) => id),
    ),
    findPayees(tx, empresa, [...new Set(advances.map(({ proveedor }) => proveedor))]),
    findCompanyCurrency(tx, empresa),
    loadPeriods(tx, empresa, { days: [fecha], module: 'tesoreria' }),
    findEntryRules(tx, empresa, APPLY),
  ])
  const named = [...payees.values()].flatMap((payee) => [
    payee.cuenta_contable,
    payee.cuenta_anticipos,
  ])
  const accounts = await findAccounts(tx, empresa, [
    ...accountsNeeded([], rules),
    ...named.filter((id) => id !== null),
  ])
  const problem = dayProblem(fecha, moment.today) ?? periods.problemOf(fecha)
  return {
    balance: invoice === undefined ? undefined : balanceOf(invoice),
    cuenta,
    importe: inputText(inputs, 'importe'),
    fecha,
    periodo: problem ?? periods.idOf(fecha),
    currency,
    payees,
    uses,
    books: { rules, accounts },
  }
}

function dayProblem(fecha: string, today: string): ErrorEntry | null {
  if (fecha <= today) return null
  return { code: 'VALIDATION', field: 'fecha', message: APPLIED_AFTER_TODAY({ fecha, today }) }
}

function book(
  facts: Facts,
  advance: Advance,
  balance: InvoiceBalance | undefined,
): Booked | ErrorEntry {
  if (balance === undefined) {
    const message = NO_RECORD({ model: 'CuentaPorPagar', id: facts.cuenta })
    return { code: 'UNKNOWN_REFERENCE', field: 'cuenta', message }
  }
  const planned = planApplication(advance, balance, { ...facts, used: facts.uses.get(advance.id) })
  if (!planned.ok) return planned.error
  const { periodo, currency, fecha } = facts
  if (typeof periodo !== 'string') return periodo
  const payee = facts.payees.get(advance.proveedor)
  if (payee === undefined) throw new Error(`${MODEL} ${advance.id} has no supplier`)
  const source = applicationSource(planned.value, { payee, currency, fecha })
  const entry = planEntry(source, facts.books)
  if (!entry.ok) return entry.error
  return { planned: planned.value, entry: { ...entry.value, periodo } }
}

function insertApplication(changes: Changes, planned: PlannedApplication, fecha: string): Later {
  const { advance, importe, anticipoBase, settlement } = planned
  const { after } = settlement
  return changes.insert(APPLICATIONS, {
    anticipo: advance.id,
    cuenta: after.invoice.id,
    fecha,
    importe: amountText(importe),
    poliza: changes.entryOf(advance.id),
    importe_base: amountText(settlement.base),
    anticipo_base: amountText(anticipoBase),
    ...paidTaxTexts(planned, amountText),
    saldo_posterior: amountText(after.saldo),
    cancelada: false,
  })
}

/** Takes what applications pay of purchases from their budgets. */
async function spend(
  { context, changes }: { readonly context: ActionContext; readonly changes: Changes },
  applications: readonly { readonly planned: PlannedApplication; readonly id: Later }[],
): Promise<void> {
  const spending = await planSpending(
    context,
    applications.map(({ planned }, index) =>
      settledPart(index, planned.importe, planned.settlement.after),
    ),
  )
  changes.also({
    counters: spendingNumbers(spending.length),
    write: (numbers) =>
      writeSpending(context, spending, {
        modelo: APPLICATIONS,
        registros: applications.map(({ id }) => Number(id.id)),
        numbers,
      }),
  })
}

import type { ErrorEntry } from '../../../errors.ts'
import {
  NO_ACCOUNT_TO_PAY_FROM,
  PAY_ACCOUNT_GONE,
  PAY_ACCOUNT_IN_OTHER,
  PAY_ACCOUNT_NOT_ACTIVE,
} from '../../../messages/payroll-payments.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import { planEntries } from '../contabilidad/plan-sale-entries.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { fundsOf, withdraw, type Funds } from '../tesoreria/decisions/funds.ts'
import { moveMoney } from '../tesoreria/effects/move-money.ts'
import { lockBankAccounts, type BankAccountRow } from '../tesoreria/store/bank-store.ts'
import { paymentSource } from './decisions/payment-entry.ts'
import { findInKind, markReceipts } from './store/payment-store.ts'

const MODEL = 'Nomina'
const FIELDS = ['fecha_pago', 'moneda', 'neto', 'periodo.grupo.cuenta_dispersion'] as const

/**
 * Pays runs that are authorized: one movement of the bank account of each, and its entry. What is given in kind leaves no
 * account.
 * @source docs/decisions/0295-erp-payroll-run.md
 */
export const pagarNomina = documentAction(MODEL, {
  name: 'pagar_nomina',
  label: 'Pagar nómina',
  inputs: [
    referenceInput('CuentaBancaria', {
      name: 'cuenta_bancaria',
      label: 'Cuenta bancaria',
      help: 'Si falta: la cuenta de dispersión del grupo.',
      required: false,
    }),
    dateInput({
      name: 'fecha',
      label: 'Fecha',
      help: 'En que salió del banco. Si falta: la fecha de pago de la nómina.',
      required: false,
    }),
  ],
  fields: FIELDS,
  run: pay,
})

type Work = DocumentWork<typeof MODEL, (typeof FIELDS)[number]>
type Run = Work['batch']['remaining'][number]

async function pay(work: Work): Promise<void> {
  const { context, batch } = work
  const { tx, caller } = context
  const wanted = batch.remaining.flatMap((row) => accountOf(context, row) ?? [])
  const accounts = await lockBankAccounts(tx, caller.empresa, [...new Set(wanted)])
  const payments = batch.remaining.flatMap((run) => {
    const cuenta = accountOf(context, run)
    const account = accounts.get(cuenta ?? '')
    const problem = accountProblem(run, cuenta, account)
    if (problem !== null) batch.refuse(run.id, problem)
    return problem !== null || account === undefined ? [] : [{ run, account }]
  })
  await payAll(work, payments, fundsOf(accounts))
}

/** A run and the account from which it is paid. */
interface Payment {
  readonly run: Run
  readonly account: BankAccountRow
}

async function payAll(work: Work, payments: readonly Payment[], before: Funds): Promise<void> {
  const { context, batch, changes, move } = work
  const { tx, caller } = context
  const ids = payments.map(({ run }) => run.id)
  const [inKind, modelo] = [await findInKind(tx, caller.empresa, ids), await findModelId(tx, MODEL)]
  const entries = await entriesOf(work, payments, inKind)
  let funds = before
  for (const { run, account } of payments) {
    const amount = cents(run.neto ?? '0') - cents(inKind.get(run.id) ?? '0')
    const entry = entries.get(run.id)
    const taken = withdraw(funds, account, amount)
    if (entry?.ok !== true) {
      if (entry !== undefined) batch.refuse(run.id, entry.error)
      continue
    }
    if (taken.shortage !== null && account.bloquea_sobregiro) {
      batch.refuse(run.id, taken.shortage)
      continue
    }
    ;({ funds } = taken)
    if (taken.shortage !== null) batch.warn(run.id, [taken.shortage])
    const movimiento = moveMoney(changes, {
      fecha: dayOf(context, run),
      cuenta_bancaria: account.id,
      tipo: 'retiro',
      naturaleza: 'cargo',
      importe: amountText(amount),
      moneda: run.moneda,
      tipo_cambio: '1',
      referencia: run.folio,
      beneficiario: 'Nómina',
      poliza: changes.entryOf(run.id),
      modelo,
      registro: run.id,
    })
    changes.post({ entries: [entry.value] })
    changes.also({
      write: () => markReceipts(tx, caller.empresa, { nomina: run.id, isPaid: true }),
    })
    const fields = { movimiento, poliza_pago: changes.entryOf(run.id) }
    move(run, { fields, told: { importe: amountText(amount) } })
  }
}

async function entriesOf(
  { context }: Work,
  payments: readonly Payment[],
  inKind: ReadonlyMap<string, string>,
): ReturnType<typeof planEntries> {
  return await planEntries(context, {
    module: 'nomina',
    model: MODEL,
    event: 'pagar_nomina',
    sources: payments.map(({ run, account }) =>
      paymentSource(run, {
        day: dayOf(context, run),
        inKind: inKind.get(run.id) ?? '0',
        account: account.cuenta_contable,
      }),
    ),
  })
}

function accountOf({ inputs }: ActionContext, run: Run): string | null {
  const given = inputs.get('cuenta_bancaria') ?? null
  return given === null ? run['periodo.grupo.cuenta_dispersion'] : String(given)
}

function dayOf({ inputs }: ActionContext, { fecha_pago }: Run): string {
  const given = inputs.get('fecha') ?? null
  return given === null ? fecha_pago : String(given)
}

function accountProblem(
  row: { readonly folio: string; readonly moneda: string },
  cuenta: string | null,
  account: BankAccountRow | undefined,
): ErrorEntry | null {
  if (cuenta === null) return noAccount(row.folio)
  const field = 'cuenta_bancaria'
  if (account === undefined) {
    return { code: 'UNKNOWN_REFERENCE', field, message: PAY_ACCOUNT_GONE({ id: cuenta }) }
  }
  const place = { run: row.folio, account: account.clave }
  if (!account.activo) {
    return { code: 'VALIDATION', field, message: PAY_ACCOUNT_NOT_ACTIVE(place) }
  }
  if (account.moneda === row.moneda) return null
  const message = PAY_ACCOUNT_IN_OTHER({ ...place, kept: account.moneda_clave })
  return { code: 'VALIDATION', field, message }
}

function noAccount(run: string): ErrorEntry {
  return { code: 'VALIDATION', field: 'cuenta_bancaria', message: NO_ACCOUNT_TO_PAY_FROM({ run }) }
}

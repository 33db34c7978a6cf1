import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  NO_ACCOUNT_TO_PAY_FROM,
  PAY_ACCOUNT_GONE,
  PAY_ACCOUNT_IN_OTHER,
  PAY_ACCOUNT_NOT_ACTIVE,
} from '../../../messages/payroll-payments.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import { amountText, cents } from '../cents.ts'
import { planEntries } from '../contabilidad/plan-sale-entries.ts'
import { documentAction } from '../document-action.ts'
import { fundsOf, withdraw } from '../tesoreria/decisions/funds.ts'
import { moveMoney } from '../tesoreria/effects/move-money.ts'
import { lockBankAccounts, type BankAccountRow } from '../tesoreria/store/bank-store.ts'
import { paymentSource } from './decisions/payment-entry.ts'
import { findInKind, markReceipts } from './store/payment-store.ts'

const MODEL = 'Nomina'

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
  fields: ['fecha_pago', 'moneda', 'neto', 'periodo.grupo.cuenta_dispersion'],
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, inputs } = context
    const given = inputs.get('cuenta_bancaria') ?? null
    const accountOf = (row: { readonly 'periodo.grupo.cuenta_dispersion': string | null }) =>
      given === null ? row['periodo.grupo.cuenta_dispersion'] : String(given)
    const wanted = [...new Set(batch.remaining.flatMap((row) => accountOf(row) ?? []))]
    const accounts = await lockBankAccounts(tx, caller.empresa, wanted)
    const ids = batch.remaining.map(({ id }) => id)
    const inKind = await findInKind(tx, caller.empresa, ids)
    const day = inputs.get('fecha') ?? null
    const dayOf = ({ fecha_pago }: { readonly fecha_pago: string }) =>
      day === null ? fecha_pago : String(day)
    for (const row of batch.remaining) {
      const cuenta = accountOf(row)
      const problem = accountProblem(row, cuenta, accounts.get(cuenta ?? ''))
      if (problem !== null) batch.refuse(row.id, problem)
    }
    const rows = batch.remaining
    const paying = (row: (typeof rows)[number]) => {
      const account = accounts.get(accountOf(row) ?? '')
      if (account === undefined) throw new ApiError([noAccount(row.folio)])
      return account
    }
    const entries = await planEntries(context, {
      module: 'nomina',
      model: MODEL,
      event: 'pagar_nomina',
      sources: rows.map((row) =>
        paymentSource(row, {
          day: dayOf(row),
          inKind: inKind.get(row.id) ?? '0',
          account: paying(row).cuenta_contable,
        }),
      ),
    })
    const modelo = await findModelId(tx, MODEL)
    let funds = fundsOf(accounts)
    for (const row of rows) {
      const account = paying(row)
      const amount = cents(row.neto ?? '0') - cents(inKind.get(row.id) ?? '0')
      const entry = entries.get(row.id)
      const taken = withdraw(funds, account, amount)
      if (entry === undefined || !entry.ok) {
        if (entry !== undefined) batch.refuse(row.id, entry.error)
        continue
      }
      if (taken.shortage !== null && account.bloquea_sobregiro) {
        batch.refuse(row.id, taken.shortage)
        continue
      }
      ;({ funds } = taken)
      if (taken.shortage !== null) batch.warn(row.id, [taken.shortage])
      const movimiento = moveMoney(changes, {
        fecha: dayOf(row),
        cuenta_bancaria: account.id,
        tipo: 'retiro',
        naturaleza: 'cargo',
        importe: amountText(amount),
        moneda: row.moneda,
        tipo_cambio: '1',
        referencia: row.folio,
        beneficiario: 'Nómina',
        poliza: changes.entryOf(row.id),
        modelo,
        registro: row.id,
      })
      changes.post({ entries: [entry.value] })
      changes.also({
        write: () => markReceipts(tx, caller.empresa, { nomina: row.id, isPaid: true }),
      })
      const fields = { movimiento, poliza_pago: changes.entryOf(row.id) }
      move(row, { fields, told: { importe: amountText(amount) } })
    }
  },
})

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

import { modulePermissionKey, permissionKey } from '../../../dictionary/permission-keys.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency, findEntryRules } from '../../../store/journal-store.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { readRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { cents } from '../cents.ts'
import { findLimit } from '../compras/store/approval-store.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { DayRates } from '../exchange-rates.ts'
import { lockBankAccounts } from '../tesoreria/store/bank-store.ts'
import { lockCheques } from '../tesoreria/store/cheque-store.ts'
import { balanceOf } from './decisions/invoice-balance.ts'
import { accountOf, FORM, type PaymentFacts } from './decisions/payment-facts.ts'
import type { PaymentDraft } from './decisions/plan-payment.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'
import { findPayees } from './store/payment-facts-store.ts'

export const PAY = 'pagar'
const PAY_KEYS = [
  permissionKey('PagoProveedor', PAY),
  modulePermissionKey('cuentas-por-pagar', PAY),
]

/** Locks the invoices and then the bank accounts of payments, each by id, and reads what the checks need. */
export async function loadPaymentFacts(
  context: ActionContext,
  drafts: readonly PaymentDraft[],
): Promise<PaymentFacts> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const invoices = await lockInvoices(
    tx,
    empresa,
    unique(drafts.flatMap(({ lines }) => lines.map(({ cuenta }) => cuenta))),
  )
  const forms = await readRows(context, 'FormaPago', {
    ids: unique(drafts.map((draft) => draft.forma_pago)),
    fields: FORM,
  })
  const accountIds = unique(drafts.map((draft) => accountOf(draft, forms)))
  const accounts = await lockBankAccounts(tx, empresa, accountIds)
  const cheques = await lockCheques(tx, empresa, unique(drafts.map(({ cheque }) => cheque)))
  const signer = { usuarioId: caller.usuarioId, ...moment }
  const [payees, destinations, currency, dayRates, periods, rules, limit, model] =
    await Promise.all([
      findPayees(tx, empresa, unique(drafts.map(({ proveedor }) => proveedor))),
      readRows(context, 'ProveedorCuentaBancaria', {
        ids: unique(drafts.map((draft) => draft.cuenta_destino)),
        fields: ['proveedor', 'estado'],
      }),
      findCompanyCurrency(tx, empresa),
      findDayRates(
        tx,
        empresa,
        drafts.flatMap(({ fecha, moneda, lines }) =>
          unique([moneda, ...lines.map(({ cuenta }) => invoices.get(cuenta)?.moneda ?? null)]).map(
            (currency) => ({ moneda: currency, fecha }),
          ),
        ),
      ),
      loadPeriods(tx, empresa, { days: drafts.map(({ fecha }) => fecha), module: 'tesoreria' }),
      findEntryRules(tx, empresa, { model: 'PagoProveedor', event: PAY }),
      findLimit(tx, empresa, { signer, keys: PAY_KEYS }),
      findModelId(tx, 'PagoProveedor'),
    ])
  const rates = new DayRates(dayRates)
  const isUnlimited = caller.rights.isAdministrator || limit === undefined || limit.sin_limite
  return {
    invoices: new Map([...invoices].map(([id, row]) => [id, balanceOf(row)])),
    payees,
    forms,
    destinations,
    accounts,
    cheques,
    rates: { currency, rates, mayUseAnyRate: caller.rights.isAdministrator },
    periods,
    rules,
    limit: isUnlimited || limit.limite === null ? null : cents(limit.limite),
    today: moment.today,
    model,
  }
}

function unique(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== null))]
}

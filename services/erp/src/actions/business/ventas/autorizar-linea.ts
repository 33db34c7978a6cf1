import { modulePermissionKey, permissionKey } from '../../../dictionary/permission-keys.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents, timesRate } from '../cents.ts'
import { findGrantedLimit } from '../compras/store/approval-store.ts'
import { inputText, moneyInput } from '../cuentas-por-pagar/payment-inputs.ts'
import { decisionAction, type DecidedRecord } from '../decide-records.ts'
import { DayRates } from '../exchange-rates.ts'
import { LINEA_CREDITO_CLIENTE_STATES } from './linea-credito-cliente-states.ts'

const NAME = 'autorizar_linea'
const KEYS = [permissionKey('LineaCreditoCliente', NAME), modulePermissionKey('ventas', NAME)]

/**
 * Grants credit to a customer: as much as was asked for, or another amount, also of a line that is in force or suspended;
 * no more than the caller's own limit.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const autorizarLinea = decisionAction(LINEA_CREDITO_CLIENTE_STATES, {
  name: NAME,
  label: 'Autorizar línea',
  inputs: [
    moneyInput({
      name: 'limite_autorizado',
      label: 'Límite autorizado',
      help: 'Sin él, el límite solicitado.',
      required: false,
    }),
  ],
  signs: ['autorizado_por'],
  decide: async (context, records) => {
    const given = inputText(context.inputs, 'limite_autorizado')
    const signer = await loadSigner(context, records)
    const refused = new Map<string, ErrorEntry>()
    const values = new Map<string, ReadonlyMap<string, string>>()
    for (const record of records) {
      const limit = given ?? record.stored.get('limite_solicitado') ?? '0'
      values.set(record.id, new Map([['limite_autorizado', limit]]))
      const problem = limitProblem(record, limit, signer)
      if (problem !== null) refused.set(record.id, problem)
    }
    return { refused, values }
  },
})

interface Signer {
  /** In the company's currency; null: any amount. */
  readonly limit: bigint | null
  /** What one unit of a currency is worth; undefined: nobody knows. */
  readonly rateOf: (moneda: string) => string | undefined
}

async function loadSigner(
  { tx, caller, moment }: ActionContext,
  records: readonly DecidedRecord[],
): Promise<Signer> {
  const { empresa, usuarioId, rights } = caller
  const fecha = moment.today
  const wanted = records.map((record) => ({ moneda: currencyOf(record), fecha }))
  const signer = { usuarioId, today: fecha }
  const [grant, currency, rates] = await Promise.all([
    findGrantedLimit(tx, empresa, { signer, keys: KEYS }),
    findCompanyCurrency(tx, empresa),
    findDayRates(tx, empresa, wanted),
  ])
  const days = new DayRates(rates)
  const isUnlimited = rights.isAdministrator || grant === undefined || grant.sin_limite
  return {
    limit: isUnlimited || grant.limite === null ? null : cents(grant.limite),
    rateOf: (moneda) => (moneda === currency ? '1' : days.of({ moneda, fecha })?.tipo_cambio),
  }
}

function currencyOf({ stored }: DecidedRecord): string {
  return stored.get('moneda') ?? ''
}

function limitProblem(
  record: DecidedRecord,
  amount: string,
  { limit, rateOf }: Signer,
): ErrorEntry | null {
  const name = `LineaCreditoCliente ${record.id}`
  const field = 'limite_autorizado'
  if (cents(amount) < 0n) {
    const message = `limite_autorizado of ${name} would be ${amount}; it is not below zero.`
    return { code: 'VALIDATION', field, message }
  }
  if (limit === null) return null
  const rate = rateOf(currencyOf(record))
  if (rate === undefined) {
    const message = `${name} cannot be compared with your limit: there is no TipoCambio of its currency for today; add it.`
    return { code: 'VALIDATION', field: 'moneda', message }
  }
  if (timesRate(cents(amount), rate) <= limit) return null
  const message = `${name} cannot be authorized by you: ${amount} is above your limit, ${amountText(limit)}.`
  return { code: 'FORBIDDEN', field, message }
}

export const rechazarLinea = decisionAction(LINEA_CREDITO_CLIENTE_STATES, {
  name: 'rechazar_linea',
  label: 'Rechazar línea',
  hasReason: true,
})

export const suspenderLinea = decisionAction(LINEA_CREDITO_CLIENTE_STATES, {
  name: 'suspender_linea',
  label: 'Suspender línea',
  hasReason: true,
})

export const cancelarLinea = decisionAction(LINEA_CREDITO_CLIENTE_STATES, {
  name: 'cancelar_linea',
  label: 'Cancelar línea',
  hasReason: true,
})

import { modulePermissionKey, permissionKey } from '../../../dictionary/permission-keys.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import {
  ABOVE_OWN_LIMIT,
  LIMIT_BELOW_ZERO,
  LIMIT_NOT_COMPARED,
} from '../../../messages/credit-lines.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents, timesRate } from '../cents.ts'
import { findGrantedLimit } from '../compras/store/approval-store.ts'
import { inputText, moneyInput } from '../cuentas-por-pagar/payment-inputs.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import { DayRates } from '../exchange-rates.ts'

const MODEL = 'LineaCreditoCliente'
const NAME = 'autorizar_linea'
const KEYS = [permissionKey(MODEL, NAME), modulePermissionKey('ventas', NAME)]

/**
 * Grants credit to a customer: as much as was asked for, or another amount, also of a line that is in force or suspended;
 * no more than the caller's own limit.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const autorizarLinea = documentAction('LineaCreditoCliente', {
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
  fields: ['moneda', 'limite_solicitado', 'limite_autorizado', 'autorizado_por'],
  run: async ({ context, batch, move }) => {
    const given = inputText(context.inputs, 'limite_autorizado')
    const signer = await loadSigner(context, batch.remaining)
    const limitOf = ({ limite_solicitado: asked }: Line) => given ?? asked
    for (const row of batch.remaining) {
      const problem = limitProblem(row, limitOf(row), signer)
      if (problem !== null) batch.refuse(row.id, problem)
    }
    for (const row of batch.remaining) {
      const fields = {
        limite_autorizado: limitOf(row),
        autorizado_por: context.caller.usuarioId,
      }
      // Also where somebody grants the same once more.
      move(row, { fields, noted: fields })
    }
  },
})

type Line = Picked<typeof MODEL, 'moneda' | 'limite_solicitado'>

interface Signer {
  /** In the company's currency; null: any amount. */
  readonly limit: bigint | null
  /** What one unit of a currency is worth; undefined: nobody knows. */
  readonly rateOf: (moneda: string) => string | undefined
}

async function loadSigner(
  { tx, caller, moment }: ActionContext,
  lines: readonly Line[],
): Promise<Signer> {
  const { empresa, usuarioId, rights } = caller
  const fecha = moment.today
  const wanted = lines.map(({ moneda }) => ({ moneda, fecha }))
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

function limitProblem(
  { id, moneda }: Line,
  amount: string,
  { limit, rateOf }: Signer,
): ErrorEntry | null {
  const field = 'limite_autorizado'
  if (cents(amount) < 0n) {
    const message = LIMIT_BELOW_ZERO({ id, amount })
    return { code: 'VALIDATION', field, message }
  }
  if (limit === null) return null
  const rate = rateOf(moneda)
  if (rate === undefined) {
    return { code: 'VALIDATION', field: 'moneda', message: LIMIT_NOT_COMPARED({ id }) }
  }
  if (timesRate(cents(amount), rate) <= limit) return null
  const message = ABOVE_OWN_LIMIT({ id, amount, limit: amountText(limit) })
  return { code: 'FORBIDDEN', field, message }
}

export const rechazarLinea = decisionAction('LineaCreditoCliente', {
  name: 'rechazar_linea',
  label: 'Rechazar línea',
  hasReason: true,
})

export const suspenderLinea = decisionAction('LineaCreditoCliente', {
  name: 'suspender_linea',
  label: 'Suspender línea',
  hasReason: true,
})

export const cancelarLinea = decisionAction('LineaCreditoCliente', {
  name: 'cancelar_linea',
  label: 'Cancelar línea',
  hasReason: true,
})

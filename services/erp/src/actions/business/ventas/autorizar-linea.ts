import type { ErrorEntry } from '../../../errors.ts'
import { cents } from '../cents.ts'
import { inputText, moneyInput } from '../cuentas-por-pagar/payment-inputs.ts'
import { decisionAction } from '../decide-records.ts'
import { LINEA_CREDITO_CLIENTE_STATES } from './linea-credito-cliente-states.ts'

/**
 * Grants credit to a customer: as much as was asked for, or another amount, also of a line that is in force or suspended.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const autorizarLinea = decisionAction(LINEA_CREDITO_CLIENTE_STATES, {
  name: 'autorizar_linea',
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
  decide: ({ inputs }, records) => {
    const given = inputText(inputs, 'limite_autorizado')
    const refused = new Map<string, ErrorEntry>()
    const values = new Map<string, ReadonlyMap<string, string>>()
    for (const { id, stored } of records) {
      const limit = given ?? stored.get('limite_solicitado') ?? '0'
      values.set(id, new Map([['limite_autorizado', limit]]))
      if (cents(limit) >= 0n) continue
      const message = `limite_autorizado of LineaCreditoCliente ${id} would be ${limit}; it is not below zero.`
      refused.set(id, { code: 'VALIDATION', field: 'limite_autorizado', message })
    }
    return Promise.resolve({ refused, values })
  },
})

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

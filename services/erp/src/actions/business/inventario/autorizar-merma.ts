import { decisionAction } from '../decide-records.ts'
import { MERMA_INVENTARIO_STATES } from './merma-inventario-states.ts'

/**
 * Says that a loss may be taken out of stock; `aplicar_merma` does it.
 * @source docs/decisions/0253-erp-books.md
 */
export const autorizarMerma = decisionAction(MERMA_INVENTARIO_STATES, {
  name: 'autorizar_merma',
  label: 'Autorizar merma',
  signs: ['autorizado_por'],
})

export const regresarMerma = decisionAction(MERMA_INVENTARIO_STATES, {
  name: 'regresar_merma',
  label: 'Regresar merma a reportada',
  clears: ['autorizado_por'],
})

export const rechazarMerma = decisionAction(MERMA_INVENTARIO_STATES, {
  name: 'rechazar_merma',
  label: 'Rechazar merma',
  hasReason: true,
})

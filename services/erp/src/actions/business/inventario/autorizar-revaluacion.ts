import { decisionAction } from '../decide-records.ts'
import { REVALUACION_INVENTARIO_STATES } from './revaluacion-inventario-states.ts'

/**
 * Says that stock may get new costs; `aplicar_revaluacion` gives them.
 * @source docs/decisions/0253-erp-books.md
 */
export const autorizarRevaluacion = decisionAction(REVALUACION_INVENTARIO_STATES, {
  name: 'autorizar_revaluacion',
  label: 'Autorizar revaluación',
  signs: ['autorizado_por'],
})

export const regresarRevaluacion = decisionAction(REVALUACION_INVENTARIO_STATES, {
  name: 'regresar_revaluacion',
  label: 'Regresar revaluación a borrador',
  clears: ['autorizado_por'],
})

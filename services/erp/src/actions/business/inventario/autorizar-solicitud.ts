import { decisionAction } from '../decide-records.ts'
import { SOLICITUD_MATERIAL_STATES } from './solicitud-material-states.ts'

/**
 * Says that material may be handed out; `surtir_solicitud` does it.
 * @source docs/decisions/0253-erp-books.md
 */
export const autorizarSolicitud = decisionAction(SOLICITUD_MATERIAL_STATES, {
  name: 'autorizar_solicitud',
  label: 'Autorizar solicitud',
  signs: ['autorizado_por'],
})

export const solicitarMaterial = decisionAction(SOLICITUD_MATERIAL_STATES, {
  name: 'solicitar_material',
  label: 'Solicitar material',
})

export const regresarSolicitud = decisionAction(SOLICITUD_MATERIAL_STATES, {
  name: 'regresar_solicitud',
  label: 'Regresar solicitud a borrador',
})

export const rechazarSolicitud = decisionAction(SOLICITUD_MATERIAL_STATES, {
  name: 'rechazar_solicitud',
  label: 'Rechazar solicitud',
  hasReason: true,
})

export const cancelarSolicitud = decisionAction(SOLICITUD_MATERIAL_STATES, {
  name: 'cancelar_solicitud',
  label: 'Cancelar solicitud',
  hasReason: true,
})

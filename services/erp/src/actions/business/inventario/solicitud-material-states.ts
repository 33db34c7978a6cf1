import { documentStates } from '../../documents/state-table.ts'

/** Material is supplied as it was asked for. @source docs/decisions/0240-erp-documents.md */
export const SOLICITUD_MATERIAL_STATES = documentStates('SolicitudMaterial', {
  states: [
    'borrador',
    'solicitado',
    'autorizado',
    'surtido_parcial',
    'surtido',
    'rechazado',
    'cancelado',
  ],
  drafts: ['borrador'],
  byAction: {
    surtido_parcial: { surtir_solicitud: ['autorizado', 'surtido_parcial'] },
    surtido: { surtir_solicitud: ['autorizado', 'surtido_parcial'] },
    autorizado: {
      autorizar_solicitud: ['solicitado'],
      devolver_surtido: ['surtido_parcial', 'surtido'],
    },
    solicitado: { solicitar_material: ['borrador'] },
    borrador: { regresar_solicitud: ['solicitado'] },
    rechazado: { rechazar_solicitud: ['solicitado'] },
    cancelado: { cancelar_solicitud: ['borrador', 'solicitado', 'autorizado'] },
  },
})

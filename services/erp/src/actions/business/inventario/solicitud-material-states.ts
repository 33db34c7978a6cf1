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
  byHand: {
    solicitado: ['borrador'],
    borrador: ['solicitado'],
    autorizado: ['solicitado'],
    rechazado: ['solicitado'],
    cancelado: ['borrador', 'solicitado', 'autorizado'],
  },
  byAction: {
    surtido_parcial: { surtir_solicitud: ['autorizado', 'surtido_parcial'] },
    surtido: { surtir_solicitud: ['autorizado', 'surtido_parcial'] },
    autorizado: { devolver_surtido: ['surtido_parcial', 'surtido'] },
  },
})

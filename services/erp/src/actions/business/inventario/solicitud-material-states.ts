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
  openLines: { SolicitudMaterialPartida: ['cantidad_surtida', 'movimiento_partida'] },
  byHand: {
    solicitado: ['borrador'],
    borrador: ['solicitado'],
    autorizado: ['solicitado'],
    rechazado: ['solicitado'],
    surtido_parcial: ['autorizado'],
    surtido: ['autorizado', 'surtido_parcial'],
    cancelado: ['borrador', 'solicitado', 'autorizado'],
  },
})

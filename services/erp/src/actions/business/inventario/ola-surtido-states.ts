import { documentStates } from '../../documents/state-table.ts'

/** A wave that was released is only picked. @source docs/decisions/0240-erp-documents.md */
export const OLA_SURTIDO_STATES = documentStates('OlaSurtido', {
  states: ['planeada', 'liberada', 'en_surtido', 'terminada', 'cancelada'],
  drafts: ['planeada'],
  openLines: { OlaSurtidoPartida: ['cantidad_surtida', 'faltante'] },
  byHand: {
    liberada: ['planeada'],
    planeada: ['liberada'],
    en_surtido: ['liberada'],
    terminada: ['en_surtido'],
    cancelada: ['planeada', 'liberada'],
  },
})

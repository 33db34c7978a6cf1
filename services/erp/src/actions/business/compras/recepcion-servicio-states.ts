import { documentStates } from '../../documents/state-table.ts'

/** A service that was accepted stays as it was accepted. @source docs/decisions/0240-erp-documents.md */
export const RECEPCION_SERVICIO_STATES = documentStates('RecepcionServicio', {
  states: ['borrador', 'aceptada', 'rechazada', 'facturada'],
  drafts: ['borrador'],
  byHand: { rechazada: ['borrador'] },
  byAction: {
    aceptada: { recibir_compra: ['borrador'] },
    rechazada: { cancelar_recepcion: ['aceptada'] },
  },
})

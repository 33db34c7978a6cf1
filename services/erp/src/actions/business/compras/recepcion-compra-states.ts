import { documentStates } from '../../documents/state-table.ts'

/** What was counted and applied is only taken back whole. @source docs/decisions/0240-erp-documents.md */
export const RECEPCION_COMPRA_STATES = documentStates('RecepcionCompra', {
  states: ['borrador', 'en_inspeccion', 'aplicada', 'cancelada'],
  drafts: ['borrador', 'en_inspeccion'],
  byHand: {
    en_inspeccion: ['borrador'],
    borrador: ['en_inspeccion'],
  },
  byAction: {
    aplicada: { recibir_compra: ['borrador', 'en_inspeccion'] },
    cancelada: { cancelar_recepcion: ['borrador', 'en_inspeccion', 'aplicada'] },
  },
})

import { documentStates } from '../../documents/state-table.ts'

/** What a supplier handed in stays as it was received. @source docs/decisions/0240-erp-documents.md */
export const CONTRA_RECIBO_PROVEEDOR_STATES = documentStates('ContraReciboProveedor', {
  states: ['emitido', 'revisado', 'pagado', 'cancelado'],
  drafts: ['emitido'],
  byHand: {
    revisado: ['emitido'],
    emitido: ['revisado'],
    pagado: ['revisado', 'emitido'],
    cancelado: ['emitido', 'revisado'],
  },
})

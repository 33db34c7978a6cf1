import { documentStates } from '../../documents/state-table.ts'

/** A count that both agreed on stays. @source docs/decisions/0240-erp-documents.md */
export const CORTE_CONSIGNACION_STATES = documentStates('CorteConsignacion', {
  states: ['borrador', 'conciliado', 'facturado', 'cancelado'],
  drafts: ['borrador'],
  byHand: {
    conciliado: ['borrador'],
    borrador: ['conciliado'],
    facturado: ['conciliado'],
    cancelado: ['borrador', 'conciliado'],
  },
})

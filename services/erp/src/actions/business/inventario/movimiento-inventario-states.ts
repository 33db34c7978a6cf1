import { documentStates } from '../../documents/state-table.ts'

/** Stock that was moved is only moved back. @source docs/decisions/0240-erp-documents.md */
export const MOVIMIENTO_INVENTARIO_STATES = documentStates('MovimientoInventario', {
  states: ['borrador', 'aplicado', 'cancelado'],
  drafts: ['borrador'],
  byHand: { aplicado: ['borrador'], cancelado: ['borrador', 'aplicado'] },
})

import { documentStates } from '../../documents/state-table.ts'

/** A credit note that was stamped is only cancelled. @source docs/decisions/0240-erp-documents.md */
export const NOTA_CREDITO_VENTA_STATES = documentStates('NotaCreditoVenta', {
  states: ['borrador', 'timbrada', 'aplicada', 'cancelada'],
  drafts: ['borrador'],
  openIn: { timbrada: ['cfdi'] },
  byHand: { timbrada: ['borrador'], aplicada: ['timbrada'], cancelada: ['borrador', 'timbrada'] },
})

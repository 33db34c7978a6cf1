import { documentStates } from '../../documents/state-table.ts'

/** Money that was applied is only taken back whole. @source docs/decisions/0240-erp-documents.md */
export const COBRO_CLIENTE_STATES = documentStates('CobroCliente', {
  states: ['borrador', 'aplicado', 'devuelto', 'cancelado'],
  drafts: ['borrador'],
  open: ['referencia', 'movimiento', 'poliza', 'complemento'],
  byHand: { aplicado: ['borrador'], devuelto: ['aplicado'], cancelado: ['borrador', 'aplicado'] },
})

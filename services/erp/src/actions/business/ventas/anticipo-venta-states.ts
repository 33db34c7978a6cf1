import { documentStates } from '../../documents/state-table.ts'

/** An advance that was used stays as it came in. @source docs/decisions/0240-erp-documents.md */
export const ANTICIPO_VENTA_STATES = documentStates('AnticipoVenta', {
  states: ['pendiente', 'aplicado_parcial', 'aplicado', 'devuelto', 'cancelado'],
  drafts: ['pendiente'],
  open: ['saldo', 'cfdi'],
  byHand: {
    aplicado_parcial: ['pendiente'],
    aplicado: ['pendiente', 'aplicado_parcial'],
    devuelto: ['pendiente'],
    cancelado: ['pendiente'],
  },
})

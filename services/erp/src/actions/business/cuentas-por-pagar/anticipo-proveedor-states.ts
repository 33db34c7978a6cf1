import { documentStates } from '../../documents/state-table.ts'

/** An advance that was used stays as it was paid. @source docs/decisions/0240-erp-documents.md */
export const ANTICIPO_PROVEEDOR_STATES = documentStates('AnticipoProveedor', {
  states: ['pendiente', 'aplicado_parcial', 'aplicado', 'devuelto', 'cancelado'],
  drafts: ['pendiente'],
  open: ['saldo'],
  openLines: { AnticipoProveedorAplicacion: 'all' },
  byHand: {
    aplicado_parcial: ['pendiente'],
    aplicado: ['pendiente', 'aplicado_parcial'],
    devuelto: ['pendiente'],
    cancelado: ['pendiente'],
  },
})

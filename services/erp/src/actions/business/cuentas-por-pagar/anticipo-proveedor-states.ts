import { documentStates } from '../../documents/state-table.ts'

/** An advance that was used stays as it was paid. @source docs/decisions/0249-erp-payments.md */
export const ANTICIPO_PROVEEDOR_STATES = documentStates('AnticipoProveedor', {
  states: ['pendiente', 'aplicado_parcial', 'aplicado', 'devuelto', 'cancelado'],
  drafts: ['pendiente'],
  open: ['cfdi'],
  byHand: { devuelto: ['pendiente'], cancelado: ['pendiente'] },
  byAction: {
    pendiente: { cancelar_aplicacion: ['aplicado_parcial', 'aplicado'] },
    aplicado_parcial: {
      aplicar_anticipo: ['pendiente', 'aplicado_parcial'],
      cancelar_aplicacion: ['aplicado'],
    },
    aplicado: { aplicar_anticipo: ['pendiente', 'aplicado_parcial'] },
  },
})

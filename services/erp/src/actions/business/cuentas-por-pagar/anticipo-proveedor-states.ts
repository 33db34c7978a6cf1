import { documentStates } from '../../documents/state-table.ts'

/** An advance that was used stays as it was paid. @source docs/decisions/0249-erp-payments.md */
export const ANTICIPO_PROVEEDOR_STATES = documentStates('AnticipoProveedor', {
  states: ['por_validar', 'pendiente', 'aplicado_parcial', 'aplicado', 'devuelto', 'cancelado'],
  drafts: ['por_validar'],
  open: ['cfdi', 'compra'],
  byAction: {
    pendiente: {
      reconocer_saldo: ['por_validar'],
      cancelar_aplicacion: ['aplicado_parcial', 'aplicado'],
    },
    cancelado: { cancelar_anticipo: ['por_validar', 'pendiente'] },
    aplicado_parcial: {
      aplicar_anticipo: ['pendiente', 'aplicado_parcial'],
      cancelar_aplicacion: ['aplicado'],
    },
    aplicado: { aplicar_anticipo: ['pendiente', 'aplicado_parcial'] },
  },
})

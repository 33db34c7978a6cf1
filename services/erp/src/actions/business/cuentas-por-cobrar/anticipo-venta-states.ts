import { documentStates } from '../../documents/state-table.ts'

/** What a customer paid beforehand stays as it came in; it is used up by its actions. @source docs/decisions/0252-erp-cash.md */
export const ANTICIPO_VENTA_STATES = documentStates('AnticipoVenta', {
  states: ['por_validar', 'pendiente', 'aplicado_parcial', 'aplicado', 'devuelto', 'cancelado'],
  drafts: ['por_validar'],
  open: ['cotizacion', 'venta', 'cfdi'],
  byAction: {
    pendiente: {
      reconocer_saldo: ['por_validar'],
      timbrar_anticipo: ['pendiente'],
      cancelar_cfdi: ['pendiente'],
      cancelar_reembolso: ['devuelto'],
    },
    aplicado_parcial: {
      aplicar_anticipo: ['pendiente', 'aplicado_parcial'],
      cancelar_reembolso: ['devuelto'],
    },
    aplicado: { aplicar_anticipo: ['pendiente', 'aplicado_parcial'] },
    devuelto: { reembolsar_anticipo: ['pendiente', 'aplicado_parcial'] },
    cancelado: { cancelar_anticipo: ['por_validar', 'pendiente'] },
  },
})

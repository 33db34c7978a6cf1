import { documentStates } from '../../documents/state-table.ts'

/** What a customer paid beforehand stays as it came in; it is used up by its actions. @source docs/decisions/0252-erp-cash.md */
export const ANTICIPO_VENTA_STATES = documentStates('AnticipoVenta', {
  states: ['pendiente', 'aplicado_parcial', 'aplicado', 'devuelto', 'cancelado'],
  drafts: [],
  initial: ['pendiente'],
  open: ['cotizacion', 'venta', 'cfdi'],
  byAction: {
    pendiente: { timbrar_anticipo: ['pendiente'], cancelar_cfdi: ['pendiente'] },
    aplicado_parcial: { aplicar_anticipo: ['pendiente', 'aplicado_parcial'] },
    aplicado: { aplicar_anticipo: ['pendiente', 'aplicado_parcial'] },
    cancelado: { cancelar_anticipo: ['pendiente'] },
  },
})

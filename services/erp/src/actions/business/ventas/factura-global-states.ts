import { documentStates } from '../../documents/state-table.ts'

/** A global invoice that was stamped is only cancelled. @source docs/decisions/0251-erp-stamping.md */
export const FACTURA_GLOBAL_STATES = documentStates('FacturaGlobal', {
  states: ['borrador', 'timbrada', 'cancelada'],
  drafts: ['borrador'],
  byAction: {
    timbrada: { timbrar_factura_global: ['borrador'] },
    cancelada: { cancelar_factura_global: ['borrador', 'timbrada'] },
  },
})

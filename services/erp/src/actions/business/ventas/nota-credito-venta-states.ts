import { documentStates } from '../../documents/state-table.ts'

/** A credit note that was stamped is only cancelled. @source docs/decisions/0251-erp-stamping.md */
export const NOTA_CREDITO_VENTA_STATES = documentStates('NotaCreditoVenta', {
  states: ['borrador', 'timbrada', 'aplicada', 'cancelada'],
  drafts: ['borrador'],
  byAction: {
    aplicada: { timbrar_nota_credito: ['borrador'] },
    cancelada: { cancelar_nota_credito: ['borrador', 'aplicada'] },
  },
})

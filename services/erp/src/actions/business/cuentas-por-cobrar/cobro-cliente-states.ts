import { documentStates } from '../../documents/state-table.ts'

/** Money that was applied is only taken back whole. @source docs/decisions/0252-erp-cash.md */
export const COBRO_CLIENTE_STATES = documentStates('CobroCliente', {
  states: ['borrador', 'aplicado', 'devuelto', 'cancelado'],
  drafts: ['borrador'],
  open: ['referencia'],
  byAction: {
    aplicado: {
      cobrar: ['borrador'],
      timbrar_complemento: ['aplicado'],
      cancelar_complemento: ['aplicado'],
    },
    devuelto: { devolver_cobro: ['aplicado'] },
    cancelado: { cancelar_cobro: ['borrador', 'aplicado'] },
  },
})

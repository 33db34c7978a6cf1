import { documentStates } from '../../documents/state-table.ts'

/** A commission that was authorized stays as it was worked out. @source docs/decisions/0240-erp-documents.md */
export const LIQUIDACION_COMISION_STATES = documentStates('LiquidacionComision', {
  states: ['borrador', 'autorizada', 'pagada', 'cancelada'],
  drafts: ['borrador'],
  byHand: {
    autorizada: ['borrador'],
    borrador: ['autorizada'],
    pagada: ['autorizada'],
    cancelada: ['borrador', 'autorizada'],
  },
})

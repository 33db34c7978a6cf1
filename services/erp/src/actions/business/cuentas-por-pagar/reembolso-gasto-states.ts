import { documentStates } from '../../documents/state-table.ts'

/** Expenses that were handed in are looked at as they are. @source docs/decisions/0240-erp-documents.md */
export const REEMBOLSO_GASTO_STATES = documentStates('ReembolsoGasto', {
  states: ['borrador', 'enviado', 'autorizado', 'pagado', 'rechazado'],
  drafts: ['borrador'],
  open: ['pago', 'autorizado_por'],
  openLines: { ReembolsoGastoPartida: ['deducible', 'motivo_rechazo'] },
  byHand: {
    enviado: ['borrador'],
    borrador: ['enviado', 'rechazado'],
    autorizado: ['enviado'],
    rechazado: ['enviado'],
    pagado: ['autorizado'],
  },
})

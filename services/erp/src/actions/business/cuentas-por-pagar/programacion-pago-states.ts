import { documentStates } from '../../documents/state-table.ts'

/** What is to be paid is what was asked for; how much of it, is for who authorizes. @source docs/decisions/0240-erp-documents.md */
export const PROGRAMACION_PAGO_STATES = documentStates('ProgramacionPago', {
  states: ['borrador', 'en_autorizacion', 'autorizada', 'pagada', 'cancelada'],
  drafts: ['borrador'],
  openIn: { en_autorizacion: ['importe_autorizado', 'autorizado_por'] },
  openLines: { ProgramacionPagoPartida: ['importe_autorizado'] },
  byHand: {
    en_autorizacion: ['borrador'],
    borrador: ['en_autorizacion'],
    autorizada: ['en_autorizacion'],
    pagada: ['autorizada'],
    cancelada: ['borrador', 'en_autorizacion', 'autorizada'],
  },
})

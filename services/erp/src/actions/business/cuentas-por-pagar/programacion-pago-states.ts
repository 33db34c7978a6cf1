import { documentStates } from '../../documents/state-table.ts'

/** What is to be paid is what was asked for; how much of it, is for who authorizes. @source docs/decisions/0249-erp-payments.md */
export const PROGRAMACION_PAGO_STATES = documentStates('ProgramacionPago', {
  states: ['borrador', 'en_autorizacion', 'autorizada', 'pagada', 'cancelada'],
  drafts: ['borrador'],
  openIn: { en_autorizacion: ['importe_autorizado'] },
  openLinesIn: {
    en_autorizacion: { ProgramacionPagoPartida: ['importe_autorizado', 'comentario'] },
  },
  byAction: {
    en_autorizacion: { solicitar_autorizacion: ['borrador'] },
    autorizada: { autorizar_programacion: ['en_autorizacion'] },
    borrador: { rechazar_programacion: ['en_autorizacion'] },
    pagada: { pagar_programacion: ['autorizada'] },
    cancelada: { cancelar_programacion: ['borrador', 'en_autorizacion', 'autorizada'] },
  },
})

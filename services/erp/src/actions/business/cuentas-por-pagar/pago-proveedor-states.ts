import { documentStates } from '../../documents/state-table.ts'

/** A payment that was authorized is made as it was authorized. @source docs/decisions/0249-erp-payments.md */
export const PAGO_PROVEEDOR_STATES = documentStates('PagoProveedor', {
  states: ['borrador', 'autorizado', 'enviado', 'aplicado', 'rechazado', 'cancelado'],
  drafts: ['borrador'],
  open: ['referencia', 'clave_rastreo', 'cheque', 'poliza', 'complemento'],
  byHand: {
    autorizado: ['borrador'],
    borrador: ['autorizado'],
    enviado: ['autorizado'],
    rechazado: ['autorizado', 'enviado'],
  },
  byAction: {
    aplicado: { pagar: ['borrador', 'autorizado', 'enviado'] },
    cancelado: { cancelar_pago: ['borrador', 'autorizado', 'rechazado', 'aplicado'] },
  },
})

import { documentStates } from '../../documents/state-table.ts'

/** A payment that was authorized is made as it was authorized. @source docs/decisions/0240-erp-documents.md */
export const PAGO_PROVEEDOR_STATES = documentStates('PagoProveedor', {
  states: ['borrador', 'autorizado', 'enviado', 'aplicado', 'rechazado', 'cancelado'],
  drafts: ['borrador'],
  open: ['referencia', 'clave_rastreo', 'cheque', 'poliza', 'complemento'],
  byHand: {
    autorizado: ['borrador'],
    borrador: ['autorizado'],
    enviado: ['autorizado'],
    aplicado: ['autorizado', 'enviado'],
    rechazado: ['autorizado', 'enviado'],
    cancelado: ['borrador', 'autorizado', 'rechazado'],
  },
})

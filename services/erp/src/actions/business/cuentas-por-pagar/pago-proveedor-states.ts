import { documentStates } from '../../documents/state-table.ts'

/** A payment that was authorized is made as it was authorized. @source docs/decisions/0249-erp-payments.md */
export const PAGO_PROVEEDOR_STATES = documentStates('PagoProveedor', {
  states: ['borrador', 'autorizado', 'enviado', 'aplicado', 'rechazado', 'cancelado'],
  drafts: ['borrador'],
  open: ['referencia', 'clave_rastreo', 'cheque', 'poliza', 'complemento'],
  byAction: {
    autorizado: { autorizar_pago: ['borrador'] },
    borrador: { regresar_pago: ['autorizado'] },
    enviado: { enviar_pago: ['autorizado'] },
    rechazado: { rechazar_pago: ['autorizado', 'enviado'] },
    aplicado: { pagar: ['borrador', 'autorizado', 'enviado'] },
    cancelado: { cancelar_pago: ['borrador', 'autorizado', 'rechazado', 'aplicado'] },
  },
})

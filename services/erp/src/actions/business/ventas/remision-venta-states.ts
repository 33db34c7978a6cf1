import { documentStates } from '../../documents/state-table.ts'

/** What was delivered stays as it was delivered. @source docs/decisions/0240-erp-documents.md */
export const REMISION_VENTA_STATES = documentStates('RemisionVenta', {
  states: ['borrador', 'surtida', 'entregada', 'facturada', 'cancelada'],
  drafts: ['borrador'],
  open: ['embarque', 'recibido_por', 'fecha_recibo'],
  byHand: {
    surtida: ['borrador'],
    borrador: ['surtida'],
    facturada: ['entregada'],
  },
  byAction: {
    entregada: { entregar: ['borrador', 'surtida'] },
    cancelada: { cancelar_remision: ['borrador', 'surtida', 'entregada'] },
  },
})

import { documentStates } from '../../documents/state-table.ts'

/** What was sold is not changed by hand once it is confirmed; an invoice that was paid is not cancelled. @source docs/decisions/0240-erp-documents.md */
export const VENTA_STATES = documentStates('Venta', {
  states: ['borrador', 'confirmada', 'facturada', 'pagada', 'cancelada'],
  drafts: ['borrador'],
  open: ['fecha_entrega', 'vendedor'],
  openIn: {
    confirmada: ['fecha_entrega', 'vendedor', 'forma_pago', 'metodo_pago', 'uso_cfdi'],
    facturada: ['fecha_entrega', 'vendedor', 'motivo_cancelacion'],
    pagada: [],
  },
  byAction: {
    confirmada: { confirmar_venta: ['borrador'], entregar: ['confirmada'] },
    facturada: { timbrar_venta: ['confirmada'], entregar: ['facturada'] },
    pagada: { entregar: ['pagada'] },
    borrador: { regresar_venta: ['confirmada'] },
    cancelada: { cancelar_venta: ['borrador', 'confirmada', 'facturada'] },
  },
})

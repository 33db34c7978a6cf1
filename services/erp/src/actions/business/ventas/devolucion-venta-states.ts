import { documentStates, type StateTable } from '../../documents/state-table.ts'

const LIFE = documentStates('DevolucionVenta', {
  states: ['solicitada', 'autorizada', 'recibida', 'acreditada', 'rechazada', 'cancelada'],
  drafts: ['solicitada'],
  byAction: {
    acreditada: { timbrar_nota_credito: ['recibida'] },
    autorizada: { autorizar_devolucion: ['solicitada'] },
    rechazada: { rechazar_devolucion: ['solicitada', 'autorizada'] },
    recibida: { recibir_devolucion: ['autorizada'] },
    cancelada: { cancelar_devolucion: ['solicitada', 'autorizada', 'recibida'] },
  },
})

/** What comes back is counted until it is received. */
const COUNTED = ['cantidad_aceptada', 'dictamen', 'inspeccion', 'lote', 'numero_serie', 'ubicacion']

/** What comes back is counted, not asked for anew. @source docs/decisions/0240-erp-documents.md */
export const DEVOLUCION_VENTA_STATES = {
  ...LIFE,
  states: {
    ...LIFE.states,
    autorizada: { open: ['almacen'], openLines: { DevolucionVentaPartida: COUNTED } },
  },
} satisfies StateTable

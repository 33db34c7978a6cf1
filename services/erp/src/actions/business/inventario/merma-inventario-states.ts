import { documentStates } from '../../documents/state-table.ts'

/** A loss that was authorized is applied as it was authorized. @source docs/decisions/0253-erp-books.md */
export const MERMA_INVENTARIO_STATES = documentStates('MermaInventario', {
  states: ['reportada', 'autorizada', 'aplicada', 'rechazada', 'cancelada'],
  drafts: ['reportada'],
  open: ['aviso_destruccion'],
  byAction: {
    autorizada: { autorizar_merma: ['reportada'] },
    reportada: { regresar_merma: ['autorizada'] },
    rechazada: { rechazar_merma: ['reportada', 'autorizada'] },
    aplicada: { aplicar_merma: ['autorizada'] },
    cancelada: { cancelar_merma: ['aplicada'] },
  },
})

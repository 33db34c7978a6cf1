import { documentStates } from '../../documents/state-table.ts'

/** A loss that was authorized is applied as it was authorized. @source docs/decisions/0253-erp-books.md */
export const MERMA_INVENTARIO_STATES = documentStates('MermaInventario', {
  states: ['reportada', 'autorizada', 'aplicada', 'rechazada', 'cancelada'],
  drafts: ['reportada'],
  open: ['aviso_destruccion'],
  byHand: {
    autorizada: ['reportada'],
    reportada: ['autorizada'],
    rechazada: ['reportada', 'autorizada'],
  },
  byAction: {
    aplicada: { aplicar_merma: ['autorizada'] },
    cancelada: { cancelar_merma: ['aplicada'] },
  },
})

import { documentStates } from '../../documents/state-table.ts'

/** New costs are applied as they were authorized. @source docs/decisions/0240-erp-documents.md */
export const REVALUACION_INVENTARIO_STATES = documentStates('RevaluacionInventario', {
  states: ['borrador', 'autorizada', 'aplicada', 'cancelada'],
  drafts: ['borrador'],
  byAction: {
    autorizada: { autorizar_revaluacion: ['borrador'] },
    borrador: { regresar_revaluacion: ['autorizada'] },
    aplicada: { aplicar_revaluacion: ['autorizada'] },
    cancelada: { cancelar_revaluacion: ['aplicada'] },
  },
})

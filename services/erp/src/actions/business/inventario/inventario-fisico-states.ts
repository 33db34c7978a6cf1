import { documentStates } from '../../documents/state-table.ts'

/** A count under review is not counted on. @source docs/decisions/0240-erp-documents.md */
export const INVENTARIO_FISICO_STATES = documentStates('InventarioFisico', {
  states: ['preparado', 'en_conteo', 'en_revision', 'ajustado', 'cancelado'],
  drafts: ['preparado', 'en_conteo'],
  byHand: {
    en_conteo: ['preparado', 'en_revision'],
    en_revision: ['en_conteo'],
    ajustado: ['en_revision'],
    cancelado: ['preparado', 'en_conteo', 'en_revision'],
  },
})

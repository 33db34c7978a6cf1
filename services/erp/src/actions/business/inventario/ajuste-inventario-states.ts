import { documentStates } from '../../documents/state-table.ts'

/** An adjustment that was authorized is made as it was authorized. @source docs/decisions/0240-erp-documents.md */
export const AJUSTE_INVENTARIO_STATES = documentStates('AjusteInventario', {
  states: ['solicitado', 'autorizado', 'aplicado', 'rechazado'],
  drafts: ['solicitado'],
  byHand: { autorizado: ['solicitado'], rechazado: ['solicitado'], aplicado: ['autorizado'] },
})

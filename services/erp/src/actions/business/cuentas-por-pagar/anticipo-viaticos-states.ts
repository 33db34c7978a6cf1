import { documentStates } from '../../documents/state-table.ts'

/** Travel money that was authorized is only accounted for. @source docs/decisions/0240-erp-documents.md */
export const ANTICIPO_VIATICOS_STATES = documentStates('AnticipoViaticos', {
  states: ['solicitado', 'autorizado', 'entregado', 'comprobado', 'cancelado'],
  drafts: ['solicitado'],
  open: ['comprobado', 'saldo'],
  byHand: {
    autorizado: ['solicitado'],
    entregado: ['autorizado'],
    comprobado: ['entregado'],
    cancelado: ['solicitado', 'autorizado'],
  },
})

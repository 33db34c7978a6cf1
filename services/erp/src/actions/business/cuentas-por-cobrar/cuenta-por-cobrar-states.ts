import { documentStates } from '../../documents/state-table.ts'

/** What a customer owes stays as it was once any of it was paid; the states that payments make are theirs. @source docs/decisions/0252-erp-cash.md */
export const CUENTA_POR_COBRAR_STATES = documentStates('CuentaPorCobrar', {
  states: ['vigente', 'cobrada_parcial', 'cobrada', 'en_litigio', 'incobrable', 'cancelada'],
  drafts: ['vigente'],
  open: ['vencimiento', 'cobrador', 'poliza'],
  byHand: {
    en_litigio: ['vigente', 'cobrada_parcial'],
    vigente: ['en_litigio'],
    cobrada_parcial: ['en_litigio'],
    incobrable: ['vigente', 'cobrada_parcial', 'en_litigio'],
    cancelada: ['vigente'],
  },
})

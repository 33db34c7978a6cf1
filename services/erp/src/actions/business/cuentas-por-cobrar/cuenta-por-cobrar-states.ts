import { documentStates } from '../../documents/state-table.ts'

/** What a customer owes stays as it was once any of it was paid; the states that payments make are theirs. @source docs/decisions/0252-erp-cash.md */
export const CUENTA_POR_COBRAR_STATES = documentStates('CuentaPorCobrar', {
  states: [
    'por_validar',
    'vigente',
    'cobrada_parcial',
    'cobrada',
    'en_litigio',
    'incobrable',
    'cancelada',
  ],
  drafts: ['por_validar'],
  open: ['vencimiento', 'cobrador'],
  openLinesIn: { vigente: { CuentaPorCobrarParcialidad: 'all' } },
  byAction: {
    vigente: { reconocer_saldo: ['por_validar'], resolver_disputa: ['en_litigio'] },
    cobrada_parcial: { resolver_disputa: ['en_litigio'] },
    en_litigio: { disputar_cuenta: ['vigente', 'cobrada_parcial'] },
    incobrable: { declarar_incobrable: ['vigente', 'cobrada_parcial', 'en_litigio'] },
    cancelada: { cancelar_saldo: ['por_validar', 'vigente'] },
  },
})

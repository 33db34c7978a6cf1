// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of cuentas-por-cobrar and others move its documents to where. */
export const CUENTAS_POR_COBRAR_MOVES = {
  CobroCliente: [
    { from: ['borrador'], to: 'aplicado', by: 'cobrar' },
    { from: ['aplicado'], to: 'aplicado', by: 'timbrar_complemento' },
    { from: ['aplicado'], to: 'aplicado', by: 'cancelar_complemento' },
    { from: ['aplicado'], to: 'devuelto', by: 'devolver_cobro' },
    { from: ['borrador', 'aplicado'], to: 'cancelado', by: 'cancelar_cobro' },
  ],
  CuentaPorCobrar: [
    { from: ['por_validar'], to: 'vigente', by: 'reconocer_saldo' },
    { from: ['en_litigio'], to: 'vigente', by: 'resolver_disputa' },
    { from: ['en_litigio'], to: 'cobrada_parcial', by: 'resolver_disputa' },
    { from: ['vigente', 'cobrada_parcial'], to: 'en_litigio', by: 'disputar_cuenta' },
    {
      from: ['vigente', 'cobrada_parcial', 'en_litigio'],
      to: 'incobrable',
      by: 'declarar_incobrable',
    },
    { from: ['por_validar', 'vigente'], to: 'cancelada', by: 'cancelar_saldo' },
  ],
} as const

// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of nomina and others move its documents to where. */
export const NOMINA_MOVES = {
  PeriodoNomina: [{ from: ['futuro'], to: 'abierto', by: 'abrir_periodo' }],
} as const

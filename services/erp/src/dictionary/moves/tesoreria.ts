// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of tesoreria and others move its documents to where. */
export const TESORERIA_MOVES = {
  ConciliacionBancaria: [
    { from: ['en_proceso'], to: 'con_diferencias', by: 'conciliar' },
    { from: ['con_diferencias'], to: 'en_proceso', by: 'conciliar' },
    { from: ['en_proceso', 'con_diferencias'], to: 'conciliada', by: 'cerrar_conciliacion' },
  ],
  EstadoCuentaBancario: [
    { from: ['importado', 'conciliado'], to: 'en_conciliacion', by: 'conciliar' },
    { from: ['importado', 'en_conciliacion'], to: 'conciliado', by: 'conciliar' },
  ],
} as const

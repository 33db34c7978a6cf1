// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of contabilidad and others move its documents to where. */
export const CONTABILIDAD_MOVES = {
  Poliza: [
    { from: ['borrador', 'autorizada'], to: 'aplicada', by: 'aplicar' },
    { from: ['aplicada'], to: 'reversada', by: 'reversar' },
  ],
} as const

// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of punto-de-venta and others move its documents to where. */
export const PUNTO_DE_VENTA_MOVES = {
  FacturaGlobal: [
    { from: ['borrador'], to: 'timbrada', by: 'timbrar_factura_global' },
    { from: ['borrador', 'timbrada'], to: 'cancelada', by: 'cancelar_factura_global' },
  ],
} as const

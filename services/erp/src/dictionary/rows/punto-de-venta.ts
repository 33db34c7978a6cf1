// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface PuntoDeVentaRows {
  readonly FacturaGlobal: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly sucursal: string
    readonly periodicidad: string
    readonly mes: string
    readonly anio: number
    readonly moneda: string
    readonly subtotal: string
    readonly impuestos: string
    readonly total: string
    readonly cfdi: string | null
    readonly estado: 'borrador' | 'timbrada' | 'cancelada'
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface PuntoDeVentaOptional {
  readonly FacturaGlobal: 'subtotal' | 'impuestos' | 'total' | 'cfdi' | 'estado'
}

/** The models to which references point, where actions know their rows too. */
export interface PuntoDeVentaReferences {
  readonly FacturaGlobal: { readonly moneda: 'Moneda'; readonly cfdi: 'Cfdi' }
}

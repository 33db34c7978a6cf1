// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface CuentasPorPagarRows {
  readonly CondicionPago: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly dias: number
    readonly dias_descuento: number | null
    readonly descuento_pronto_pago: string | null
    readonly parcialidades: number | null
    readonly es_contado: boolean
    readonly dia_corte: number | null
    readonly aplica: 'clientes' | 'proveedores' | 'ambos'
    readonly activo: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface CuentasPorPagarOptional {
  readonly CondicionPago:
    | 'dias_descuento'
    | 'descuento_pronto_pago'
    | 'parcialidades'
    | 'es_contado'
    | 'dia_corte'
    | 'activo'
}

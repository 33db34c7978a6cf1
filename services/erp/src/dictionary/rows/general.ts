// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface GeneralRows {
  readonly Moneda: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly simbolo: string | null
    readonly codigo_numerico: string | null
    readonly decimales: number | null
    readonly porcentaje_variacion: string | null
    readonly activo: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface GeneralOptional {
  readonly Moneda: 'simbolo' | 'codigo_numerico' | 'decimales' | 'porcentaje_variacion' | 'activo'
}

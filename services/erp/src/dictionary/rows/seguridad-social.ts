// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface SeguridadSocialRows {
  readonly TipoMovimientoImss: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly requiere_salario: boolean
    readonly requiere_causa: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface SeguridadSocialOptional {
  readonly TipoMovimientoImss: 'requiere_salario' | 'requiere_causa'
}

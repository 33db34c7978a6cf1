// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface PlataformaRows {
  readonly ModeloSistema: {
    readonly id: string
    readonly nombre: string
    readonly etiqueta: string | null
    readonly modulo: string | null
    readonly nivel: number | null
    readonly tabla: string | null
    readonly campo_representativo: string | null
    readonly multiempresa: boolean
    readonly tiene_callbacks: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface PlataformaOptional {
  readonly ModeloSistema:
    | 'etiqueta'
    | 'modulo'
    | 'nivel'
    | 'tabla'
    | 'campo_representativo'
    | 'multiempresa'
    | 'tiene_callbacks'
}

// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface CfdiRows {
  readonly FormaPagoSat: {
    readonly id: string
    readonly clave: string
    readonly descripcion: string
    readonly bancarizado: boolean
    readonly requiere_numero_operacion: boolean
    readonly patron_cuenta_ordenante: string | null
    readonly patron_cuenta_beneficiario: string | null
    readonly permite_tipo_cadena_pago: boolean
    readonly inicio_vigencia: string | null
    readonly fin_vigencia: string | null
  }
  readonly Impuesto: {
    readonly id: string
    readonly clave: string
    readonly descripcion: string
    readonly traslado: boolean
    readonly retencion: boolean
    readonly ambito: string | null
    readonly inicio_vigencia: string | null
    readonly fin_vigencia: string | null
  }
  readonly TipoFactor: {
    readonly id: string
    readonly clave: string
    readonly descripcion: string
    readonly inicio_vigencia: string | null
    readonly fin_vigencia: string | null
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface CfdiOptional {
  readonly FormaPagoSat:
    | 'bancarizado'
    | 'requiere_numero_operacion'
    | 'patron_cuenta_ordenante'
    | 'patron_cuenta_beneficiario'
    | 'permite_tipo_cadena_pago'
    | 'inicio_vigencia'
    | 'fin_vigencia'
  readonly Impuesto: 'traslado' | 'retencion' | 'ambito' | 'inicio_vigencia' | 'fin_vigencia'
  readonly TipoFactor: 'inicio_vigencia' | 'fin_vigencia'
}

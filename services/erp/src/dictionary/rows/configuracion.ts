// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface ConfiguracionRows {
  readonly Adjunto: {
    readonly id: string
    readonly nombre: string
    readonly tipo: string
    readonly tamano_bytes: number
    readonly huella: string
    readonly ruta: string
    readonly modelo: string | null
    readonly registro: string | null
    readonly descripcion: string | null
    readonly subido_por: string | null
    readonly es_confidencial: boolean
  }
  readonly FormaPago: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly forma_pago_sat: string
    readonly requiere_referencia: boolean
    readonly es_predeterminada: boolean
    readonly cuenta_bancaria: string | null
    readonly dias_acreditacion: number | null
    readonly comision: string | null
    readonly activo: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface ConfiguracionOptional {
  readonly Adjunto: 'modelo' | 'registro' | 'descripcion' | 'subido_por' | 'es_confidencial'
  readonly FormaPago:
    | 'requiere_referencia'
    | 'es_predeterminada'
    | 'cuenta_bancaria'
    | 'dias_acreditacion'
    | 'comision'
    | 'activo'
}

/** The models to which references point, where actions know their rows too. */
export interface ConfiguracionReferences {
  readonly Adjunto: { readonly modelo: 'ModeloSistema'; readonly subido_por: 'Usuario' }
  readonly FormaPago: {
    readonly forma_pago_sat: 'FormaPagoSat'
    readonly cuenta_bancaria: 'CuentaBancaria'
  }
}

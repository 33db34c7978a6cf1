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
  readonly Direccion: {
    readonly id: string
    readonly tipo_domicilio: string
    readonly tipo_vialidad: string | null
    readonly calle: string
    readonly numero_exterior: string | null
    readonly numero_interior: string | null
    readonly colonia: string | null
    readonly localidad: string | null
    readonly municipio: string | null
    readonly estado: string | null
    readonly codigo_postal: string | null
    readonly pais: string
    readonly referencias: string | null
    readonly cliente: string | null
    readonly proveedor: string | null
  }
  readonly Empresa: {
    readonly id: string
    readonly clave: string
    readonly razon_social: string
    readonly nombre_comercial: string | null
    readonly rfc: string
    readonly curp: string | null
    readonly tipo_persona: string
    readonly regimen_fiscal: string
    readonly domicilio_fiscal: string | null
    readonly moneda: string
    readonly zona_horaria: string
    readonly idioma: string | null
    readonly actividad: string | null
    readonly plan: string | null
    readonly poliza_apertura: string | null
    readonly activo: boolean
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
  readonly Direccion:
    | 'tipo_vialidad'
    | 'numero_exterior'
    | 'numero_interior'
    | 'colonia'
    | 'localidad'
    | 'municipio'
    | 'estado'
    | 'codigo_postal'
    | 'referencias'
    | 'cliente'
    | 'proveedor'
  readonly Empresa:
    | 'nombre_comercial'
    | 'curp'
    | 'domicilio_fiscal'
    | 'idioma'
    | 'actividad'
    | 'plan'
    | 'poliza_apertura'
    | 'activo'
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
  readonly Direccion: { readonly cliente: 'Cliente'; readonly proveedor: 'Proveedor' }
  readonly Empresa: {
    readonly domicilio_fiscal: 'Direccion'
    readonly moneda: 'Moneda'
    readonly poliza_apertura: 'Poliza'
  }
  readonly FormaPago: {
    readonly forma_pago_sat: 'FormaPagoSat'
    readonly cuenta_bancaria: 'CuentaBancaria'
  }
}

// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface FiscalRows {
  readonly Cfdi: {
    readonly id: string
    readonly uuid: string | null
    readonly sentido: 'emitido' | 'recibido'
    readonly tipo: string
    readonly version_cfdi: string
    readonly serie: string | null
    readonly folio: string | null
    readonly fecha: string
    readonly fecha_timbrado: string | null
    readonly rfc_emisor: string
    readonly nombre_emisor: string
    readonly rfc_receptor: string
    readonly nombre_receptor: string
    readonly uso: string | null
    readonly metodo_pago: string | null
    readonly forma_pago: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly subtotal: string
    readonly descuento: string
    readonly traslados: string
    readonly retenciones: string
    readonly total: string
    readonly exportacion: string | null
    readonly lugar_expedicion: string | null
    readonly regimen_emisor: string | null
    readonly regimen_receptor: string | null
    readonly codigo_postal_receptor: string | null
    readonly residencia_fiscal: string | null
    readonly identidad_tributaria: string | null
    readonly condiciones_pago: string | null
    readonly confirmacion: string | null
    readonly periodicidad: string | null
    readonly mes_global: string | null
    readonly anio_global: number | null
    readonly numero_certificado: string | null
    readonly numero_certificado_sat: string | null
    readonly rfc_certificador: string | null
    readonly estatus_sat: string | null
    readonly xml: string | null
    readonly pdf: string | null
    readonly estado: 'por_timbrar' | 'vigente' | 'por_cancelar' | 'cancelado' | 'rechazado'
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface FiscalOptional {
  readonly Cfdi:
    | 'uuid'
    | 'serie'
    | 'folio'
    | 'fecha_timbrado'
    | 'uso'
    | 'metodo_pago'
    | 'forma_pago'
    | 'tipo_cambio'
    | 'subtotal'
    | 'descuento'
    | 'traslados'
    | 'retenciones'
    | 'total'
    | 'exportacion'
    | 'lugar_expedicion'
    | 'regimen_emisor'
    | 'regimen_receptor'
    | 'codigo_postal_receptor'
    | 'residencia_fiscal'
    | 'identidad_tributaria'
    | 'condiciones_pago'
    | 'confirmacion'
    | 'periodicidad'
    | 'mes_global'
    | 'anio_global'
    | 'numero_certificado'
    | 'numero_certificado_sat'
    | 'rfc_certificador'
    | 'estatus_sat'
    | 'xml'
    | 'pdf'
    | 'estado'
}

/** The models to which references point, where actions know their rows too. */
export interface FiscalReferences {
  readonly Cfdi: { readonly moneda: 'Moneda' }
}

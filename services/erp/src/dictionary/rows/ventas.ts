// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface VentasRows {
  readonly Cliente: {
    readonly id: string
    readonly clave: string
    readonly razon_social: string
    readonly nombre_comercial: string | null
    readonly rfc: string
    readonly regimen_fiscal: string
    readonly codigo_postal: string | null
    readonly uso_cfdi: string | null
    readonly tipo_persona: string | null
    readonly residencia_fiscal: string | null
    readonly identidad_tributaria: string | null
    readonly correo: string | null
    readonly telefono: string | null
    readonly moneda: string | null
    readonly grupo_cliente: string | null
    readonly vendedor: string | null
    readonly lista_precios: string | null
    readonly condicion_pago: string | null
    readonly grupo_fiscal: string | null
    readonly estado: 'activo' | 'suspendido' | 'bloqueado' | 'baja'
  }
  readonly Cotizacion: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly cliente: string | null
    readonly oportunidad: string | null
    readonly vendedor: string
    readonly vigencia: string
    readonly moneda: string
    readonly tipo_cambio: string
    readonly subtotal: string
    readonly impuestos: string
    readonly total: string
    readonly estado: 'borrador' | 'enviada' | 'aceptada' | 'rechazada' | 'vencida' | 'cancelada'
  }
  readonly GrupoCliente: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly lista_precios: string | null
    readonly condicion_pago: string | null
    readonly cuenta_contable: string | null
    readonly descuento_maximo: string | null
    readonly requiere_orden_compra: boolean
    readonly activo: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface VentasOptional {
  readonly Cliente:
    | 'nombre_comercial'
    | 'codigo_postal'
    | 'uso_cfdi'
    | 'tipo_persona'
    | 'residencia_fiscal'
    | 'identidad_tributaria'
    | 'correo'
    | 'telefono'
    | 'moneda'
    | 'grupo_cliente'
    | 'vendedor'
    | 'lista_precios'
    | 'condicion_pago'
    | 'grupo_fiscal'
    | 'estado'
  readonly Cotizacion:
    | 'cliente'
    | 'oportunidad'
    | 'tipo_cambio'
    | 'subtotal'
    | 'impuestos'
    | 'total'
    | 'estado'
  readonly GrupoCliente:
    | 'lista_precios'
    | 'condicion_pago'
    | 'cuenta_contable'
    | 'descuento_maximo'
    | 'requiere_orden_compra'
    | 'activo'
}

/** The models to which references point, where actions know their rows too. */
export interface VentasReferences {
  readonly Cliente: { readonly moneda: 'Moneda'; readonly grupo_cliente: 'GrupoCliente' }
  readonly Cotizacion: { readonly cliente: 'Cliente'; readonly moneda: 'Moneda' }
}

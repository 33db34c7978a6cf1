// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface FiscalRows {
  readonly BitacoraTimbrado: {
    readonly id: string
    readonly fecha: string
    readonly cfdi: string | null
    readonly contrato: string | null
    readonly operacion: 'timbrado' | 'cancelacion' | 'consulta'
    readonly codigo: string | null
    readonly mensaje: string | null
    readonly milisegundos: number | null
    readonly exitoso: boolean
  }
  readonly CertificadoSat: {
    readonly id: string
    readonly numero_certificado: string
    readonly tipo: 'csd' | 'efirma'
    readonly sucursal: string | null
    readonly rfc: string
    readonly inicio_vigencia: string
    readonly fin_vigencia: string
    readonly titular: string | null
    readonly leyenda: string | null
    readonly archivo_certificado: string | null
    readonly archivo_llave: string | null
    readonly es_predeterminado: boolean
    readonly pac_probado: string | null
    readonly pac_ambiente: 'simulador' | 'prueba' | 'produccion' | null
    readonly estado: 'vigente' | 'por_vencer' | 'vencido' | 'revocado'
  }
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
  readonly CfdiCancelacion: {
    readonly id: string
    readonly cfdi: string
    readonly fecha_solicitud: string
    readonly motivo: string
    readonly sustituto: string | null
    readonly mercancia: 'regresa' | 'se_queda' | 'pasa_al_sustituto' | null
    readonly solicitada_por: string | null
    readonly fecha_respuesta: string | null
    readonly acuse: string | null
    readonly estado: 'solicitada' | 'en_espera' | 'aceptada' | 'rechazada' | 'plazo_vencido'
  }
  readonly CfdiConcepto: {
    readonly id: string
    readonly cfdi: string
    readonly partida: number
    readonly clave_prod_serv: string | null
    readonly numero_identificacion: string | null
    readonly cantidad: string
    readonly clave_unidad: string | null
    readonly unidad: string | null
    readonly descripcion: string
    readonly valor_unitario: string
    readonly importe: string
    readonly descuento: string | null
    readonly objeto_impuesto: string | null
    readonly cuenta_predial: string | null
    readonly informacion_aduanera: string | null
    readonly rfc_terceros: string | null
    readonly nombre_terceros: string | null
    readonly regimen_terceros: string | null
    readonly codigo_postal_terceros: string | null
  }
  readonly CfdiImpuesto: {
    readonly id: string
    readonly cfdi: string
    readonly concepto: string | null
    readonly pago: string | null
    readonly pago_documento: string | null
    readonly impuesto: string
    readonly tipo: 'traslado' | 'retencion'
    readonly factor: string
    readonly tasa_cuota: string | null
    readonly tasa: string | null
    readonly base: string
    readonly importe: string
  }
  readonly CfdiPago: {
    readonly id: string
    readonly cfdi: string
    readonly numero: number
    readonly fecha_pago: string
    readonly forma_pago: string
    readonly moneda: string
    readonly tipo_cambio: string
    readonly monto: string
    readonly numero_operacion: string | null
    readonly rfc_banco_ordenante: string | null
    readonly cuenta_ordenante: string | null
    readonly rfc_banco_beneficiario: string | null
    readonly cuenta_beneficiaria: string | null
    readonly nombre_banco_extranjero: string | null
    readonly tipo_cadena_pago: string | null
    readonly certificado_pago: string | null
    readonly cadena_pago: string | null
    readonly sello_pago: string | null
    readonly cobro: string | null
    readonly pago: string | null
  }
  readonly CfdiPagoDocumento: {
    readonly id: string
    readonly pago: string
    readonly partida: number
    readonly documento: string | null
    readonly uuid_documento: string
    readonly serie: string | null
    readonly folio: string | null
    readonly moneda: string
    readonly equivalencia: string
    readonly parcialidad: number
    readonly saldo_anterior: string
    readonly importe_pagado: string
    readonly saldo_insoluto: string
    readonly objeto_impuesto: string | null
  }
  readonly CfdiRelacionado: {
    readonly id: string
    readonly cfdi: string
    readonly tipo_relacion: string
    readonly relacionado: string | null
    readonly uuid_relacionado: string
  }
  readonly CfdiValidacion: {
    readonly id: string
    readonly cfdi: string
    readonly fecha: string
    readonly codigo_estatus: string
    readonly estatus: string | null
    readonly es_cancelable: string | null
    readonly estatus_cancelacion: string | null
    readonly validacion_efos: string | null
    readonly sello_valido: boolean
    readonly mensaje: string | null
  }
  readonly DiotOperacion: {
    readonly id: string
    readonly periodo: string
    readonly proveedor: string | null
    readonly tipo_tercero: string
    readonly tipo_operacion: string
    readonly rfc: string | null
    readonly identificacion_fiscal: string | null
    readonly nombre_extranjero: string | null
    readonly pais: string | null
    readonly lugar_jurisdiccion: string | null
    readonly valor_16: string
    readonly valor_8: string | null
    readonly valor_0: string | null
    readonly exento: string | null
    readonly iva_acreditable: string
    readonly iva_no_acreditable: string | null
    readonly iva_retenido: string | null
    readonly valor_norte: string | null
    readonly devoluciones_norte: string | null
    readonly valor_sur: string | null
    readonly devoluciones_sur: string | null
    readonly devoluciones_16: string | null
    readonly valor_importacion: string | null
    readonly devoluciones_importacion: string | null
    readonly valor_intangibles: string | null
    readonly devoluciones_intangibles: string | null
    readonly acreditable_norte: string | null
    readonly acreditable_proporcion_norte: string | null
    readonly acreditable_sur: string | null
    readonly acreditable_proporcion_sur: string | null
    readonly acreditable_16: string | null
    readonly acreditable_proporcion_16: string | null
    readonly acreditable_importacion: string | null
    readonly acreditable_proporcion_importacion: string | null
    readonly acreditable_intangibles: string | null
    readonly acreditable_proporcion_intangibles: string | null
    readonly no_acreditable_proporcion_norte: string | null
    readonly no_acreditable_requisitos_norte: string | null
    readonly no_acreditable_exentos_norte: string | null
    readonly no_acreditable_no_objeto_norte: string | null
    readonly no_acreditable_proporcion_sur: string | null
    readonly no_acreditable_requisitos_sur: string | null
    readonly no_acreditable_exentos_sur: string | null
    readonly no_acreditable_no_objeto_sur: string | null
    readonly no_acreditable_proporcion_16: string | null
    readonly no_acreditable_requisitos_16: string | null
    readonly no_acreditable_exentos_16: string | null
    readonly no_acreditable_no_objeto_16: string | null
    readonly no_acreditable_proporcion_importacion: string | null
    readonly no_acreditable_requisitos_importacion: string | null
    readonly no_acreditable_exentos_importacion: string | null
    readonly no_acreditable_no_objeto_importacion: string | null
    readonly no_acreditable_proporcion_intangibles: string | null
    readonly no_acreditable_requisitos_intangibles: string | null
    readonly no_acreditable_exentos_intangibles: string | null
    readonly no_acreditable_no_objeto_intangibles: string | null
    readonly exento_importacion: string | null
    readonly no_objeto_nacional: string | null
    readonly no_objeto_extranjero: string | null
    readonly efectos_fiscales: boolean
    readonly calculada: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface FiscalOptional {
  readonly BitacoraTimbrado: 'cfdi' | 'contrato' | 'codigo' | 'mensaje' | 'milisegundos' | 'exitoso'
  readonly CertificadoSat:
    | 'sucursal'
    | 'titular'
    | 'leyenda'
    | 'archivo_certificado'
    | 'archivo_llave'
    | 'es_predeterminado'
    | 'pac_probado'
    | 'pac_ambiente'
    | 'estado'
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
  readonly CfdiCancelacion:
    | 'sustituto'
    | 'mercancia'
    | 'solicitada_por'
    | 'fecha_respuesta'
    | 'acuse'
    | 'estado'
  readonly CfdiConcepto:
    | 'clave_prod_serv'
    | 'numero_identificacion'
    | 'clave_unidad'
    | 'unidad'
    | 'descuento'
    | 'objeto_impuesto'
    | 'cuenta_predial'
    | 'informacion_aduanera'
    | 'rfc_terceros'
    | 'nombre_terceros'
    | 'regimen_terceros'
    | 'codigo_postal_terceros'
  readonly CfdiImpuesto: 'concepto' | 'pago' | 'pago_documento' | 'tasa_cuota' | 'tasa'
  readonly CfdiPago:
    | 'tipo_cambio'
    | 'numero_operacion'
    | 'rfc_banco_ordenante'
    | 'cuenta_ordenante'
    | 'rfc_banco_beneficiario'
    | 'cuenta_beneficiaria'
    | 'nombre_banco_extranjero'
    | 'tipo_cadena_pago'
    | 'certificado_pago'
    | 'cadena_pago'
    | 'sello_pago'
    | 'cobro'
    | 'pago'
  readonly CfdiPagoDocumento: 'documento' | 'serie' | 'folio' | 'objeto_impuesto'
  readonly CfdiRelacionado: 'relacionado'
  readonly CfdiValidacion:
    | 'estatus'
    | 'es_cancelable'
    | 'estatus_cancelacion'
    | 'validacion_efos'
    | 'sello_valido'
    | 'mensaje'
  readonly DiotOperacion:
    | 'proveedor'
    | 'rfc'
    | 'identificacion_fiscal'
    | 'nombre_extranjero'
    | 'pais'
    | 'lugar_jurisdiccion'
    | 'valor_8'
    | 'valor_0'
    | 'exento'
    | 'iva_no_acreditable'
    | 'iva_retenido'
    | 'valor_norte'
    | 'devoluciones_norte'
    | 'valor_sur'
    | 'devoluciones_sur'
    | 'devoluciones_16'
    | 'valor_importacion'
    | 'devoluciones_importacion'
    | 'valor_intangibles'
    | 'devoluciones_intangibles'
    | 'acreditable_norte'
    | 'acreditable_proporcion_norte'
    | 'acreditable_sur'
    | 'acreditable_proporcion_sur'
    | 'acreditable_16'
    | 'acreditable_proporcion_16'
    | 'acreditable_importacion'
    | 'acreditable_proporcion_importacion'
    | 'acreditable_intangibles'
    | 'acreditable_proporcion_intangibles'
    | 'no_acreditable_proporcion_norte'
    | 'no_acreditable_requisitos_norte'
    | 'no_acreditable_exentos_norte'
    | 'no_acreditable_no_objeto_norte'
    | 'no_acreditable_proporcion_sur'
    | 'no_acreditable_requisitos_sur'
    | 'no_acreditable_exentos_sur'
    | 'no_acreditable_no_objeto_sur'
    | 'no_acreditable_proporcion_16'
    | 'no_acreditable_requisitos_16'
    | 'no_acreditable_exentos_16'
    | 'no_acreditable_no_objeto_16'
    | 'no_acreditable_proporcion_importacion'
    | 'no_acreditable_requisitos_importacion'
    | 'no_acreditable_exentos_importacion'
    | 'no_acreditable_no_objeto_importacion'
    | 'no_acreditable_proporcion_intangibles'
    | 'no_acreditable_requisitos_intangibles'
    | 'no_acreditable_exentos_intangibles'
    | 'no_acreditable_no_objeto_intangibles'
    | 'exento_importacion'
    | 'no_objeto_nacional'
    | 'no_objeto_extranjero'
    | 'efectos_fiscales'
    | 'calculada'
}

/** The models to which references point, where actions know their rows too. */
export interface FiscalReferences {
  readonly BitacoraTimbrado: { readonly cfdi: 'Cfdi' }
  readonly CertificadoSat: {
    readonly archivo_certificado: 'Adjunto'
    readonly archivo_llave: 'Adjunto'
  }
  readonly Cfdi: {
    readonly forma_pago: 'FormaPagoSat'
    readonly moneda: 'Moneda'
    readonly xml: 'Adjunto'
    readonly pdf: 'Adjunto'
  }
  readonly CfdiCancelacion: {
    readonly cfdi: 'Cfdi'
    readonly sustituto: 'Cfdi'
    readonly solicitada_por: 'Usuario'
    readonly acuse: 'Adjunto'
  }
  readonly CfdiConcepto: { readonly cfdi: 'Cfdi' }
  readonly CfdiImpuesto: {
    readonly cfdi: 'Cfdi'
    readonly concepto: 'CfdiConcepto'
    readonly pago: 'CfdiPago'
    readonly pago_documento: 'CfdiPagoDocumento'
    readonly impuesto: 'Impuesto'
    readonly factor: 'TipoFactor'
  }
  readonly CfdiPago: {
    readonly cfdi: 'Cfdi'
    readonly forma_pago: 'FormaPagoSat'
    readonly moneda: 'Moneda'
    readonly cobro: 'CobroCliente'
    readonly pago: 'PagoProveedor'
  }
  readonly CfdiPagoDocumento: {
    readonly pago: 'CfdiPago'
    readonly documento: 'Cfdi'
    readonly moneda: 'Moneda'
  }
  readonly CfdiRelacionado: { readonly cfdi: 'Cfdi'; readonly relacionado: 'Cfdi' }
  readonly CfdiValidacion: { readonly cfdi: 'Cfdi' }
  readonly DiotOperacion: { readonly periodo: 'PeriodoContable'; readonly proveedor: 'Proveedor' }
}

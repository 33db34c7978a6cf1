// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface ComprasRows {
  readonly CatalogoGasto: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly cuenta_contable: string
    readonly clave_prod_serv: string | null
    readonly categoria: string | null
    readonly es_deducible: boolean
    readonly requiere_comprobante: boolean
    readonly tope_mensual: string | null
    readonly activo: boolean
  }
  readonly Compra: {
    readonly id: string
    readonly folio: string
    readonly serie: string | null
    readonly fecha: string
    readonly sucursal: string | null
    readonly proveedor: string
    readonly requisicion_compra: string | null
    readonly cotizacion: string | null
    readonly comprador: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly condicion_pago: string
    readonly almacen: string | null
    readonly centro_costo: string | null
    readonly departamento: string | null
    readonly proyecto: string | null
    readonly fecha_entrega: string | null
    readonly estado:
      | 'iniciada'
      | 'en_autorizacion'
      | 'autorizada'
      | 'recibida_parcial'
      | 'recibida'
      | 'cerrada'
      | 'cancelada'
    readonly subtotal: string
    readonly descuento: string
    readonly impuestos: string
    readonly retenciones: string
    readonly total: string
    readonly observaciones: string | null
    readonly motivo_cancelacion: string | null
    readonly motivo_cierre: string | null
    readonly autorizada_por: string | null
    readonly autorizada_en: string | null
  }
  readonly CompraAutorizacion: {
    readonly id: string
    readonly compra: string
    readonly nivel: number
    readonly flujo: string | null
    readonly autorizador: string | null
    readonly importe_limite: string | null
    readonly importe: string
    readonly fecha: string
    readonly comentario: string | null
    readonly estado: 'pendiente' | 'autorizada' | 'rechazada' | 'anulada'
  }
  readonly CompraPartida: {
    readonly id: string
    readonly compra: string
    readonly partida: number
    readonly articulo: string | null
    readonly requisicion_partida: string | null
    readonly descripcion: string
    readonly cantidad: string
    readonly unidad: string
    readonly precio: string
    readonly descuento: string
    readonly impuestos: string
    readonly retenciones: string
    readonly importe: string
    readonly centro_costo: string | null
    readonly cuenta_contable: string | null
    readonly partida_presupuesto: string | null
    readonly fecha_entrega: string | null
    readonly cantidad_recibida: string
    readonly cantidad_facturada: string
  }
  readonly DevolucionCompra: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly proveedor: string
    readonly compra: string | null
    readonly recepcion: string | null
    readonly almacen: string | null
    readonly motivo: 'defecto' | 'exceso' | 'error_surtido' | 'caducidad' | 'otro'
    readonly moneda: string
    readonly tipo_cambio: string
    readonly subtotal: string
    readonly impuestos: string
    readonly total: string
    readonly estado: 'borrador' | 'autorizada' | 'enviada' | 'acreditada' | 'cancelada'
  }
  readonly DevolucionCompraPartida: {
    readonly id: string
    readonly devolucion: string
    readonly partida: number
    readonly recepcion_partida: string | null
    readonly articulo: string | null
    readonly lote: string | null
    readonly serie: string | null
    readonly ubicacion: string | null
    readonly cantidad: string
    readonly unidad: string
    readonly costo: string
    readonly importe: string
    readonly dictamen: string | null
    readonly importe_base: string | null
  }
  readonly Proveedor: {
    readonly id: string
    readonly clave: string
    readonly razon_social: string
    readonly nombre_comercial: string | null
    readonly rfc: string
    readonly tipo_persona: string | null
    readonly regimen_fiscal: string | null
    readonly codigo_postal: string | null
    readonly tipo_tercero: string | null
    readonly tipo_operacion: string | null
    readonly grupo_fiscal: string | null
    readonly pais: string | null
    readonly identificacion_fiscal: string | null
    readonly grupo: string | null
    readonly moneda: string | null
    readonly condicion_pago: string | null
    readonly estatus_69b: string | null
    readonly tolerancia_recepcion: string | null
    readonly correo: string | null
    readonly telefono: string | null
    readonly idioma: string | null
    readonly estado: 'activo' | 'suspendido' | 'bloqueado' | 'baja'
  }
  readonly ProveedorCuentaBancaria: {
    readonly id: string
    readonly proveedor: string
    readonly banco: string
    readonly moneda: string
    readonly cuenta: string | null
    readonly clabe: string | null
    readonly swift: string | null
    readonly titular: string
    readonly validada_por: string | null
    readonly fecha_validacion: string | null
    readonly es_predeterminada: boolean
    readonly estado: 'pendiente' | 'validada' | 'rechazada' | 'baja'
  }
  readonly RecepcionCompra: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly compra: string
    readonly proveedor: string
    readonly almacen: string | null
    readonly remision_proveedor: string | null
    readonly factura_proveedor: string | null
    readonly transportista: string | null
    readonly placas: string | null
    readonly recibido_por: string
    readonly moneda: string
    readonly tipo_cambio: string
    readonly total: string
    readonly estado: 'borrador' | 'en_inspeccion' | 'aplicada' | 'cancelada'
  }
  readonly RecepcionCompraPartida: {
    readonly id: string
    readonly recepcion: string
    readonly partida: number
    readonly compra_partida: string
    readonly articulo: string | null
    readonly lote: string | null
    readonly serie: string | null
    readonly ubicacion: string | null
    readonly cantidad_recibida: string
    readonly cantidad_aceptada: string
    readonly cantidad_rechazada: string | null
    readonly unidad: string
    readonly costo: string
    readonly motivo_rechazo: string | null
    readonly inspeccion: string | null
    readonly importe_base: string | null
    readonly cantidad_devuelta: string
    readonly importe_devuelto: string
    readonly cantidad_facturada: string
    readonly importe_facturado: string
  }
  readonly RecepcionServicio: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly compra: string
    readonly compra_partida: string | null
    readonly proveedor: string
    readonly periodo_inicio: string | null
    readonly periodo_fin: string | null
    readonly porcentaje_avance: string | null
    readonly importe: string
    readonly aceptado_por: string
    readonly evidencia: string | null
    readonly observaciones: string | null
    readonly estado: 'borrador' | 'aceptada' | 'rechazada' | 'facturada'
    readonly cantidad: string | null
    readonly importe_base: string | null
    readonly cantidad_facturada: string
    readonly importe_facturado: string
  }
  readonly RequisicionCompra: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly solicitante: string
    readonly departamento: string
    readonly centro_costo: string | null
    readonly proyecto: string | null
    readonly almacen: string | null
    readonly fecha_requerida: string
    readonly prioridad: 'baja' | 'media' | 'alta' | 'urgente'
    readonly comprador: string | null
    readonly justificacion: string | null
    readonly total_estimado: string | null
    readonly moneda: string
    readonly estado:
      | 'borrador'
      | 'solicitada'
      | 'autorizada'
      | 'cotizada'
      | 'surtida'
      | 'rechazada'
      | 'cancelada'
  }
  readonly RequisicionCompraPartida: {
    readonly id: string
    readonly requisicion: string
    readonly partida: number
    readonly articulo: string | null
    readonly descripcion: string
    readonly cantidad: string
    readonly unidad: string
    readonly precio_estimado: string | null
    readonly proveedor_sugerido: string | null
    readonly fecha_requerida: string | null
    readonly cantidad_comprada: string | null
    readonly estado: 'pendiente' | 'cotizada' | 'comprada' | 'rechazada' | 'cancelada'
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface ComprasOptional {
  readonly CatalogoGasto:
    | 'clave_prod_serv'
    | 'categoria'
    | 'es_deducible'
    | 'requiere_comprobante'
    | 'tope_mensual'
    | 'activo'
  readonly Compra:
    | 'serie'
    | 'sucursal'
    | 'requisicion_compra'
    | 'cotizacion'
    | 'comprador'
    | 'tipo_cambio'
    | 'almacen'
    | 'centro_costo'
    | 'departamento'
    | 'proyecto'
    | 'fecha_entrega'
    | 'estado'
    | 'subtotal'
    | 'descuento'
    | 'impuestos'
    | 'retenciones'
    | 'total'
    | 'observaciones'
    | 'motivo_cancelacion'
    | 'motivo_cierre'
    | 'autorizada_por'
    | 'autorizada_en'
  readonly CompraAutorizacion: 'flujo' | 'autorizador' | 'importe_limite' | 'comentario' | 'estado'
  readonly CompraPartida:
    | 'articulo'
    | 'requisicion_partida'
    | 'descuento'
    | 'impuestos'
    | 'retenciones'
    | 'centro_costo'
    | 'cuenta_contable'
    | 'partida_presupuesto'
    | 'fecha_entrega'
    | 'cantidad_recibida'
    | 'cantidad_facturada'
  readonly DevolucionCompra:
    | 'compra'
    | 'recepcion'
    | 'almacen'
    | 'tipo_cambio'
    | 'subtotal'
    | 'impuestos'
    | 'total'
    | 'estado'
  readonly DevolucionCompraPartida:
    | 'recepcion_partida'
    | 'articulo'
    | 'lote'
    | 'serie'
    | 'ubicacion'
    | 'dictamen'
    | 'importe_base'
  readonly Proveedor:
    | 'nombre_comercial'
    | 'tipo_persona'
    | 'regimen_fiscal'
    | 'codigo_postal'
    | 'tipo_tercero'
    | 'tipo_operacion'
    | 'grupo_fiscal'
    | 'pais'
    | 'identificacion_fiscal'
    | 'grupo'
    | 'moneda'
    | 'condicion_pago'
    | 'estatus_69b'
    | 'tolerancia_recepcion'
    | 'correo'
    | 'telefono'
    | 'idioma'
    | 'estado'
  readonly ProveedorCuentaBancaria:
    | 'cuenta'
    | 'clabe'
    | 'swift'
    | 'validada_por'
    | 'fecha_validacion'
    | 'es_predeterminada'
    | 'estado'
  readonly RecepcionCompra:
    | 'almacen'
    | 'remision_proveedor'
    | 'factura_proveedor'
    | 'transportista'
    | 'placas'
    | 'tipo_cambio'
    | 'total'
    | 'estado'
  readonly RecepcionCompraPartida:
    | 'articulo'
    | 'lote'
    | 'serie'
    | 'ubicacion'
    | 'cantidad_recibida'
    | 'cantidad_rechazada'
    | 'motivo_rechazo'
    | 'inspeccion'
    | 'importe_base'
    | 'cantidad_devuelta'
    | 'importe_devuelto'
    | 'cantidad_facturada'
    | 'importe_facturado'
  readonly RecepcionServicio:
    | 'compra_partida'
    | 'periodo_inicio'
    | 'periodo_fin'
    | 'porcentaje_avance'
    | 'evidencia'
    | 'observaciones'
    | 'estado'
    | 'cantidad'
    | 'importe_base'
    | 'cantidad_facturada'
    | 'importe_facturado'
  readonly RequisicionCompra:
    | 'centro_costo'
    | 'proyecto'
    | 'almacen'
    | 'comprador'
    | 'justificacion'
    | 'total_estimado'
    | 'estado'
  readonly RequisicionCompraPartida:
    | 'articulo'
    | 'precio_estimado'
    | 'proveedor_sugerido'
    | 'fecha_requerida'
    | 'cantidad_comprada'
    | 'estado'
}

/** The models to which references point, where actions know their rows too. */
export interface ComprasReferences {
  readonly Compra: {
    readonly proveedor: 'Proveedor'
    readonly requisicion_compra: 'RequisicionCompra'
    readonly moneda: 'Moneda'
    readonly condicion_pago: 'CondicionPago'
    readonly almacen: 'Almacen'
    readonly autorizada_por: 'Usuario'
  }
  readonly CompraAutorizacion: { readonly compra: 'Compra'; readonly autorizador: 'Usuario' }
  readonly CompraPartida: {
    readonly compra: 'Compra'
    readonly articulo: 'Articulo'
    readonly requisicion_partida: 'RequisicionCompraPartida'
  }
  readonly DevolucionCompra: {
    readonly proveedor: 'Proveedor'
    readonly compra: 'Compra'
    readonly recepcion: 'RecepcionCompra'
    readonly almacen: 'Almacen'
    readonly moneda: 'Moneda'
  }
  readonly DevolucionCompraPartida: {
    readonly devolucion: 'DevolucionCompra'
    readonly recepcion_partida: 'RecepcionCompraPartida'
    readonly articulo: 'Articulo'
  }
  readonly Proveedor: { readonly moneda: 'Moneda'; readonly condicion_pago: 'CondicionPago' }
  readonly ProveedorCuentaBancaria: {
    readonly proveedor: 'Proveedor'
    readonly moneda: 'Moneda'
    readonly validada_por: 'Usuario'
  }
  readonly RecepcionCompra: {
    readonly compra: 'Compra'
    readonly proveedor: 'Proveedor'
    readonly almacen: 'Almacen'
    readonly recibido_por: 'Usuario'
    readonly moneda: 'Moneda'
  }
  readonly RecepcionCompraPartida: {
    readonly recepcion: 'RecepcionCompra'
    readonly compra_partida: 'CompraPartida'
    readonly articulo: 'Articulo'
  }
  readonly RecepcionServicio: {
    readonly compra: 'Compra'
    readonly compra_partida: 'CompraPartida'
    readonly proveedor: 'Proveedor'
    readonly aceptado_por: 'Usuario'
    readonly evidencia: 'Adjunto'
  }
  readonly RequisicionCompra: {
    readonly solicitante: 'Usuario'
    readonly almacen: 'Almacen'
    readonly moneda: 'Moneda'
  }
  readonly RequisicionCompraPartida: {
    readonly requisicion: 'RequisicionCompra'
    readonly articulo: 'Articulo'
    readonly proveedor_sugerido: 'Proveedor'
  }
}

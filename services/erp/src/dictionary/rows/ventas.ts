// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface VentasRows {
  readonly AnticipoVenta: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly cliente: string
    readonly cotizacion: string | null
    readonly venta: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly forma_pago: string | null
    readonly importe: string
    readonly saldo: string
    readonly cobro: string | null
    readonly nota_credito: string | null
    readonly importe_devuelto: string | null
    readonly devuelto_base: string | null
    readonly movimiento: string | null
    readonly poliza_devolucion: string | null
    readonly cfdi: string | null
    readonly tasa_iva: string | null
    readonly iva_base: string | null
    readonly poliza: string | null
    readonly estado:
      | 'por_validar'
      | 'pendiente'
      | 'aplicado_parcial'
      | 'aplicado'
      | 'devuelto'
      | 'cancelado'
  }
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
    readonly idioma: string | null
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
    readonly observaciones: string | null
    readonly estado: 'borrador' | 'enviada' | 'aceptada' | 'rechazada' | 'vencida' | 'cancelada'
  }
  readonly DevolucionVenta: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly cliente: string
    readonly venta: string | null
    readonly motivo_devolucion: string
    readonly almacen: string
    readonly moneda: string
    readonly tipo_cambio: string
    readonly subtotal: string
    readonly impuestos: string
    readonly total: string
    readonly movimiento: string | null
    readonly costo: string | null
    readonly estado:
      | 'solicitada'
      | 'autorizada'
      | 'recibida'
      | 'acreditada'
      | 'rechazada'
      | 'cancelada'
  }
  readonly DevolucionVentaPartida: {
    readonly id: string
    readonly devolucion: string
    readonly partida: number
    readonly venta_partida: string | null
    readonly articulo: string
    readonly lote: string | null
    readonly numero_serie: string | null
    readonly ubicacion: string | null
    readonly cantidad_devuelta: string
    readonly cantidad_aceptada: string | null
    readonly precio: string
    readonly importe: string
    readonly costo_unitario: string | null
    readonly importe_costo: string | null
    readonly dictamen: 'reingreso' | 'cuarentena' | 'merma' | 'reparacion' | 'rechazo' | null
    readonly inspeccion: string | null
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
  readonly LineaCreditoCliente: {
    readonly id: string
    readonly cliente: string
    readonly folio: string
    readonly fecha: string
    readonly moneda: string
    readonly limite_solicitado: string
    readonly limite_autorizado: string | null
    readonly dias_plazo: number
    readonly dias_gracia: number | null
    readonly garantia: string | null
    readonly vence: string | null
    readonly autorizado_por: string | null
    readonly estado: 'solicitada' | 'autorizada' | 'suspendida' | 'rechazada' | 'cancelada'
  }
  readonly MotivoDevolucion: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly responsable: 'cliente' | 'ventas' | 'almacen' | 'transporte' | 'calidad'
    readonly destino: 'reingreso' | 'cuarentena' | 'merma' | 'reparacion'
    readonly requiere_inspeccion: boolean
    readonly requiere_autorizacion: boolean
    readonly activo: boolean
  }
  readonly NotaCreditoVenta: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly cliente: string
    readonly tipo: 'devolucion' | 'bonificacion' | 'pronto_pago' | 'error_precio' | 'anticipo'
    readonly devolucion: string | null
    readonly tipo_relacion: string
    readonly moneda: string
    readonly forma_pago: string | null
    readonly subtotal: string
    readonly impuestos: string
    readonly retenciones: string
    readonly total: string
    readonly a_favor: string | null
    readonly iva_cobrado: string | null
    readonly ieps_cobrado: string | null
    readonly cfdi: string | null
    readonly uuid: string | null
    readonly fecha_timbrado: string | null
    readonly motivo_cancelacion: string | null
    readonly estado: 'borrador' | 'timbrada' | 'aplicada' | 'cancelada'
  }
  readonly NotaCreditoVentaPartida: {
    readonly id: string
    readonly nota_credito: string
    readonly partida: number
    readonly venta: string
    readonly venta_partida: string | null
    readonly descripcion: string
    readonly clave_prod_serv: string | null
    readonly cantidad: string
    readonly precio: string
    readonly importe: string
    readonly impuestos: string | null
    readonly retenciones: string | null
  }
  readonly RemisionVenta: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly venta: string | null
    readonly cliente: string
    readonly domicilio_entrega: string | null
    readonly almacen: string
    readonly embarque: string | null
    readonly moneda: string
    readonly total: string
    readonly recibido_por: string | null
    readonly fecha_recibo: string | null
    readonly movimiento: string | null
    readonly costo: string | null
    readonly estado: 'borrador' | 'surtida' | 'entregada' | 'facturada' | 'cancelada'
  }
  readonly RemisionVentaPartida: {
    readonly id: string
    readonly remision: string
    readonly partida: number
    readonly venta_partida: string | null
    readonly articulo: string
    readonly lote: string | null
    readonly numero_serie: string | null
    readonly ubicacion: string | null
    readonly cantidad: string
    readonly unidad: string
    readonly precio: string
    readonly importe: string
    readonly costo_unitario: string | null
    readonly importe_costo: string | null
    readonly bultos: number | null
    readonly peso_kg: string | null
  }
  readonly Venta: {
    readonly id: string
    readonly folio: string
    readonly serie: string | null
    readonly fecha: string
    readonly sucursal: string | null
    readonly cliente: string
    readonly razon_social: string | null
    readonly domicilio_entrega: string | null
    readonly cotizacion: string | null
    readonly canal_venta: string | null
    readonly orden_compra_cliente: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly condicion_pago: string
    readonly forma_pago: string | null
    readonly metodo_pago: string | null
    readonly uso_cfdi: string | null
    readonly exportacion: string | null
    readonly vendedor: string | null
    readonly almacen: string | null
    readonly fecha_entrega: string | null
    readonly observaciones: string | null
    readonly estado: 'borrador' | 'confirmada' | 'facturada' | 'pagada' | 'cancelada'
    readonly subtotal: string
    readonly descuento: string
    readonly impuestos: string
    readonly retenciones: string
    readonly total: string
    readonly cfdi: string | null
    readonly uuid: string | null
    readonly fecha_timbrado: string | null
    readonly motivo_cancelacion: string | null
    readonly sustituye: string | null
  }
  readonly VentaAutorizacion: {
    readonly id: string
    readonly venta: string
    readonly motivo:
      | 'credito_excedido'
      | 'saldo_vencido'
      | 'precio_bajo_minimo'
      | 'margen_bajo'
      | 'descuento_excedido'
    readonly valor_solicitado: string | null
    readonly valor_limite: string | null
    readonly solicitado_por: string
    readonly autorizado_por: string | null
    readonly fecha_respuesta: string | null
    readonly version_venta: number | null
    readonly comentario: string | null
    readonly estado: 'pendiente' | 'autorizada' | 'rechazada'
  }
  readonly VentaPartida: {
    readonly id: string
    readonly venta: string
    readonly partida: number
    readonly articulo: string | null
    readonly clave_prod_serv: string | null
    readonly descripcion: string
    readonly cantidad: string
    readonly unidad: string
    readonly precio: string
    readonly descuento: string
    readonly impuestos: string
    readonly retenciones: string
    readonly objeto_impuesto: string
    readonly importe: string
    readonly costo: string | null
    readonly cuenta_contable: string | null
    readonly centro_costo: string | null
    readonly cantidad_entregada: string | null
    readonly cantidad_devuelta: string | null
    readonly reserva: string | null
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface VentasOptional {
  readonly AnticipoVenta:
    | 'cotizacion'
    | 'venta'
    | 'tipo_cambio'
    | 'forma_pago'
    | 'saldo'
    | 'cobro'
    | 'nota_credito'
    | 'importe_devuelto'
    | 'devuelto_base'
    | 'movimiento'
    | 'poliza_devolucion'
    | 'cfdi'
    | 'tasa_iva'
    | 'iva_base'
    | 'poliza'
    | 'estado'
  readonly Cliente:
    | 'nombre_comercial'
    | 'codigo_postal'
    | 'uso_cfdi'
    | 'tipo_persona'
    | 'residencia_fiscal'
    | 'identidad_tributaria'
    | 'correo'
    | 'telefono'
    | 'idioma'
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
    | 'observaciones'
    | 'estado'
  readonly DevolucionVenta:
    | 'venta'
    | 'tipo_cambio'
    | 'subtotal'
    | 'impuestos'
    | 'total'
    | 'movimiento'
    | 'costo'
    | 'estado'
  readonly DevolucionVentaPartida:
    | 'venta_partida'
    | 'lote'
    | 'numero_serie'
    | 'ubicacion'
    | 'cantidad_aceptada'
    | 'costo_unitario'
    | 'importe_costo'
    | 'dictamen'
    | 'inspeccion'
  readonly GrupoCliente:
    | 'lista_precios'
    | 'condicion_pago'
    | 'cuenta_contable'
    | 'descuento_maximo'
    | 'requiere_orden_compra'
    | 'activo'
  readonly LineaCreditoCliente:
    | 'limite_autorizado'
    | 'dias_gracia'
    | 'garantia'
    | 'vence'
    | 'autorizado_por'
    | 'estado'
  readonly MotivoDevolucion: 'requiere_inspeccion' | 'requiere_autorizacion' | 'activo'
  readonly NotaCreditoVenta:
    | 'devolucion'
    | 'forma_pago'
    | 'subtotal'
    | 'impuestos'
    | 'retenciones'
    | 'total'
    | 'a_favor'
    | 'iva_cobrado'
    | 'ieps_cobrado'
    | 'cfdi'
    | 'uuid'
    | 'fecha_timbrado'
    | 'motivo_cancelacion'
    | 'estado'
  readonly NotaCreditoVentaPartida:
    | 'venta_partida'
    | 'clave_prod_serv'
    | 'impuestos'
    | 'retenciones'
  readonly RemisionVenta:
    | 'venta'
    | 'domicilio_entrega'
    | 'embarque'
    | 'total'
    | 'recibido_por'
    | 'fecha_recibo'
    | 'movimiento'
    | 'costo'
    | 'estado'
  readonly RemisionVentaPartida:
    | 'venta_partida'
    | 'lote'
    | 'numero_serie'
    | 'ubicacion'
    | 'costo_unitario'
    | 'importe_costo'
    | 'bultos'
    | 'peso_kg'
  readonly Venta:
    | 'serie'
    | 'sucursal'
    | 'razon_social'
    | 'domicilio_entrega'
    | 'cotizacion'
    | 'canal_venta'
    | 'orden_compra_cliente'
    | 'tipo_cambio'
    | 'forma_pago'
    | 'metodo_pago'
    | 'uso_cfdi'
    | 'exportacion'
    | 'vendedor'
    | 'almacen'
    | 'fecha_entrega'
    | 'observaciones'
    | 'estado'
    | 'subtotal'
    | 'descuento'
    | 'impuestos'
    | 'retenciones'
    | 'total'
    | 'cfdi'
    | 'uuid'
    | 'fecha_timbrado'
    | 'motivo_cancelacion'
    | 'sustituye'
  readonly VentaAutorizacion:
    | 'valor_solicitado'
    | 'valor_limite'
    | 'autorizado_por'
    | 'fecha_respuesta'
    | 'version_venta'
    | 'comentario'
    | 'estado'
  readonly VentaPartida:
    | 'articulo'
    | 'clave_prod_serv'
    | 'descuento'
    | 'impuestos'
    | 'retenciones'
    | 'costo'
    | 'cuenta_contable'
    | 'centro_costo'
    | 'cantidad_entregada'
    | 'cantidad_devuelta'
    | 'reserva'
}

/** The models to which references point, where actions know their rows too. */
export interface VentasReferences {
  readonly AnticipoVenta: {
    readonly cliente: 'Cliente'
    readonly cotizacion: 'Cotizacion'
    readonly venta: 'Venta'
    readonly moneda: 'Moneda'
    readonly forma_pago: 'FormaPago'
    readonly cobro: 'CobroCliente'
    readonly nota_credito: 'NotaCreditoVenta'
    readonly movimiento: 'MovimientoBancario'
    readonly poliza_devolucion: 'Poliza'
    readonly cfdi: 'Cfdi'
    readonly poliza: 'Poliza'
  }
  readonly Cliente: {
    readonly moneda: 'Moneda'
    readonly grupo_cliente: 'GrupoCliente'
    readonly condicion_pago: 'CondicionPago'
  }
  readonly Cotizacion: { readonly cliente: 'Cliente'; readonly moneda: 'Moneda' }
  readonly DevolucionVenta: {
    readonly cliente: 'Cliente'
    readonly venta: 'Venta'
    readonly motivo_devolucion: 'MotivoDevolucion'
    readonly almacen: 'Almacen'
    readonly moneda: 'Moneda'
    readonly movimiento: 'MovimientoInventario'
  }
  readonly DevolucionVentaPartida: {
    readonly devolucion: 'DevolucionVenta'
    readonly venta_partida: 'VentaPartida'
    readonly articulo: 'Articulo'
  }
  readonly GrupoCliente: { readonly condicion_pago: 'CondicionPago' }
  readonly LineaCreditoCliente: {
    readonly cliente: 'Cliente'
    readonly moneda: 'Moneda'
    readonly autorizado_por: 'Usuario'
  }
  readonly NotaCreditoVenta: {
    readonly cliente: 'Cliente'
    readonly devolucion: 'DevolucionVenta'
    readonly moneda: 'Moneda'
    readonly forma_pago: 'FormaPago'
    readonly cfdi: 'Cfdi'
  }
  readonly NotaCreditoVentaPartida: {
    readonly nota_credito: 'NotaCreditoVenta'
    readonly venta: 'Venta'
    readonly venta_partida: 'VentaPartida'
  }
  readonly RemisionVenta: {
    readonly venta: 'Venta'
    readonly cliente: 'Cliente'
    readonly almacen: 'Almacen'
    readonly moneda: 'Moneda'
    readonly movimiento: 'MovimientoInventario'
  }
  readonly RemisionVentaPartida: {
    readonly remision: 'RemisionVenta'
    readonly venta_partida: 'VentaPartida'
    readonly articulo: 'Articulo'
  }
  readonly Venta: {
    readonly cliente: 'Cliente'
    readonly cotizacion: 'Cotizacion'
    readonly moneda: 'Moneda'
    readonly condicion_pago: 'CondicionPago'
    readonly forma_pago: 'FormaPago'
    readonly almacen: 'Almacen'
    readonly cfdi: 'Cfdi'
    readonly sustituye: 'Venta'
  }
  readonly VentaAutorizacion: {
    readonly venta: 'Venta'
    readonly solicitado_por: 'Usuario'
    readonly autorizado_por: 'Usuario'
  }
  readonly VentaPartida: {
    readonly venta: 'Venta'
    readonly articulo: 'Articulo'
    readonly reserva: 'ReservaInventario'
  }
}

// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface CuentasPorPagarRows {
  readonly AnticipoProveedor: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly proveedor: string
    readonly compra: string | null
    readonly pago: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly importe: string
    readonly saldo: string
    readonly cfdi: string | null
    readonly poliza: string | null
    readonly estado:
      | 'por_validar'
      | 'pendiente'
      | 'aplicado_parcial'
      | 'aplicado'
      | 'devuelto'
      | 'cancelado'
  }
  readonly AnticipoProveedorAplicacion: {
    readonly id: string
    readonly anticipo: string
    readonly cuenta: string
    readonly fecha: string
    readonly importe: string
    readonly poliza: string | null
    readonly importe_base: string | null
    readonly anticipo_base: string | null
    readonly iva: string | null
    readonly ieps: string | null
    readonly iva_pagado: string | null
    readonly ieps_pagado: string | null
    readonly retencion_iva: string | null
    readonly retencion_isr: string | null
    readonly retencion_iva_pagada: string | null
    readonly retencion_isr_pagada: string | null
    readonly iva_importacion: string | null
    readonly saldo_posterior: string | null
    readonly cancelada: boolean
  }
  readonly CondicionPago: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly dias: number
    readonly dias_descuento: number | null
    readonly descuento_pronto_pago: string | null
    readonly parcialidades: number | null
    readonly es_contado: boolean
    readonly dia_corte: number | null
    readonly aplica: 'clientes' | 'proveedores' | 'ambos'
    readonly activo: boolean
  }
  readonly CuentaPorPagar: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly proveedor: string
    readonly tipo: 'factura' | 'nota_cargo' | 'anticipo' | 'saldo_inicial'
    readonly numero_factura: string | null
    readonly uuid: string | null
    readonly cfdi: string | null
    readonly compra: string | null
    readonly recepcion: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly condicion_pago: string | null
    readonly vencimiento: string
    readonly subtotal: string
    readonly descuento: string
    readonly impuestos: string
    readonly retenciones: string
    readonly total: string
    readonly saldo: string
    readonly cuenta_contable: string | null
    readonly poliza: string | null
    readonly estado:
      | 'por_validar'
      | 'autorizada'
      | 'programada'
      | 'pagada_parcial'
      | 'pagada'
      | 'cancelada'
    readonly motivo_cancelacion: string | null
  }
  readonly CuentaPorPagarImpuesto: {
    readonly id: string
    readonly cuenta: string
    readonly impuesto: string
    readonly tipo: 'traslado' | 'retencion' | 'importacion'
    readonly factor: string
    readonly tasa: string | null
    readonly base: string
    readonly importe: string
    readonly es_acreditable: boolean
  }
  readonly CuentaPorPagarPartida: {
    readonly id: string
    readonly cuenta: string
    readonly partida: number
    readonly compra_partida: string | null
    readonly recepcion_partida: string | null
    readonly recepcion_servicio: string | null
    readonly gasto: string | null
    readonly descripcion: string
    readonly cantidad: string | null
    readonly precio: string | null
    readonly importe: string
    readonly descuento: string
    readonly impuestos: string | null
    readonly retenciones: string | null
    readonly cuenta_contable: string | null
    readonly centro_costo: string | null
    readonly proyecto: string | null
    readonly concepto: number | null
    readonly facturada: string | null
    readonly importe_recibido: string | null
  }
  readonly NotaCreditoProveedor: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly proveedor: string
    readonly motivo: 'devolucion' | 'bonificacion' | 'descuento' | 'error'
    readonly devolucion: string | null
    readonly cfdi: string | null
    readonly uuid: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly subtotal: string
    readonly impuestos: string
    readonly retenciones: string
    readonly iva: string | null
    readonly ieps: string | null
    readonly iva_pagado: string | null
    readonly ieps_pagado: string | null
    readonly total: string
    readonly saldo: string
    readonly poliza: string | null
    readonly importe_devuelto: string | null
    readonly devuelto_base: string | null
    readonly movimiento: string | null
    readonly poliza_devolucion: string | null
    readonly estado: 'por_validar' | 'vigente' | 'aplicada' | 'cancelada'
    readonly motivo_cancelacion: string | null
  }
  readonly NotaCreditoProveedorAplicacion: {
    readonly id: string
    readonly nota: string
    readonly cuenta: string
    readonly fecha: string
    readonly importe: string
    readonly poliza: string | null
    readonly importe_base: string | null
    readonly iva: string | null
    readonly ieps: string | null
    readonly retencion_iva: string | null
    readonly retencion_isr: string | null
  }
  readonly PagoProveedor: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly proveedor: string
    readonly forma_pago: string
    readonly cuenta_bancaria: string | null
    readonly cuenta_destino: string | null
    readonly cheque: string | null
    readonly programacion: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly importe: string
    readonly referencia: string | null
    readonly clave_rastreo: string | null
    readonly movimiento_bancario: string | null
    readonly poliza: string | null
    readonly complemento: string | null
    readonly motivo_cancelacion: string | null
    readonly estado: 'borrador' | 'autorizado' | 'enviado' | 'aplicado' | 'rechazado' | 'cancelado'
  }
  readonly PagoProveedorAplicacion: {
    readonly id: string
    readonly pago: string
    readonly partida: number
    readonly cuenta: string
    readonly importe: string
    readonly importe_pago: string | null
    readonly descuento: string | null
    readonly utilidad_cambiaria: string | null
    readonly saldo_posterior: string | null
    readonly parcialidad: number | null
    readonly importe_base: string | null
    readonly iva: string | null
    readonly ieps: string | null
    readonly iva_pagado: string | null
    readonly ieps_pagado: string | null
    readonly retencion_iva: string | null
    readonly retencion_isr: string | null
    readonly retencion_iva_pagada: string | null
    readonly retencion_isr_pagada: string | null
    readonly iva_importacion: string | null
    readonly complemento: string | null
  }
  readonly ProgramacionPago: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly fecha_pago: string
    readonly cuenta_bancaria: string | null
    readonly moneda: string
    readonly importe_solicitado: string
    readonly importe_autorizado: string | null
    readonly elaborado_por: string | null
    readonly autorizado_por: string | null
    readonly estado: 'borrador' | 'en_autorizacion' | 'autorizada' | 'pagada' | 'cancelada'
  }
  readonly ProgramacionPagoPartida: {
    readonly id: string
    readonly programacion: string
    readonly partida: number
    readonly cuenta: string
    readonly importe_solicitado: string
    readonly importe_autorizado: string | null
    readonly prioridad: 'baja' | 'media' | 'alta' | null
    readonly comentario: string | null
    readonly aprobada: boolean
  }
  readonly ValidacionFactura: {
    readonly id: string
    readonly cuenta: string
    readonly fecha: string
    readonly resultado:
      | 'correcta'
      | 'diferencia_precio'
      | 'diferencia_cantidad'
      | 'sin_recepcion'
      | 'cfdi_invalido'
    readonly diferencia: string | null
    readonly tolerancia: string | null
    readonly validada_por: string | null
    readonly comentario: string | null
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface CuentasPorPagarOptional {
  readonly AnticipoProveedor:
    | 'compra'
    | 'pago'
    | 'tipo_cambio'
    | 'saldo'
    | 'cfdi'
    | 'poliza'
    | 'estado'
  readonly AnticipoProveedorAplicacion:
    | 'poliza'
    | 'importe_base'
    | 'anticipo_base'
    | 'iva'
    | 'ieps'
    | 'iva_pagado'
    | 'ieps_pagado'
    | 'retencion_iva'
    | 'retencion_isr'
    | 'retencion_iva_pagada'
    | 'retencion_isr_pagada'
    | 'iva_importacion'
    | 'saldo_posterior'
    | 'cancelada'
  readonly CondicionPago:
    | 'dias_descuento'
    | 'descuento_pronto_pago'
    | 'parcialidades'
    | 'es_contado'
    | 'dia_corte'
    | 'activo'
  readonly CuentaPorPagar:
    | 'numero_factura'
    | 'uuid'
    | 'cfdi'
    | 'compra'
    | 'recepcion'
    | 'tipo_cambio'
    | 'condicion_pago'
    | 'subtotal'
    | 'descuento'
    | 'impuestos'
    | 'retenciones'
    | 'total'
    | 'saldo'
    | 'cuenta_contable'
    | 'poliza'
    | 'estado'
    | 'motivo_cancelacion'
  readonly CuentaPorPagarImpuesto: 'tasa' | 'es_acreditable'
  readonly CuentaPorPagarPartida:
    | 'compra_partida'
    | 'recepcion_partida'
    | 'recepcion_servicio'
    | 'gasto'
    | 'cantidad'
    | 'precio'
    | 'descuento'
    | 'impuestos'
    | 'retenciones'
    | 'cuenta_contable'
    | 'centro_costo'
    | 'proyecto'
    | 'concepto'
    | 'facturada'
    | 'importe_recibido'
  readonly NotaCreditoProveedor:
    | 'devolucion'
    | 'cfdi'
    | 'uuid'
    | 'tipo_cambio'
    | 'subtotal'
    | 'impuestos'
    | 'retenciones'
    | 'iva'
    | 'ieps'
    | 'iva_pagado'
    | 'ieps_pagado'
    | 'total'
    | 'saldo'
    | 'poliza'
    | 'importe_devuelto'
    | 'devuelto_base'
    | 'movimiento'
    | 'poliza_devolucion'
    | 'estado'
    | 'motivo_cancelacion'
  readonly NotaCreditoProveedorAplicacion:
    | 'poliza'
    | 'importe_base'
    | 'iva'
    | 'ieps'
    | 'retencion_iva'
    | 'retencion_isr'
  readonly PagoProveedor:
    | 'cuenta_bancaria'
    | 'cuenta_destino'
    | 'cheque'
    | 'programacion'
    | 'tipo_cambio'
    | 'referencia'
    | 'clave_rastreo'
    | 'movimiento_bancario'
    | 'poliza'
    | 'complemento'
    | 'motivo_cancelacion'
    | 'estado'
  readonly PagoProveedorAplicacion:
    | 'importe_pago'
    | 'descuento'
    | 'utilidad_cambiaria'
    | 'saldo_posterior'
    | 'parcialidad'
    | 'importe_base'
    | 'iva'
    | 'ieps'
    | 'iva_pagado'
    | 'ieps_pagado'
    | 'retencion_iva'
    | 'retencion_isr'
    | 'retencion_iva_pagada'
    | 'retencion_isr_pagada'
    | 'iva_importacion'
    | 'complemento'
  readonly ProgramacionPago:
    | 'cuenta_bancaria'
    | 'importe_autorizado'
    | 'elaborado_por'
    | 'autorizado_por'
    | 'estado'
  readonly ProgramacionPagoPartida: 'importe_autorizado' | 'prioridad' | 'comentario' | 'aprobada'
  readonly ValidacionFactura: 'diferencia' | 'tolerancia' | 'validada_por' | 'comentario'
}

/** The models to which references point, where actions know their rows too. */
export interface CuentasPorPagarReferences {
  readonly AnticipoProveedor: {
    readonly proveedor: 'Proveedor'
    readonly compra: 'Compra'
    readonly pago: 'PagoProveedor'
    readonly moneda: 'Moneda'
    readonly cfdi: 'Cfdi'
    readonly poliza: 'Poliza'
  }
  readonly AnticipoProveedorAplicacion: {
    readonly anticipo: 'AnticipoProveedor'
    readonly cuenta: 'CuentaPorPagar'
    readonly poliza: 'Poliza'
  }
  readonly CuentaPorPagar: {
    readonly proveedor: 'Proveedor'
    readonly cfdi: 'Cfdi'
    readonly compra: 'Compra'
    readonly recepcion: 'RecepcionCompra'
    readonly moneda: 'Moneda'
    readonly condicion_pago: 'CondicionPago'
    readonly poliza: 'Poliza'
  }
  readonly CuentaPorPagarImpuesto: {
    readonly cuenta: 'CuentaPorPagar'
    readonly impuesto: 'Impuesto'
    readonly factor: 'TipoFactor'
  }
  readonly CuentaPorPagarPartida: {
    readonly cuenta: 'CuentaPorPagar'
    readonly compra_partida: 'CompraPartida'
    readonly recepcion_partida: 'RecepcionCompraPartida'
    readonly recepcion_servicio: 'RecepcionServicio'
    readonly gasto: 'CatalogoGasto'
  }
  readonly NotaCreditoProveedor: {
    readonly proveedor: 'Proveedor'
    readonly devolucion: 'DevolucionCompra'
    readonly cfdi: 'Cfdi'
    readonly moneda: 'Moneda'
    readonly poliza: 'Poliza'
    readonly movimiento: 'MovimientoBancario'
    readonly poliza_devolucion: 'Poliza'
  }
  readonly NotaCreditoProveedorAplicacion: {
    readonly nota: 'NotaCreditoProveedor'
    readonly cuenta: 'CuentaPorPagar'
    readonly poliza: 'Poliza'
  }
  readonly PagoProveedor: {
    readonly proveedor: 'Proveedor'
    readonly forma_pago: 'FormaPago'
    readonly cuenta_bancaria: 'CuentaBancaria'
    readonly cuenta_destino: 'ProveedorCuentaBancaria'
    readonly cheque: 'Cheque'
    readonly programacion: 'ProgramacionPago'
    readonly moneda: 'Moneda'
    readonly movimiento_bancario: 'MovimientoBancario'
    readonly poliza: 'Poliza'
    readonly complemento: 'Cfdi'
  }
  readonly PagoProveedorAplicacion: {
    readonly pago: 'PagoProveedor'
    readonly cuenta: 'CuentaPorPagar'
    readonly complemento: 'Cfdi'
  }
  readonly ProgramacionPago: {
    readonly cuenta_bancaria: 'CuentaBancaria'
    readonly moneda: 'Moneda'
    readonly elaborado_por: 'Usuario'
    readonly autorizado_por: 'Usuario'
  }
  readonly ProgramacionPagoPartida: {
    readonly programacion: 'ProgramacionPago'
    readonly cuenta: 'CuentaPorPagar'
  }
  readonly ValidacionFactura: {
    readonly cuenta: 'CuentaPorPagar'
    readonly validada_por: 'Usuario'
  }
}

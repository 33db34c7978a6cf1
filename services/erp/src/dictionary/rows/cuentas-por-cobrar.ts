// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface CuentasPorCobrarRows {
  readonly AplicacionNotaCredito: {
    readonly id: string
    readonly fecha: string
    readonly nota_credito: string | null
    readonly anticipo: string | null
    readonly cuenta: string
    readonly importe: string
    readonly importe_base: string | null
    readonly iva: string | null
    readonly ieps: string | null
    readonly iva_cobrado: string | null
    readonly ieps_cobrado: string | null
    readonly retencion_iva: string | null
    readonly retencion_isr: string | null
    readonly retencion_iva_cobrada: string | null
    readonly retencion_isr_cobrada: string | null
    readonly importe_anticipo: string | null
    readonly anticipo_base: string | null
    readonly poliza: string | null
    readonly cfdi: string | null
    readonly anticipo_iva: string | null
    readonly cancelada: boolean
  }
  readonly CobroCliente: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly cliente: string
    readonly forma_pago: string
    readonly cuenta_bancaria: string | null
    readonly cuenta_ordenante: string | null
    readonly cobrador: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly importe: string
    readonly por_aplicar: string | null
    readonly referencia: string | null
    readonly movimiento: string | null
    readonly poliza: string | null
    readonly complemento: string | null
    readonly motivo: string | null
    readonly estado: 'borrador' | 'aplicado' | 'devuelto' | 'cancelado'
  }
  readonly CobroClienteAplicacion: {
    readonly id: string
    readonly cobro: string
    readonly partida: number
    readonly cuenta: string
    readonly parcialidad: number | null
    readonly saldo_anterior: string | null
    readonly importe: string
    readonly saldo_insoluto: string | null
    readonly descuento: string | null
    readonly equivalencia: string
    readonly importe_cobro: string | null
    readonly utilidad_cambiaria: string | null
    readonly importe_base: string | null
    readonly iva: string | null
    readonly ieps: string | null
    readonly iva_cobrado: string | null
    readonly ieps_cobrado: string | null
    readonly retencion_iva: string | null
    readonly retencion_isr: string | null
    readonly retencion_iva_cobrada: string | null
    readonly retencion_isr_cobrada: string | null
  }
  readonly CuentaPorCobrar: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly cliente: string
    readonly tipo: 'factura' | 'nota_cargo' | 'anticipo' | 'interes' | 'saldo_inicial'
    readonly venta: string | null
    readonly cfdi: string | null
    readonly uuid: string | null
    readonly documento: string | null
    readonly moneda: string
    readonly tipo_cambio: string
    readonly condicion_pago: string | null
    readonly vencimiento: string
    readonly cobrador: string | null
    readonly vendedor: string | null
    readonly subtotal: string
    readonly impuestos: string
    readonly retenciones: string
    readonly total: string
    readonly saldo: string
    readonly total_base: string | null
    readonly iva_base: string | null
    readonly ieps_base: string | null
    readonly poliza: string | null
    readonly estado:
      | 'por_validar'
      | 'vigente'
      | 'cobrada_parcial'
      | 'cobrada'
      | 'en_litigio'
      | 'incobrable'
      | 'cancelada'
  }
  readonly CuentaPorCobrarParcialidad: {
    readonly id: string
    readonly cuenta: string
    readonly numero: number
    readonly vencimiento: string
    readonly importe: string
    readonly saldo: string
    readonly estado: 'pendiente' | 'pagada' | 'vencida'
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface CuentasPorCobrarOptional {
  readonly AplicacionNotaCredito:
    | 'nota_credito'
    | 'anticipo'
    | 'importe_base'
    | 'iva'
    | 'ieps'
    | 'iva_cobrado'
    | 'ieps_cobrado'
    | 'retencion_iva'
    | 'retencion_isr'
    | 'retencion_iva_cobrada'
    | 'retencion_isr_cobrada'
    | 'importe_anticipo'
    | 'anticipo_base'
    | 'poliza'
    | 'cfdi'
    | 'anticipo_iva'
    | 'cancelada'
  readonly CobroCliente:
    | 'cuenta_bancaria'
    | 'cuenta_ordenante'
    | 'cobrador'
    | 'tipo_cambio'
    | 'por_aplicar'
    | 'referencia'
    | 'movimiento'
    | 'poliza'
    | 'complemento'
    | 'motivo'
    | 'estado'
  readonly CobroClienteAplicacion:
    | 'parcialidad'
    | 'saldo_anterior'
    | 'saldo_insoluto'
    | 'descuento'
    | 'equivalencia'
    | 'importe_cobro'
    | 'utilidad_cambiaria'
    | 'importe_base'
    | 'iva'
    | 'ieps'
    | 'iva_cobrado'
    | 'ieps_cobrado'
    | 'retencion_iva'
    | 'retencion_isr'
    | 'retencion_iva_cobrada'
    | 'retencion_isr_cobrada'
  readonly CuentaPorCobrar:
    | 'venta'
    | 'cfdi'
    | 'uuid'
    | 'documento'
    | 'tipo_cambio'
    | 'condicion_pago'
    | 'cobrador'
    | 'vendedor'
    | 'subtotal'
    | 'impuestos'
    | 'retenciones'
    | 'total'
    | 'saldo'
    | 'total_base'
    | 'iva_base'
    | 'ieps_base'
    | 'poliza'
    | 'estado'
  readonly CuentaPorCobrarParcialidad: 'saldo' | 'estado'
}

/** The models to which references point, where actions know their rows too. */
export interface CuentasPorCobrarReferences {
  readonly AplicacionNotaCredito: {
    readonly nota_credito: 'NotaCreditoVenta'
    readonly anticipo: 'AnticipoVenta'
    readonly cuenta: 'CuentaPorCobrar'
    readonly poliza: 'Poliza'
    readonly cfdi: 'Cfdi'
  }
  readonly CobroCliente: {
    readonly cliente: 'Cliente'
    readonly forma_pago: 'FormaPago'
    readonly cuenta_bancaria: 'CuentaBancaria'
    readonly moneda: 'Moneda'
    readonly movimiento: 'MovimientoBancario'
    readonly poliza: 'Poliza'
    readonly complemento: 'Cfdi'
  }
  readonly CobroClienteAplicacion: {
    readonly cobro: 'CobroCliente'
    readonly cuenta: 'CuentaPorCobrar'
  }
  readonly CuentaPorCobrar: {
    readonly cliente: 'Cliente'
    readonly venta: 'Venta'
    readonly cfdi: 'Cfdi'
    readonly moneda: 'Moneda'
    readonly condicion_pago: 'CondicionPago'
    readonly poliza: 'Poliza'
  }
  readonly CuentaPorCobrarParcialidad: { readonly cuenta: 'CuentaPorCobrar' }
}

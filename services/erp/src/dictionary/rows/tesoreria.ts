// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface TesoreriaRows {
  readonly MovimientoBancario: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly cuenta_bancaria: string
    readonly tipo:
      | 'deposito'
      | 'retiro'
      | 'transferencia'
      | 'cheque'
      | 'comision'
      | 'interes'
      | 'traspaso'
      | 'ajuste'
    readonly naturaleza: 'cargo' | 'abono'
    readonly concepto: string | null
    readonly forma_pago: string | null
    readonly importe: string
    readonly moneda: string
    readonly tipo_cambio: string
    readonly referencia: string | null
    readonly clave_rastreo: string | null
    readonly beneficiario: string | null
    readonly cliente: string | null
    readonly proveedor: string | null
    readonly fecha_valor: string | null
    readonly saldo_posterior: string | null
    readonly poliza: string | null
    readonly modelo: string | null
    readonly registro: string | null
    readonly conciliado: boolean
    readonly estado: 'borrador' | 'aplicado' | 'conciliado' | 'cancelado'
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface TesoreriaOptional {
  readonly MovimientoBancario:
    | 'concepto'
    | 'forma_pago'
    | 'tipo_cambio'
    | 'referencia'
    | 'clave_rastreo'
    | 'beneficiario'
    | 'cliente'
    | 'proveedor'
    | 'fecha_valor'
    | 'saldo_posterior'
    | 'poliza'
    | 'modelo'
    | 'registro'
    | 'conciliado'
    | 'estado'
}

/** The models to which references point, where actions know their rows too. */
export interface TesoreriaReferences {
  readonly MovimientoBancario: {
    readonly moneda: 'Moneda'
    readonly cliente: 'Cliente'
    readonly proveedor: 'Proveedor'
    readonly modelo: 'ModeloSistema'
  }
}

// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface TesoreriaRows {
  readonly Cheque: {
    readonly id: string
    readonly folio: string
    readonly numero: number
    readonly chequera: string
    readonly cuenta_bancaria: string
    readonly fecha: string
    readonly beneficiario: string
    readonly proveedor: string | null
    readonly moneda: string
    readonly importe: string
    readonly concepto: string | null
    readonly para_abono_en_cuenta: boolean
    readonly fecha_entrega: string | null
    readonly fecha_cobro: string | null
    readonly poliza: string | null
    readonly estado: 'emitido' | 'entregado' | 'cobrado' | 'devuelto' | 'cancelado'
  }
  readonly CuentaBancaria: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly banco: string
    readonly tipo: string
    readonly numero_cuenta: string
    readonly clabe: string | null
    readonly plaza: string | null
    readonly swift: string | null
    readonly moneda: string
    readonly sucursal: string | null
    readonly cuenta_contable: string
    readonly titular: string | null
    readonly saldo_minimo: string | null
    readonly bloquea_sobregiro: boolean
    readonly fecha_apertura: string | null
    readonly ejecutivo: string | null
    readonly telefono_ejecutivo: string | null
    readonly activo: boolean
  }
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
  readonly Cheque:
    | 'proveedor'
    | 'concepto'
    | 'para_abono_en_cuenta'
    | 'fecha_entrega'
    | 'fecha_cobro'
    | 'poliza'
    | 'estado'
  readonly CuentaBancaria:
    | 'clabe'
    | 'plaza'
    | 'swift'
    | 'sucursal'
    | 'titular'
    | 'saldo_minimo'
    | 'bloquea_sobregiro'
    | 'fecha_apertura'
    | 'ejecutivo'
    | 'telefono_ejecutivo'
    | 'activo'
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
  readonly Cheque: {
    readonly cuenta_bancaria: 'CuentaBancaria'
    readonly proveedor: 'Proveedor'
    readonly moneda: 'Moneda'
  }
  readonly CuentaBancaria: { readonly moneda: 'Moneda' }
  readonly MovimientoBancario: {
    readonly cuenta_bancaria: 'CuentaBancaria'
    readonly forma_pago: 'FormaPago'
    readonly moneda: 'Moneda'
    readonly cliente: 'Cliente'
    readonly proveedor: 'Proveedor'
    readonly modelo: 'ModeloSistema'
  }
}

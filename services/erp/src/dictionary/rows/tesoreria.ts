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
  readonly ConceptoTesoreria: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly naturaleza: 'ingreso' | 'egreso'
    readonly actividad: 'operacion' | 'inversion' | 'financiamiento'
    readonly cuenta_contable: string | null
    readonly padre: string | null
    readonly activo: boolean
  }
  readonly ConciliacionBancaria: {
    readonly id: string
    readonly folio: string
    readonly cuenta_bancaria: string
    readonly periodo: string
    readonly fecha: string
    readonly saldo_banco: string
    readonly saldo_libros: string
    readonly depositos_transito: string | null
    readonly cheques_transito: string | null
    readonly cargos_banco: string | null
    readonly abonos_banco: string | null
    readonly diferencia: string
    readonly elaborada_por: string | null
    readonly revisada_por: string | null
    readonly estado: 'en_proceso' | 'conciliada' | 'con_diferencias' | 'autorizada'
  }
  readonly ConciliacionBancariaPartida: {
    readonly id: string
    readonly conciliacion: string
    readonly partida: number
    readonly movimiento: string | null
    readonly renglon: string | null
    readonly tipo:
      | 'conciliada'
      | 'deposito_transito'
      | 'cheque_transito'
      | 'cargo_banco'
      | 'abono_banco'
      | 'error'
    readonly importe: string
    readonly grupo: number | null
    readonly comentario: string | null
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
  readonly EstadoCuentaBancario: {
    readonly id: string
    readonly folio: string
    readonly cuenta_bancaria: string
    readonly fecha_inicio: string
    readonly fecha_fin: string
    readonly saldo_inicial: string
    readonly saldo_final: string
    readonly depositos: string
    readonly retiros: string
    readonly formato: string | null
    readonly archivo: string | null
    readonly importado_por: string | null
    readonly estado: 'importado' | 'en_conciliacion' | 'conciliado'
  }
  readonly EstadoCuentaBancarioRenglon: {
    readonly id: string
    readonly estado_cuenta: string
    readonly renglon: number
    readonly fecha: string
    readonly codigo: string | null
    readonly descripcion: string
    readonly referencia: string | null
    readonly clave_rastreo: string | null
    readonly id_banco: string | null
    readonly cargo: string | null
    readonly abono: string | null
    readonly saldo: string | null
    readonly movimiento: string | null
    readonly conciliado: boolean
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
  readonly ConceptoTesoreria: 'cuenta_contable' | 'padre' | 'activo'
  readonly ConciliacionBancaria:
    | 'saldo_banco'
    | 'saldo_libros'
    | 'depositos_transito'
    | 'cheques_transito'
    | 'cargos_banco'
    | 'abonos_banco'
    | 'diferencia'
    | 'elaborada_por'
    | 'revisada_por'
    | 'estado'
  readonly ConciliacionBancariaPartida: 'movimiento' | 'renglon' | 'grupo' | 'comentario'
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
  readonly EstadoCuentaBancario:
    | 'depositos'
    | 'retiros'
    | 'formato'
    | 'archivo'
    | 'importado_por'
    | 'estado'
  readonly EstadoCuentaBancarioRenglon:
    | 'codigo'
    | 'referencia'
    | 'clave_rastreo'
    | 'id_banco'
    | 'cargo'
    | 'abono'
    | 'saldo'
    | 'movimiento'
    | 'conciliado'
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
    readonly poliza: 'Poliza'
  }
  readonly ConceptoTesoreria: { readonly padre: 'ConceptoTesoreria' }
  readonly ConciliacionBancaria: {
    readonly cuenta_bancaria: 'CuentaBancaria'
    readonly periodo: 'PeriodoContable'
    readonly elaborada_por: 'Usuario'
    readonly revisada_por: 'Usuario'
  }
  readonly ConciliacionBancariaPartida: {
    readonly conciliacion: 'ConciliacionBancaria'
    readonly movimiento: 'MovimientoBancario'
    readonly renglon: 'EstadoCuentaBancarioRenglon'
  }
  readonly CuentaBancaria: { readonly moneda: 'Moneda' }
  readonly EstadoCuentaBancario: {
    readonly cuenta_bancaria: 'CuentaBancaria'
    readonly archivo: 'Adjunto'
    readonly importado_por: 'Usuario'
  }
  readonly EstadoCuentaBancarioRenglon: {
    readonly estado_cuenta: 'EstadoCuentaBancario'
    readonly movimiento: 'MovimientoBancario'
  }
  readonly MovimientoBancario: {
    readonly cuenta_bancaria: 'CuentaBancaria'
    readonly concepto: 'ConceptoTesoreria'
    readonly forma_pago: 'FormaPago'
    readonly moneda: 'Moneda'
    readonly cliente: 'Cliente'
    readonly proveedor: 'Proveedor'
    readonly poliza: 'Poliza'
    readonly modelo: 'ModeloSistema'
  }
}

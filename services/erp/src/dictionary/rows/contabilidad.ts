// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface ContabilidadRows {
  readonly CierreEjercicio: {
    readonly id: string
    readonly ejercicio: string
    readonly fecha: string
    readonly utilidad: string
    readonly poliza_cierre: string | null
    readonly poliza_apertura: string | null
    readonly ejecutado_por: string | null
    readonly observaciones: string | null
    readonly estado: 'preparado' | 'cerrado' | 'reabierto'
  }
  readonly EjercicioFiscal: {
    readonly id: string
    readonly ejercicio: number
    readonly nombre: string
    readonly fecha_inicio: string
    readonly fecha_fin: string
    readonly numero_periodos: number
    readonly cuenta_resultado: string | null
    readonly estado: 'futuro' | 'abierto' | 'en_cierre' | 'cerrado'
  }
  readonly PeriodoContable: {
    readonly id: string
    readonly ejercicio: string
    readonly numero: number
    readonly nombre: string
    readonly fecha_inicio: string
    readonly fecha_fin: string
    readonly es_ajuste: boolean
    readonly cerrado_por: string | null
    readonly fecha_cierre: string | null
    readonly estado: 'futuro' | 'abierto' | 'cerrado' | 'bloqueado'
  }
  readonly Poliza: {
    readonly id: string
    readonly folio: string | null
    readonly fecha: string
    readonly tipo: string
    readonly periodo: string
    readonly concepto: string
    readonly origen:
      | 'manual'
      | 'compras'
      | 'ventas'
      | 'tesoreria'
      | 'nomina'
      | 'inventario'
      | 'activo_fijo'
      | 'cierre'
      | 'importada'
    readonly modelo: string | null
    readonly registro: string | null
    readonly total_cargo: string
    readonly total_abono: string
    readonly poliza_reversa: string | null
    readonly capturada_por: string | null
    readonly autorizada_por: string | null
    readonly estado: 'borrador' | 'autorizada' | 'aplicada' | 'reversada' | 'cancelada'
  }
  readonly PolizaPartida: {
    readonly id: string
    readonly poliza: string
    readonly partida: number
    readonly cuenta_contable: string
    readonly concepto: string | null
    readonly cargo: string
    readonly abono: string
    readonly moneda: string
    readonly tipo_cambio: string
    readonly importe_moneda: string | null
    readonly centro_costo: string | null
    readonly segmento: string | null
    readonly proyecto: string | null
    readonly cliente: string | null
    readonly proveedor: string | null
    readonly referencia: string | null
    readonly fecha_vencimiento: string | null
  }
  readonly TipoPoliza: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly clase: string
    readonly serie: string | null
    readonly reinicia: 'mensual' | 'anual' | 'nunca'
    readonly requiere_autorizacion: boolean
    readonly es_automatica: boolean
    readonly activo: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface ContabilidadOptional {
  readonly CierreEjercicio:
    | 'poliza_cierre'
    | 'poliza_apertura'
    | 'ejecutado_por'
    | 'observaciones'
    | 'estado'
  readonly EjercicioFiscal: 'cuenta_resultado' | 'estado'
  readonly PeriodoContable: 'es_ajuste' | 'cerrado_por' | 'fecha_cierre' | 'estado'
  readonly Poliza:
    | 'folio'
    | 'origen'
    | 'modelo'
    | 'registro'
    | 'total_cargo'
    | 'total_abono'
    | 'poliza_reversa'
    | 'capturada_por'
    | 'autorizada_por'
    | 'estado'
  readonly PolizaPartida:
    | 'concepto'
    | 'cargo'
    | 'abono'
    | 'tipo_cambio'
    | 'importe_moneda'
    | 'centro_costo'
    | 'segmento'
    | 'proyecto'
    | 'cliente'
    | 'proveedor'
    | 'referencia'
    | 'fecha_vencimiento'
  readonly TipoPoliza: 'serie' | 'requiere_autorizacion' | 'es_automatica' | 'activo'
}

/** The models to which references point, where actions know their rows too. */
export interface ContabilidadReferences {
  readonly CierreEjercicio: {
    readonly ejercicio: 'EjercicioFiscal'
    readonly poliza_cierre: 'Poliza'
    readonly poliza_apertura: 'Poliza'
    readonly ejecutado_por: 'Usuario'
  }
  readonly PeriodoContable: {
    readonly ejercicio: 'EjercicioFiscal'
    readonly cerrado_por: 'Usuario'
  }
  readonly Poliza: {
    readonly tipo: 'TipoPoliza'
    readonly periodo: 'PeriodoContable'
    readonly modelo: 'ModeloSistema'
    readonly poliza_reversa: 'Poliza'
    readonly capturada_por: 'Usuario'
    readonly autorizada_por: 'Usuario'
  }
  readonly PolizaPartida: {
    readonly poliza: 'Poliza'
    readonly moneda: 'Moneda'
    readonly cliente: 'Cliente'
    readonly proveedor: 'Proveedor'
  }
}

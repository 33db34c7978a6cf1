// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface NominaRows {
  readonly ConceptoNomina: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly tipo: 'percepcion' | 'deduccion' | 'otro_pago' | 'obligacion' | 'informativo'
    readonly tipo_percepcion: string | null
    readonly tipo_deduccion: string | null
    readonly tipo_otro_pago: string | null
    readonly formula: string | null
    readonly calculo:
      | 'sueldo'
      | 'vacaciones'
      | 'horas_dobles'
      | 'horas_triples'
      | 'descanso_laborado'
      | 'festivo_laborado'
      | 'prima_dominical'
      | 'prima_vacacional'
      | 'incapacidad'
      | 'aguinaldo'
      | 'prima_antiguedad'
      | 'indemnizacion'
      | 'ahorro_empresa'
      | 'ahorro_empresa_deposito'
      | 'ahorro_trabajador'
      | 'isr'
      | 'isr_pago_anual'
      | 'isr_separacion'
      | 'isr_a_favor'
      | 'isr_compensado'
      | 'imss'
      | 'pension_alimenticia'
      | 'infonavit'
      | 'fonacot'
      | 'cuota_sindical'
      | 'prestamo'
      | 'renta'
      | 'otro_descuento'
      | 'redondeo_a_favor'
      | 'redondeo_retenido'
      | null
    readonly tratamiento_isr: 'gravado' | 'exento' | 'mixto' | 'no_aplica'
    readonly integra_sbc: 'si' | 'no' | 'variable' | 'parcial'
    readonly base_impuesto_estatal: boolean
    readonly es_especie: boolean
    readonly activo: boolean
  }
  readonly GrupoNomina: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly periodicidad: string
    readonly tabla_prestaciones: string
    readonly dias_periodo: string
    readonly serie: string | null
    readonly cuenta_dispersion: string | null
    readonly forma_pago: string | null
    readonly dias_base_mes: string | null
    readonly paga_septimo_dia: boolean
    readonly ajusta_isr_mensual: boolean
    readonly isr_pagos_anuales: 'articulo_96' | 'articulo_174' | null
    readonly redondeo: string | null
    readonly permite_vacaciones_anticipadas: boolean
    readonly activo: boolean
  }
  readonly HistorialSalario: {
    readonly id: string
    readonly empleado: string
    readonly fecha_efectiva: string
    readonly salario_diario: string
    readonly factor_integracion: string | null
    readonly parte_fija: string | null
    readonly parte_variable: string | null
    readonly salario_base_cotizacion: string
    readonly tipo_salario: string | null
    readonly motivo:
      | 'ingreso'
      | 'aumento'
      | 'revision_contractual'
      | 'aniversario'
      | 'variable_bimestral'
      | 'salario_minimo'
    readonly movimiento: string | null
    readonly cancelado: boolean
  }
  readonly LoteIdse: {
    readonly id: string
    readonly numero_lote: string
    readonly registro_patronal: string
    readonly fecha_envio: string
    readonly movimientos_enviados: number
    readonly movimientos_operados: number | null
    readonly movimientos_rechazados: number | null
    readonly archivo: string | null
    readonly acuse: string | null
    readonly estado: 'generado' | 'enviado' | 'respondido' | 'con_rechazos' | 'cancelado'
  }
  readonly MovimientoAfiliatorio: {
    readonly id: string
    readonly empleado: string
    readonly registro_patronal: string
    readonly tipo: string
    readonly fecha_movimiento: string
    readonly salario_base_cotizacion: string | null
    readonly tipo_trabajador: string | null
    readonly tipo_salario: string | null
    readonly jornada: string | null
    readonly unidad_medica: string | null
    readonly causa_baja: string | null
    readonly lote: string | null
    readonly movimiento: string | null
    readonly motivo_rechazo: string | null
    readonly estado: 'pendiente' | 'enviado' | 'aceptado' | 'rechazado' | 'cancelado'
  }
  readonly Nomina: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly periodo: string
    readonly tipo: string
    readonly origen_recurso: string | null
    readonly fecha_pago: string
    readonly moneda: string
    readonly total_percepciones: string | null
    readonly total_deducciones: string | null
    readonly total_otros_pagos: string | null
    readonly neto: string | null
    readonly poliza: string | null
    readonly movimiento: string | null
    readonly poliza_pago: string | null
    readonly estado: 'borrador' | 'calculada' | 'autorizada' | 'timbrada' | 'pagada' | 'cancelada'
  }
  readonly PeriodicidadPago: {
    readonly id: string
    readonly clave: string
    readonly descripcion: string
    readonly dias: string | null
    readonly inicio_vigencia: string | null
    readonly fin_vigencia: string | null
  }
  readonly PeriodoNomina: {
    readonly id: string
    readonly grupo: string
    readonly ejercicio: number
    readonly numero: number
    readonly fecha_inicio: string
    readonly fecha_fin: string
    readonly fecha_pago: string
    readonly dias_pago: string
    readonly mes_acumulacion: number
    readonly fin_mes: boolean
    readonly fin_bimestre: boolean
    readonly fin_ejercicio: boolean
    readonly estado: 'futuro' | 'abierto' | 'calculado' | 'cerrado'
  }
  readonly PrestamoEmpleado: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly empleado: string
    readonly tipo: string
    readonly importe: string
    readonly tasa_interes: string | null
    readonly plazo_pagos: number
    readonly descuento_periodo: string
    readonly primer_periodo: string | null
    readonly aval: string | null
    readonly saldo: string | null
    readonly estado: 'solicitado' | 'autorizado' | 'vigente' | 'liquidado' | 'cancelado'
  }
  readonly PrestamoEmpleadoAbono: {
    readonly id: string
    readonly prestamo: string
    readonly numero: number
    readonly fecha: string
    readonly origen: 'nomina' | 'deposito' | 'finiquito'
    readonly recibo: string | null
    readonly capital: string
    readonly interes: string | null
    readonly saldo_posterior: string | null
    readonly estado: 'programado' | 'aplicado' | 'cancelado'
  }
  readonly ReciboNomina: {
    readonly id: string
    readonly folio: string
    readonly nomina: string
    readonly empleado: string
    readonly dias_pagados: string
    readonly salario_diario: string
    readonly salario_base_cotizacion: string | null
    readonly total_percepciones: string | null
    readonly total_deducciones: string | null
    readonly total_otros_pagos: string | null
    readonly neto: string
    readonly base_gravada: string | null
    readonly isr_retenido: string | null
    readonly subsidio_causado: string | null
    readonly integra_variable: string | null
    readonly redondeo_retenido: string | null
    readonly huella: string | null
    readonly cfdi: string | null
    readonly cfdi_sustituto: string | null
    readonly cfdi_huella: string | null
    readonly estado: 'calculado' | 'timbrado' | 'pagado' | 'cancelado'
  }
  readonly ReciboNominaConcepto: {
    readonly id: string
    readonly recibo: string
    readonly partida: number
    readonly concepto: string
    readonly cantidad: string | null
    readonly base: string | null
    readonly importe_gravado: string | null
    readonly importe_exento: string | null
    readonly importe: string
    readonly es_manual: boolean
    readonly referencia: string | null
    readonly explicacion: unknown
  }
  readonly RegistroPatronal: {
    readonly id: string
    readonly numero: string
    readonly subdelegacion: string
    readonly fraccion: string
    readonly clase: string
    readonly prima_riesgo: string
    readonly modalidad: string | null
    readonly zona: string
    readonly domicilio: string | null
    readonly representante: string | null
    readonly convenio_reembolso: boolean
    readonly guia_idse: string | null
    readonly fecha_alta: string | null
    readonly activo: boolean
  }
  readonly SaldoVacaciones: {
    readonly id: string
    readonly empleado: string
    readonly anio_servicio: number
    readonly fecha_aniversario: string
    readonly dias_derecho: string
    readonly dias_disfrutados: string | null
    readonly dias_pendientes: string | null
    readonly prima_pagada: boolean
    readonly fecha_prescripcion: string | null
  }
  readonly TipoPrestamo: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly concepto: string
    readonly tasa_interes: string | null
    readonly plazo_maximo: number
    readonly dias_sueldo_maximo: number | null
    readonly antiguedad_minima_meses: number | null
    readonly requiere_aval: boolean
    readonly activo: boolean
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface NominaOptional {
  readonly ConceptoNomina:
    | 'tipo_percepcion'
    | 'tipo_deduccion'
    | 'tipo_otro_pago'
    | 'formula'
    | 'calculo'
    | 'base_impuesto_estatal'
    | 'es_especie'
    | 'activo'
  readonly GrupoNomina:
    | 'serie'
    | 'cuenta_dispersion'
    | 'forma_pago'
    | 'dias_base_mes'
    | 'paga_septimo_dia'
    | 'ajusta_isr_mensual'
    | 'isr_pagos_anuales'
    | 'redondeo'
    | 'permite_vacaciones_anticipadas'
    | 'activo'
  readonly HistorialSalario:
    | 'factor_integracion'
    | 'parte_fija'
    | 'parte_variable'
    | 'tipo_salario'
    | 'movimiento'
    | 'cancelado'
  readonly LoteIdse:
    | 'movimientos_operados'
    | 'movimientos_rechazados'
    | 'archivo'
    | 'acuse'
    | 'estado'
  readonly MovimientoAfiliatorio:
    | 'salario_base_cotizacion'
    | 'tipo_trabajador'
    | 'tipo_salario'
    | 'jornada'
    | 'unidad_medica'
    | 'causa_baja'
    | 'lote'
    | 'movimiento'
    | 'motivo_rechazo'
    | 'estado'
  readonly Nomina:
    | 'origen_recurso'
    | 'total_percepciones'
    | 'total_deducciones'
    | 'total_otros_pagos'
    | 'neto'
    | 'poliza'
    | 'movimiento'
    | 'poliza_pago'
    | 'estado'
  readonly PeriodicidadPago: 'dias' | 'inicio_vigencia' | 'fin_vigencia'
  readonly PeriodoNomina: 'fin_mes' | 'fin_bimestre' | 'fin_ejercicio' | 'estado'
  readonly PrestamoEmpleado: 'tasa_interes' | 'primer_periodo' | 'aval' | 'saldo' | 'estado'
  readonly PrestamoEmpleadoAbono: 'recibo' | 'interes' | 'saldo_posterior' | 'estado'
  readonly ReciboNomina:
    | 'salario_base_cotizacion'
    | 'total_percepciones'
    | 'total_deducciones'
    | 'total_otros_pagos'
    | 'base_gravada'
    | 'isr_retenido'
    | 'subsidio_causado'
    | 'integra_variable'
    | 'redondeo_retenido'
    | 'huella'
    | 'cfdi'
    | 'cfdi_sustituto'
    | 'cfdi_huella'
    | 'estado'
  readonly ReciboNominaConcepto:
    | 'cantidad'
    | 'base'
    | 'importe_gravado'
    | 'importe_exento'
    | 'es_manual'
    | 'referencia'
    | 'explicacion'
  readonly RegistroPatronal:
    | 'modalidad'
    | 'domicilio'
    | 'representante'
    | 'convenio_reembolso'
    | 'guia_idse'
    | 'fecha_alta'
    | 'activo'
  readonly SaldoVacaciones:
    | 'dias_disfrutados'
    | 'dias_pendientes'
    | 'prima_pagada'
    | 'fecha_prescripcion'
  readonly TipoPrestamo:
    | 'tasa_interes'
    | 'dias_sueldo_maximo'
    | 'antiguedad_minima_meses'
    | 'requiere_aval'
    | 'activo'
}

/** The models to which references point, where actions know their rows too. */
export interface NominaReferences {
  readonly GrupoNomina: {
    readonly periodicidad: 'PeriodicidadPago'
    readonly cuenta_dispersion: 'CuentaBancaria'
    readonly forma_pago: 'FormaPago'
  }
  readonly HistorialSalario: {
    readonly empleado: 'Empleado'
    readonly movimiento: 'MovimientoPersonal'
  }
  readonly LoteIdse: {
    readonly registro_patronal: 'RegistroPatronal'
    readonly archivo: 'Adjunto'
    readonly acuse: 'Adjunto'
  }
  readonly MovimientoAfiliatorio: {
    readonly empleado: 'Empleado'
    readonly registro_patronal: 'RegistroPatronal'
    readonly tipo: 'TipoMovimientoImss'
    readonly lote: 'LoteIdse'
    readonly movimiento: 'MovimientoPersonal'
  }
  readonly Nomina: {
    readonly periodo: 'PeriodoNomina'
    readonly moneda: 'Moneda'
    readonly poliza: 'Poliza'
    readonly movimiento: 'MovimientoBancario'
    readonly poliza_pago: 'Poliza'
  }
  readonly PeriodoNomina: { readonly grupo: 'GrupoNomina' }
  readonly PrestamoEmpleado: {
    readonly empleado: 'Empleado'
    readonly tipo: 'TipoPrestamo'
    readonly primer_periodo: 'PeriodoNomina'
    readonly aval: 'Empleado'
  }
  readonly PrestamoEmpleadoAbono: {
    readonly prestamo: 'PrestamoEmpleado'
    readonly recibo: 'ReciboNomina'
  }
  readonly ReciboNomina: {
    readonly nomina: 'Nomina'
    readonly empleado: 'Empleado'
    readonly cfdi: 'Cfdi'
    readonly cfdi_sustituto: 'Cfdi'
  }
  readonly ReciboNominaConcepto: {
    readonly recibo: 'ReciboNomina'
    readonly concepto: 'ConceptoNomina'
  }
  readonly RegistroPatronal: { readonly domicilio: 'Direccion' }
  readonly SaldoVacaciones: { readonly empleado: 'Empleado' }
  readonly TipoPrestamo: { readonly concepto: 'ConceptoNomina' }
}

// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface NominaRows {
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
    readonly estado: 'pendiente' | 'enviado' | 'aceptado' | 'rechazado'
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface NominaOptional {
  readonly HistorialSalario:
    | 'factor_integracion'
    | 'parte_fija'
    | 'parte_variable'
    | 'tipo_salario'
    | 'movimiento'
  readonly MovimientoAfiliatorio:
    | 'salario_base_cotizacion'
    | 'tipo_trabajador'
    | 'tipo_salario'
    | 'jornada'
    | 'unidad_medica'
    | 'causa_baja'
    | 'lote'
    | 'estado'
}

/** The models to which references point, where actions know their rows too. */
export interface NominaReferences {
  readonly HistorialSalario: { readonly empleado: 'Empleado' }
  readonly MovimientoAfiliatorio: { readonly empleado: 'Empleado' }
}

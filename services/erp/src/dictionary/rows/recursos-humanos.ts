// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface RecursosHumanosRows {
  readonly Asociado: {
    readonly id: string
    readonly nombre: string
    readonly apellidos: string
    readonly nombre_completo: string | null
    readonly rfc: string | null
    readonly curp: string | null
    readonly nss: string | null
    readonly correo: string | null
    readonly telefono: string | null
    readonly fecha_ingreso: string | null
    readonly puesto: string | null
    readonly departamento: string | null
    readonly jefe: string | null
    readonly es_empleado: boolean
    readonly usuario: string | null
  }
  readonly ContratoLaboral: {
    readonly id: string
    readonly folio: string
    readonly empleado: string
    readonly tipo_contrato: string
    readonly puesto: string
    readonly jornada: string | null
    readonly fecha_firma: string | null
    readonly fecha_inicio: string
    readonly fecha_fin: string | null
    readonly dias_prueba: number | null
    readonly salario_diario: string
    readonly lugar_trabajo: string | null
    readonly estado: 'borrador' | 'firmado' | 'vencido' | 'terminado'
  }
  readonly Empleado: {
    readonly id: string
    readonly numero: string
    readonly asociado: string
    readonly registro_patronal: string | null
    readonly grupo_nomina: string | null
    readonly tipo_contrato: string | null
    readonly regimen: string | null
    readonly jornada: string | null
    readonly fecha_alta: string
    readonly fecha_baja: string | null
    readonly salario_diario: string | null
    readonly salario_base_cotizacion: string | null
    readonly estado: 'activo' | 'suspendido' | 'baja'
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface RecursosHumanosOptional {
  readonly Asociado:
    | 'nombre_completo'
    | 'rfc'
    | 'curp'
    | 'nss'
    | 'correo'
    | 'telefono'
    | 'fecha_ingreso'
    | 'puesto'
    | 'departamento'
    | 'jefe'
    | 'es_empleado'
    | 'usuario'
  readonly ContratoLaboral:
    | 'jornada'
    | 'fecha_firma'
    | 'fecha_fin'
    | 'dias_prueba'
    | 'lugar_trabajo'
    | 'estado'
  readonly Empleado:
    | 'registro_patronal'
    | 'grupo_nomina'
    | 'tipo_contrato'
    | 'regimen'
    | 'jornada'
    | 'fecha_baja'
    | 'salario_diario'
    | 'salario_base_cotizacion'
    | 'estado'
}

/** The models to which references point, where actions know their rows too. */
export interface RecursosHumanosReferences {
  readonly Asociado: { readonly jefe: 'Asociado'; readonly usuario: 'Usuario' }
  readonly ContratoLaboral: { readonly empleado: 'Empleado' }
  readonly Empleado: { readonly asociado: 'Asociado'; readonly grupo_nomina: 'GrupoNomina' }
}

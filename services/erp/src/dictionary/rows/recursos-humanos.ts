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
    readonly fecha_terminacion: string | null
    readonly terminado_por: string | null
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
  readonly Incapacidad: {
    readonly id: string
    readonly folio: string
    readonly empleado: string
    readonly tipo: string
    readonly subtipo: string | null
    readonly clase: 'inicial' | 'subsecuente' | 'recaida'
    readonly fecha_inicio: string
    readonly fecha_fin: string
    readonly dias: number
    readonly porcentaje_subsidio: string | null
    readonly dias_sin_subsidio: number | null
    readonly riesgo_trabajo: string | null
    readonly secuela: string | null
    readonly archivo: string | null
    readonly estado: 'registrada' | 'aplicada' | 'cancelada'
  }
  readonly MovimientoPersonal: {
    readonly id: string
    readonly folio: string
    readonly empleado: string
    readonly tipo: 'alta' | 'reingreso' | 'promocion' | 'transferencia' | 'cambio_sueldo' | 'baja'
    readonly fecha_efectiva: string
    readonly puesto_anterior: string | null
    readonly puesto_nuevo: string | null
    readonly departamento_anterior: string | null
    readonly departamento_nuevo: string | null
    readonly salario_anterior: string | null
    readonly salario_nuevo: string | null
    readonly motivo: string | null
    readonly estado: 'solicitado' | 'autorizado' | 'aplicado' | 'cancelado'
  }
  readonly Puesto: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly departamento: string
    readonly reporta_a: string | null
    readonly ocupacion: string | null
    readonly riesgo: string | null
    readonly escolaridad: string | null
    readonly experiencia_anios: number | null
    readonly tabulador: string | null
    readonly proposito: string | null
    readonly es_sindicalizado: boolean
    readonly activo: boolean
  }
  readonly SolicitudAusencia: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly empleado: string
    readonly tipo: string
    readonly fecha_inicio: string
    readonly fecha_fin: string
    readonly dias: string
    readonly motivo: string | null
    readonly comprobante: string | null
    readonly autorizado_por: string | null
    readonly estado: 'solicitada' | 'autorizada' | 'rechazada' | 'aplicada' | 'cancelada'
  }
  readonly SolicitudVacaciones: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly empleado: string
    readonly saldo: string | null
    readonly fecha_inicio: string
    readonly fecha_fin: string
    readonly dias: string
    readonly fecha_regreso: string | null
    readonly suplente: string | null
    readonly autorizado_por: string | null
    readonly comentario: string | null
    readonly estado: 'solicitada' | 'autorizada' | 'rechazada' | 'disfrutada' | 'cancelada'
  }
  readonly TipoAusencia: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly con_goce: boolean
    readonly concepto: string | null
    readonly dias_maximos: number | null
    readonly requiere_comprobante: boolean
    readonly afecta_septimo_dia: boolean
    readonly reporta_imss: boolean
    readonly activo: boolean
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
    | 'fecha_terminacion'
    | 'terminado_por'
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
  readonly Incapacidad:
    | 'subtipo'
    | 'porcentaje_subsidio'
    | 'dias_sin_subsidio'
    | 'riesgo_trabajo'
    | 'secuela'
    | 'archivo'
    | 'estado'
  readonly MovimientoPersonal:
    | 'puesto_anterior'
    | 'puesto_nuevo'
    | 'departamento_anterior'
    | 'departamento_nuevo'
    | 'salario_anterior'
    | 'salario_nuevo'
    | 'motivo'
    | 'estado'
  readonly Puesto:
    | 'reporta_a'
    | 'ocupacion'
    | 'riesgo'
    | 'escolaridad'
    | 'experiencia_anios'
    | 'tabulador'
    | 'proposito'
    | 'es_sindicalizado'
    | 'activo'
  readonly SolicitudAusencia: 'motivo' | 'comprobante' | 'autorizado_por' | 'estado'
  readonly SolicitudVacaciones:
    | 'saldo'
    | 'fecha_regreso'
    | 'suplente'
    | 'autorizado_por'
    | 'comentario'
    | 'estado'
  readonly TipoAusencia:
    | 'con_goce'
    | 'concepto'
    | 'dias_maximos'
    | 'requiere_comprobante'
    | 'afecta_septimo_dia'
    | 'reporta_imss'
    | 'activo'
}

/** The models to which references point, where actions know their rows too. */
export interface RecursosHumanosReferences {
  readonly Asociado: {
    readonly puesto: 'Puesto'
    readonly jefe: 'Asociado'
    readonly usuario: 'Usuario'
  }
  readonly ContratoLaboral: {
    readonly empleado: 'Empleado'
    readonly puesto: 'Puesto'
    readonly terminado_por: 'MovimientoPersonal'
  }
  readonly Empleado: {
    readonly asociado: 'Asociado'
    readonly registro_patronal: 'RegistroPatronal'
    readonly grupo_nomina: 'GrupoNomina'
  }
  readonly Incapacidad: { readonly empleado: 'Empleado'; readonly archivo: 'Adjunto' }
  readonly MovimientoPersonal: {
    readonly empleado: 'Empleado'
    readonly puesto_anterior: 'Puesto'
    readonly puesto_nuevo: 'Puesto'
  }
  readonly Puesto: { readonly reporta_a: 'Puesto' }
  readonly SolicitudAusencia: {
    readonly empleado: 'Empleado'
    readonly tipo: 'TipoAusencia'
    readonly comprobante: 'Adjunto'
    readonly autorizado_por: 'Asociado'
  }
  readonly SolicitudVacaciones: {
    readonly empleado: 'Empleado'
    readonly saldo: 'SaldoVacaciones'
    readonly suplente: 'Empleado'
    readonly autorizado_por: 'Asociado'
  }
  readonly TipoAusencia: { readonly concepto: 'ConceptoNomina' }
}

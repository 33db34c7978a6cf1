// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface SeguridadRows {
  readonly Usuario: {
    readonly id: string
    readonly usuario: string
    readonly correo: string | null
    readonly nombre: string
    readonly telefono: string | null
    readonly foto: string | null
    readonly idioma: string | null
    readonly zona_horaria: string | null
    readonly politica: string | null
    readonly es_administrador: boolean
    readonly doble_factor: boolean
    readonly intentos_fallidos: number | null
    readonly bloqueado_hasta: string | null
    readonly ultimo_acceso: string | null
    readonly estado: 'invitado' | 'activo' | 'bloqueado' | 'baja'
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface SeguridadOptional {
  readonly Usuario:
    | 'correo'
    | 'telefono'
    | 'foto'
    | 'idioma'
    | 'zona_horaria'
    | 'politica'
    | 'es_administrador'
    | 'doble_factor'
    | 'intentos_fallidos'
    | 'bloqueado_hasta'
    | 'ultimo_acceso'
    | 'estado'
}

/** The models to which references point, where actions know their rows too. */
export interface SeguridadReferences {
  readonly Usuario: { readonly foto: 'Adjunto' }
}

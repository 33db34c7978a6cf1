import { sql, trusted } from '@oficina/kit/sql.ts'

/** The session, user and company of a valid token. */
export interface SessionRow {
  readonly empresa_id: string
  readonly usuario_id: string
  /** The id of its SesionUsuario. */
  readonly sesion: string
  readonly expira_en: Date
  readonly es_administrador: boolean
  readonly es_operador: boolean
  /** Incremented whenever the rights of this user become stale. */
  readonly permisos_version: string
  /** Recorded at most once a minute. */
  readonly actividad: Date
  readonly metodo: 'contrasena' | 'doble_factor'
  /** `SESSION_MARK`. */
  readonly marca: string
}

/**
 * The whole session as one text: two equal marks are the same session with the same rights. One column costs a reader a
 * tenth of what six cost.
 */
export const SESSION_MARK = trusted(
  `concat_ws(' ', s.empresa_id, s.usuario_id, s.sesion, extract(epoch from s.expira_en), s.es_administrador, s.es_operador,
    s.permisos_version, extract(epoch from s.actividad), s.metodo)`,
)

/** The columns of a `SessionRow` and its mark, of `oficina.sesion_vigente(…) s`. */
export const SESSION_COLUMNS = sql`s.empresa_id::text, s.usuario_id::text, s.sesion::text, s.expira_en, s.es_administrador,
  s.es_operador, s.permisos_version::text, s.actividad, s.metodo, ${SESSION_MARK} as marca`

import type { Database, Tx } from '@oficina/kit/database.ts'
import { prepared, sql } from '@oficina/kit/sql.ts'

import { SESSION_COLUMNS, type SessionRow } from './session-row.ts'
import type { EmpresaId } from './tenant-database.ts'

/** The session of a token that has not expired, of a user and a company that are active; in one look-up. */
export async function findSession(
  database: Tx,
  tokenSha256: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const rows = await database.query<SessionRow>(
    prepared(
      'session',
      sql`select ${SESSION_COLUMNS} from oficina.sesion_vigente(${tokenSha256}, ${now}) s`,
    ),
  )
  return rows[0]
}

export interface NewSession {
  readonly tokenSha256: Buffer
  readonly empresa: EmpresaId
  readonly usuarioId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly address: string
  readonly agent: string
}

/**
 * Keeps a session; when the token exists already (two refreshes at once made the same successor) it stays as it is.
 * The answer is the end of the session that is kept.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<Date> {
  const rows = await tx.query<{ expira_en: Date }>(sql`
    insert into oficina.sesion
      (token_sha256, empresa_id, usuario_id, creada_en, expira_en, direccion, agente)
    values (${session.tokenSha256}, ${session.empresa}, ${session.usuarioId}, ${session.createdAt},
      ${session.expiresAt}, ${session.address}, ${session.agent})
    on conflict (token_sha256) do update set token_sha256 = excluded.token_sha256
    returning expira_en`)
  return rows[0]?.expira_en ?? session.expiresAt
}

export async function deleteSession(database: Database, tokenSha256: Buffer): Promise<void> {
  await database.execute(sql`delete from oficina.sesion where token_sha256 = ${tokenSha256}`)
}

/** Ends every session of the user to whom the token belongs, in that company. An unknown token ends none. */
export async function deleteSessionsOfToken(
  database: Database,
  tokenSha256: Buffer,
): Promise<void> {
  await database.execute(sql`
    delete from oficina.sesion as other using oficina.sesion as mine
    where mine.token_sha256 = ${tokenSha256}
      and other.empresa_id = mine.empresa_id and other.usuario_id = mine.usuario_id`)
}

/** Forgets what nobody can use any more; called now and then by the service itself. */
export async function deleteExpired(database: Database, now: Date, limit: number): Promise<number> {
  return await database.execute(sql`
    delete from oficina.sesion where token_sha256 in
      (select token_sha256 from oficina.sesion where expira_en <= ${now} limit ${limit})`)
}

/** The failed logins of a user name from an address since an instant, and the oldest of them. */
export async function countFailures(
  database: Database,
  attempt: { readonly usuario: string; readonly address: string; readonly since: Date },
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const rows = await database.query<{ count: number; oldest: Date | null }>(sql`
    select count(*) as count, min(ocurrido_en) as oldest from oficina.intento_fallido
    where usuario = ${attempt.usuario} and direccion = ${attempt.address}
      and ocurrido_en > ${attempt.since}`)
  return rows[0] ?? { count: 0, oldest: null }
}

export async function insertFailure(
  database: Database,
  failure: { readonly usuario: string; readonly address: string; readonly at: Date },
): Promise<void> {
  await database.execute(sql`
    insert into oficina.intento_fallido (usuario, direccion, ocurrido_en)
    values (${failure.usuario}, ${failure.address}, ${failure.at})`)
}

export async function deleteFailures(
  database: Database,
  of: { readonly usuario: string; readonly address: string },
): Promise<void> {
  await database.execute(sql`
    delete from oficina.intento_fallido where usuario = ${of.usuario} and direccion = ${of.address}`)
}

export async function deleteFailuresBefore(database: Database, before: Date): Promise<number> {
  return await database.execute(
    sql`delete from oficina.intento_fallido where ocurrido_en < ${before}`,
  )
}

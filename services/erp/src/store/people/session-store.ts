import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { takeNumber } from '../numbers/counter-store.ts'
import type { EmpresaId } from '../tenant-database.ts'
import { SESSION_COLUMNS, SESSION_MARK, type SessionRow } from './session-row.ts'

/** Finds the session of an unexpired token, of an active user and company; in one look-up. */
export async function findSession(
  database: Tx,
  tokenSha256: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const rows = await database.query<SessionRow>(
    sql`select ${SESSION_COLUMNS} from oficina.sesion_vigente(${tokenSha256}, ${now}) s`,
  )
  return rows[0]
}

/** Finds the marks (`SESSION_MARK`) of those tokens that have a session, by the keys that they come with. */
export async function findMarks(
  database: Tx,
  tokens: ReadonlyMap<string, Buffer>,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ puesto: number; marca: string }>(
    sql`select t.puesto::int4 as puesto, ${SESSION_MARK} as marca
        from unnest(${[...tokens.values()]}::bytea[]) with ordinality t(token, puesto),
          lateral oficina.sesion_vigente(t.token, ${now}) s`,
  )
  const keys = [...tokens.keys()]
  return new Map(rows.map(({ puesto, marca }) => [keys[puesto - 1] ?? '', marca]))
}

/** Records that the session is in use, unless that was recorded after `since`. */
export async function touchSession(
  database: Tx,
  tokenSha256: Buffer,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<void> {
  await database.query(sql`select oficina.tocar_sesion(${tokenSha256}, ${now}, ${since})`)
}

export interface NewSession {
  readonly usuarioId: string
  readonly method: 'contrasena' | 'doble_factor'
  readonly startedAt: Date
  readonly address: string
  readonly agent: string
}

const MAX_ADDRESS = 45
const MAX_AGENT = 250

/** Creates the SesionUsuario of a login, in a transaction of the company; returns its id. */
export async function insertSession(
  tx: Tx,
  empresa: EmpresaId,
  { usuarioId, method, startedAt, address, agent }: NewSession,
): Promise<string> {
  const id = String(await takeNumber(tx, empresa, 'sesion_usuario'))
  await tx.execute(sql`
    insert into sesion_usuario (empresa_id, id, creado_en, modificado_en, usuario, inicio, ultima_actividad,
      direccion_ip, agente, metodo, estado)
    values (${empresa}, ${id}, ${startedAt}, ${startedAt}, ${usuarioId}, ${startedAt}, ${startedAt},
      ${address.slice(0, MAX_ADDRESS)}, ${agent.slice(0, MAX_AGENT)}, ${method}, 'activa')`)
  return id
}

export interface NewToken {
  readonly tokenSha256: Buffer
  readonly empresa: EmpresaId
  readonly usuarioId: string
  readonly sesion: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Stores a token of a session; if it exists already (two simultaneous refreshes derived the same one) it is left as it
 * is. Returns the expiry of the stored token.
 */
export async function insertToken(tx: Tx, token: NewToken): Promise<Date> {
  const rows = await tx.query<{ expira_en: Date }>(sql`
    insert into oficina.sesion (token_sha256, empresa_id, usuario_id, sesion, creada_en, expira_en)
    values (${token.tokenSha256}, ${token.empresa}, ${token.usuarioId}, ${token.sesion}, ${token.createdAt},
      ${token.expiresAt})
    on conflict (token_sha256) do update set token_sha256 = excluded.token_sha256
    returning expira_en`)
  return rows[0]?.expira_en ?? token.expiresAt
}

/** Ends the session of a token, or every session of its user. An unknown token ends none. */
export async function endSessionOfToken(
  database: Tx,
  tokenSha256: Buffer,
  end: { readonly all: boolean; readonly state: 'cerrada' | 'expirada'; readonly now: Date },
): Promise<void> {
  await database.query(
    sql`select oficina.cerrar_sesion(${tokenSha256}, ${end.all}, ${end.state}, ${end.now})`,
  )
}

/** Which sessions of a user to end. */
export type SessionChoice =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'all'; readonly except: string | null }
  | { readonly kind: 'oldest'; readonly keep: number }

/** Ends sessions of a user, in a transaction of the company; returns how many. */
export async function revokeSessions(
  tx: Tx,
  empresa: EmpresaId,
  { usuarioId, choice, now }: { usuarioId: string; choice: SessionChoice; now: Date | string },
): Promise<number> {
  const ids = await tx.query<{ id: string }>(sql`
    update sesion_usuario set estado = 'revocada', fin = ${now}
    where empresa_id = ${empresa} and usuario = ${usuarioId} and estado = 'activa' and ${chosen(empresa, usuarioId, choice)}
    returning id::text`)
  await tx.execute(sql`
    delete from oficina.sesion where empresa_id = ${empresa} and sesion = any(${ids.map(({ id }) => id)}::int8[])`)
  return ids.length
}

function chosen(empresa: EmpresaId, usuarioId: string, choice: SessionChoice) {
  switch (choice.kind) {
    case 'one':
      return sql`id = ${choice.id}`
    case 'all':
      return sql`id is distinct from ${choice.except}::int8`
    case 'oldest':
      return sql`id not in (
        select id from sesion_usuario where empresa_id = ${empresa} and usuario = ${usuarioId} and estado = 'activa'
        order by inicio desc, id desc limit ${choice.keep})`
  }
}

export interface OpenSession {
  readonly id: number
  readonly inicio: Date
  readonly ultima_actividad: Date
  readonly direccion_ip: string
  readonly agente: string | null
  readonly metodo: string
}

/** The open sessions of a user, the newest first, for a statement of the company. */
export function openSessionsSql(empresa: EmpresaId, usuarioId: string, limit: number) {
  return sql`
    select id, inicio, ultima_actividad, direccion_ip, agente, metodo from sesion_usuario
    where empresa_id = ${empresa} and usuario = ${usuarioId}::int8 and estado = 'activa'
    order by inicio desc, id desc limit ${limit}`
}

/** The user of a session, if it is open. */
export async function ownerOfSession(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ usuario: string }>(sql`
    select usuario::text from sesion_usuario
    where empresa_id = ${empresa} and id = ${id}::int8 and estado = 'activa'`)
  return rows[0]?.usuario
}

/** A second factor has followed a password: the session is now one of both. */
export async function raiseSession(tx: Tx, empresa: EmpresaId, id: string): Promise<void> {
  await tx.execute(sql`
    update sesion_usuario set metodo = 'doble_factor' where empresa_id = ${empresa} and id = ${id}::int8`)
}

/** Deletes expired tokens, of all companies; as the owner of the database. */
export async function deleteExpired(owner: Database, now: Date, limit: number): Promise<number> {
  return await owner.execute(sql`
    delete from oficina.sesion where token_sha256 in
      (select token_sha256 from oficina.sesion where expira_en <= ${now} limit ${limit})`)
}

/** Closes sessions that have no token left, of all companies; as the owner of the database. */
export async function closeExpiredSessions(
  owner: Database,
  now: Date,
  limit: number,
): Promise<number> {
  return await owner.execute(sql`
    with vivas as materialized (
      select s.empresa_id, s.sesion from oficina.sesion s where s.expira_en > ${now}),
    viejas as materialized (
      select a.empresa_id, a.id from sesion_usuario a
      where a.estado = 'activa' and not exists (
        select from vivas v where v.empresa_id = a.empresa_id and v.sesion = a.id)
      order by a.empresa_id, a.id limit ${limit})
    update sesion_usuario su set estado = 'expirada', fin = ${now} from viejas
    where su.empresa_id = viejas.empresa_id and su.id = viejas.id`)
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** What a valid API key stands for. */
export interface KeyRow {
  readonly empresa_id: string
  readonly clave_id: string
  readonly usuario_id: string
  readonly perfil: string
  readonly alcances: unknown
  readonly limite_por_minuto: number | null
  readonly es_administrador: boolean
  readonly permisos_version: string
  readonly ultimo_uso: Date | null
}

/** The API key with this hash: neither revoked nor expired, of a user, a profile and a company that are active. */
export async function findKey(
  database: Tx,
  huella: string,
  now: Date,
): Promise<KeyRow | undefined> {
  const rows = await database.query<KeyRow>(
    sql`select empresa_id::text, clave_id::text, usuario_id::text, perfil::text, alcances, limite_por_minuto,
            es_administrador, permisos_version::text, ultimo_uso from oficina.clave_vigente(${huella}, ${now})`,
  )
  return rows[0]
}

/** Counts a call of a key; returns the calls of the current minute, this one included. */
export async function countKeyUse(
  database: Tx,
  empresa: EmpresaId,
  { id, minute }: { readonly id: string; readonly minute: Date },
): Promise<number> {
  const rows = await database.query<{ usos: number }>(
    sql`insert into oficina.uso_clave as u (empresa_id, clave_id, minuto, usos) values (${empresa}, ${id}, ${minute}, 1)
          on conflict (empresa_id, clave_id) do update set
            usos = case when u.minuto = excluded.minuto then u.usos + 1 else 1 end, minuto = excluded.minuto
          returning usos`,
  )
  return rows[0]?.usos ?? 1
}

/** Records, in a transaction of the company, that a key is in use. */
export async function noteKeyUse(
  tx: Tx,
  empresa: EmpresaId,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    update clave_api set ultimo_uso = ${now} where empresa_id = ${empresa} and id = ${id}::int8`)
}

/** Marks the keys that have expired, of all companies; as the owner of the database. */
export async function expireKeys(owner: Tx, now: Date): Promise<number> {
  return await owner.execute(sql`
    update clave_api set estado = 'vencida', version = version + 1
    where expira_en <= ${now} and coalesce(estado, 'activa') = 'activa'`)
}

/** Those that are not keys of PermisoSistema. */
export async function unknownScopes(tx: Tx, scopes: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.query<{ clave: string }>(sql`
    select clave from unnest(${scopes}::text[]) as t(clave)
    where not exists (select from permiso_sistema p where p.clave = t.clave) limit 10`)
  return rows.map(({ clave }) => clave)
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { numbersFor } from '../starter/starter-account-store.ts'

/** A profile with every right that it grants and every field that it hides. */
export interface ReadyProfile {
  readonly clave: string
  readonly nombre: string
  readonly descripcion: string
  readonly modulo: string
  /** Keys of PermisoSistema. */
  readonly permisos: readonly string[]
  readonly ocultos: readonly { readonly modelo: string; readonly campo: string }[]
}

/** A profile that was added. */
export interface AddedProfile {
  readonly id: string
  readonly clave: string
  readonly nombre: string
}

/**
 * Adds to a company the profiles of which it has none of that key, whatever its own say. The profile's row is of this
 * transaction alone, so nobody has it yet.
 */
export async function insertReadyProfiles(
  tx: Tx,
  { empresaId, now }: { readonly empresaId: string; readonly now: string },
  profiles: readonly ReadyProfile[],
): Promise<readonly AddedProfile[]> {
  const known = await tx.query<{ clave: string }>(sql`
    select clave from perfil where empresa_id = ${empresaId}::int8`)
  const missing = profiles.filter(({ clave }) => known.every((one) => one.clave !== clave))
  if (missing.length === 0) return []
  const first = await numbersFor(tx, empresaId, { table: 'perfil', count: missing.length })
  const added = missing.map((profile, index) => ({ ...profile, id: first + index }))
  await tx.execute(sql`
    insert into perfil (empresa_id, id, creado_en, modificado_en, clave, nombre, descripcion, modulo_inicial, oficio,
      activo)
    select ${empresaId}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.clave, n.nombre, n.descripcion,
      (select m.id from modulo_sistema m where m.clave = n.modulo), n.clave, true
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as n(id int8, clave text, nombre text, descripcion text,
      modulo text)`)
  await insertGrants(tx, { empresaId, now }, added)
  await insertHidden(tx, { empresaId, now }, added)
  return added.map(({ id, clave, nombre }) => ({ id: String(id), clave, nombre }))
}

interface Of {
  readonly empresaId: string
  readonly now: string
}

type Added = readonly (ReadyProfile & { readonly id: number })[]

async function insertGrants(tx: Tx, { empresaId, now }: Of, added: Added): Promise<void> {
  const rows = added.flatMap(({ id, permisos }) => permisos.map((clave) => ({ perfil: id, clave })))
  const first = await numbersFor(tx, empresaId, { table: 'perfil_permiso', count: rows.length })
  await tx.execute(sql`
    insert into perfil_permiso (empresa_id, id, creado_en, modificado_en, perfil, permiso, concedido)
    select ${empresaId}::int8, ${first}::int8 + row_number() over (order by n.perfil, p.id) - 1, ${now}::timestamptz,
      ${now}::timestamptz, n.perfil, p.id, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(perfil int8, clave text)
    join permiso_sistema p on p.clave = n.clave`)
}

async function insertHidden(tx: Tx, { empresaId, now }: Of, added: Added): Promise<void> {
  const rows = added.flatMap(({ id, ocultos }) => ocultos.map((one) => ({ ...one, perfil: id })))
  if (rows.length === 0) return
  const first = await numbersFor(tx, empresaId, { table: 'perfil_campo', count: rows.length })
  await tx.execute(sql`
    insert into perfil_campo (empresa_id, id, creado_en, modificado_en, perfil, campo, acceso)
    select ${empresaId}::int8, ${first}::int8 + row_number() over (order by n.perfil, c.id) - 1, ${now}::timestamptz,
      ${now}::timestamptz, n.perfil, c.id, 'oculto'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(perfil int8, modelo text, campo text)
    join modelo_sistema m on m.nombre = n.modelo join campo_sistema c on c.modelo = m.id and c.nombre = n.campo`)
}

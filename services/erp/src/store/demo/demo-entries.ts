import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { Model, Registry } from '../../dictionary/types.ts'
import { naturalKeySql } from '../../query/natural-key.ts'
import { records } from '../../query/record-columns.ts'
import type { EmpresaId } from '../tenant-database.ts'

export interface DemoUserRow {
  readonly usuario: string
  readonly nombre: string
  readonly passwordHash: string
  readonly now: string
}

/** A user of the demonstration, without any right yet. */
export async function insertDemoUser(
  tx: Tx,
  empresa: EmpresaId,
  { usuario, nombre, passwordHash, now }: DemoUserRow,
): Promise<void> {
  await tx.execute(sql`
    with siguiente as (
      update oficina.contador set ultimo = ultimo + 1
      where empresa_id = ${empresa}::int8 and tabla = 'usuario' returning ultimo)
    insert into usuario (empresa_id, id, creado_en, modificado_en, usuario, password, nombre, es_administrador, estado)
    select ${empresa}::int8, ultimo, ${now}::timestamptz, ${now}::timestamptz, ${usuario},
      ${passwordHash}, ${nombre}, false, 'activo' from siguiente`)
}

/** The id of a user of the demonstration. */
export async function findDemoUser(
  tx: Tx,
  empresa: EmpresaId,
  usuario: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    sql`select id::text as id from usuario where empresa_id = ${empresa}::int8 and usuario = ${usuario}`,
  )
  return rows[0]?.id
}

export async function giveDemoPhoto(
  tx: Tx,
  empresa: EmpresaId,
  { usuario, foto }: { readonly usuario: string; readonly foto: string },
): Promise<void> {
  await tx.execute(
    sql`update usuario set foto = ${foto}::int8 where empresa_id = ${empresa}::int8 and id = ${usuario}::int8`,
  )
}

/** Up to which amount a profile of the company approves purchases. */
export async function limitPurchases(
  tx: Tx,
  empresa: EmpresaId,
  { perfil, limite }: { readonly perfil: string; readonly limite: string },
): Promise<void> {
  await tx.execute(sql`
    update perfil_permiso t set limite_importe = ${limite}::numeric
    from perfil p, permiso_sistema s
    where t.empresa_id = ${empresa}::int8 and p.empresa_id = ${empresa}::int8 and p.clave = ${perfil}
      and t.perfil = p.id and s.id = t.permiso and s.clave = 'Compra.autorizar_compra'`)
}

/** The id of the record that has this natural key, in words. */
export async function findByKey(
  tx: Tx,
  empresa: EmpresaId,
  {
    registry,
    model,
    key,
  }: { readonly registry: Registry; readonly model: Model; readonly key: string },
): Promise<string | undefined> {
  const mine = model.scope === 'tenant' ? sql` and t.empresa_id = ${empresa}::int8` : sql``
  const row = { alias: 't', empresaId: empresa }
  const [found] = await tx.query<{ id: string }>(sql`
    select t.id::text as id from ${records(model, 't')}
    where ${naturalKeySql(registry, model, row)} = ${key}${mine} limit 1`)
  return found?.id
}

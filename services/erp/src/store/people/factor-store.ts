import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { takeNumber } from '../numbers/counter-store.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** A TOTP factor with its encrypted secret. */
export interface FactorRow {
  readonly id: string
  readonly secreto: Buffer
  readonly verificado_en: Date | null
}

/** Adds a TOTP factor, not yet confirmed; an earlier unconfirmed one is deleted. Returns its id. */
export async function insertFactor(
  tx: Tx,
  empresa: EmpresaId,
  change: { usuarioId: string; etiqueta: string; now: Date; seal: (factorId: string) => Buffer },
): Promise<string> {
  const abandoned = await tx.query<{ id: string }>(sql`
    delete from factor_autenticacion where empresa_id = ${empresa} and usuario = ${change.usuarioId}::int8
      and tipo = 'totp' and verificado_en is null returning id::text`)
  await deleteSecrets(tx, empresa, abandoned)
  const id = String(await takeNumber(tx, empresa, 'factor_autenticacion'))
  await tx.execute(sql`
    insert into factor_autenticacion (empresa_id, id, creado_en, modificado_en, usuario, tipo, etiqueta, activo)
    values (${empresa}, ${id}, ${change.now}, ${change.now}, ${change.usuarioId}, 'totp', ${change.etiqueta}, true)`)
  await tx.execute(sql`
    insert into oficina.factor_totp (empresa_id, factor_id, secreto) values (${empresa}, ${id}, ${change.seal(id)})`)
  return id
}

async function deleteSecrets(
  tx: Tx,
  empresa: EmpresaId,
  factors: readonly { readonly id: string }[],
): Promise<void> {
  await tx.execute(sql`
    delete from oficina.factor_totp
    where empresa_id = ${empresa} and factor_id = any(${factors.map(({ id }) => id)}::int8[])`)
}

/** Finds the active TOTP factors of a user, confirmed or not. */
export async function findTotpFactors(
  tx: Tx,
  empresa: EmpresaId,
  usuarioId: string,
): Promise<readonly FactorRow[]> {
  return await tx.query<FactorRow>(sql`
    select f.id::text, t.secreto, f.verificado_en from factor_autenticacion f
    join oficina.factor_totp t on t.empresa_id = ${empresa}::int8 and t.factor_id = f.id
    where f.empresa_id = ${empresa} and f.usuario = ${usuarioId}::int8 and f.tipo = 'totp' and coalesce(f.activo, true)
    order by f.id`)
}

/** Uses up a time step of a factor; false: it, or a later one, has been used. */
export async function claimStep(
  tx: Tx,
  empresa: EmpresaId,
  change: { readonly factorId: string; readonly step: number; readonly now: Date },
): Promise<boolean> {
  const claimed = await tx.execute(sql`
    update oficina.factor_totp set ultimo_paso = ${change.step}
    where empresa_id = ${empresa} and factor_id = ${change.factorId}::int8 and ultimo_paso < ${change.step}`)
  if (claimed === 0) return false
  await tx.execute(sql`
    update factor_autenticacion set ultimo_uso = ${change.now} where empresa_id = ${empresa} and id = ${change.factorId}::int8`)
  return true
}

export async function confirmFactor(
  tx: Tx,
  empresa: EmpresaId,
  { factorId, now }: { readonly factorId: string; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    update factor_autenticacion set verificado_en = ${now}, modificado_en = ${now}, version = version + 1
    where empresa_id = ${empresa} and id = ${factorId}::int8`)
}

/** A factor as its user sees it. */
export interface ShownFactor {
  readonly id: number
  readonly tipo: string
  readonly etiqueta: string
  readonly verificado_en: Date | null
  readonly ultimo_uso: Date | null
}

export function factorsSql(empresa: EmpresaId, usuarioId: string) {
  return sql`
    select id, tipo, etiqueta, verificado_en, ultimo_uso from factor_autenticacion
    where empresa_id = ${empresa} and usuario = ${usuarioId}::int8 and coalesce(activo, true) order by id limit 100`
}

/** Whose factor it is, and whether he is the operator of the installation. */
export async function ownerOfFactor(
  tx: Tx,
  empresa: EmpresaId,
  factorId: string,
): Promise<{ readonly usuario: string; readonly es_operador: boolean } | undefined> {
  const rows = await tx.query<{ usuario: string; es_operador: boolean }>(sql`
    select f.usuario::text, exists (select from oficina.operador o
      where o.empresa_id = ${empresa}::int8 and o.usuario_id = f.usuario) as es_operador
    from factor_autenticacion f where f.empresa_id = ${empresa} and f.id = ${factorId}::int8`)
  return rows[0]
}

/** Removes a factor; with the last confirmed one the recovery codes are deleted. */
export async function deleteFactor(
  tx: Tx,
  empresa: EmpresaId,
  { factorId, usuarioId }: { readonly factorId: string; readonly usuarioId: string },
): Promise<void> {
  await deleteSecrets(tx, empresa, [{ id: factorId }])
  await tx.execute(sql`
    delete from factor_autenticacion where empresa_id = ${empresa} and id = ${factorId}::int8`)
  await tx.execute(sql`
    delete from oficina.codigo_respaldo c where c.empresa_id = ${empresa} and c.usuario_id = ${usuarioId}::int8
      and not exists (select from factor_autenticacion f where f.empresa_id = ${empresa}::int8 and f.usuario = c.usuario_id
        and f.verificado_en is not null)`)
}

/** Replaces the recovery codes of a user, by their hashes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  empresa: EmpresaId,
  { usuarioId, hashes }: { readonly usuarioId: string; readonly hashes: readonly Buffer[] },
): Promise<void> {
  await tx.execute(sql`
    delete from oficina.codigo_respaldo where empresa_id = ${empresa} and usuario_id = ${usuarioId}::int8`)
  await tx.execute(sql`
    insert into oficina.codigo_respaldo (empresa_id, usuario_id, huella)
    select ${empresa}::int8, ${usuarioId}::int8, huella from unnest(${hashes}::bytea[]) as t(huella)`)
}

/** Uses up a recovery code; false: there is no such code. */
export async function takeRecoveryCode(
  tx: Tx,
  empresa: EmpresaId,
  { usuarioId, hash }: { readonly usuarioId: string; readonly hash: Buffer },
): Promise<boolean> {
  const taken = await tx.execute(sql`
    delete from oficina.codigo_respaldo
    where empresa_id = ${empresa} and usuario_id = ${usuarioId}::int8 and huella = ${hash}`)
  return taken > 0
}

export async function countRecoveryCodes(
  tx: Tx,
  empresa: EmpresaId,
  usuarioId: string,
): Promise<number> {
  const rows = await tx.query<{ n: number }>(sql`
    select count(*) as n from oficina.codigo_respaldo where empresa_id = ${empresa} and usuario_id = ${usuarioId}::int8`)
  return rows[0]?.n ?? 0
}

/** The user name and the company that an authenticator app shows beside its codes. */
export async function accountName(
  tx: Tx,
  empresa: EmpresaId,
  usuarioId: string,
): Promise<{ readonly usuario: string; readonly clave: string } | undefined> {
  const rows = await tx.query<{ usuario: string; clave: string }>(sql`
    select u.usuario, e.clave from usuario u join empresa e on e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
    where u.empresa_id = ${empresa} and u.id = ${usuarioId}::int8`)
  return rows[0]
}

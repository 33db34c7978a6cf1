import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What is known of an account before a statement. */
export interface KnownLines {
  /** The balance that the statements before it lead to; null: it is the first. */
  readonly saldo: string | null
  /** The folio of a statement that begins later; null: there is none. */
  readonly posterior: string | null
  /** The folio of one that reaches into it. */
  readonly traslapa: string | null
  /** Whether the statement itself has lines. */
  readonly tiene_renglones: boolean
  /** Of the ids of lines that were asked for, those that are there already. */
  readonly ids: readonly string[]
}

/** Statements count once they have lines or were imported. */
export async function findKnownLines(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly id: string
    readonly cuenta: string
    readonly desde: string
    readonly ids: readonly string[]
  },
): Promise<KnownLines> {
  const rows = await tx.query<KnownLines>(
    sql`with otros as (
              select e.id, e.folio, e.fecha_inicio, e.fecha_fin, e.saldo_inicial from estado_cuenta_bancario e
              where e.empresa_id = ${empresa}::int8 and e.cuenta_bancaria = ${wanted.cuenta}::int8 and e.id <> ${wanted.id}::int8
                and (e.importado_por is not null or exists (select from estado_cuenta_bancario_renglon r
                  where r.empresa_id = ${empresa}::int8 and r.estado_cuenta = e.id))),
            renglones as (
              select r.fecha, r.id_banco, coalesce(r.abono, 0) - coalesce(r.cargo, 0) as importe
              from otros o join estado_cuenta_bancario_renglon r
                on r.empresa_id = ${empresa}::int8 and r.estado_cuenta = o.id)
          select ((select saldo_inicial from otros order by fecha_inicio, id limit 1)
              + (select coalesce(sum(importe), 0) from renglones where fecha < ${wanted.desde}::date))::text as saldo,
            (select folio from otros where fecha_inicio > ${wanted.desde}::date order by fecha_inicio, id limit 1) as posterior,
            (select folio from otros where fecha_fin >= ${wanted.desde}::date order by fecha_fin, id limit 1) as traslapa,
            exists (select from estado_cuenta_bancario_renglon r
              where r.empresa_id = ${empresa}::int8 and r.estado_cuenta = ${wanted.id}::int8) as tiene_renglones,
            (select coalesce(json_agg(distinct id_banco), '[]') from renglones
              where id_banco = any(${wanted.ids}::text[])) as ids`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the lines of the account were not read')
  return row
}

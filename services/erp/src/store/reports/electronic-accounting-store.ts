import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { AccountMovement, CatalogAccount } from '../../fiscal/electronic-accounting.ts'
import type { EmpresaId } from '../tenant-database.ts'

export interface BooksPeriod {
  readonly rfc: string
  readonly anio: number
  /** `13` for an adjustment period. */
  readonly mes: string
}

export async function findBooksPeriod(
  tx: Tx,
  empresa: EmpresaId,
  period: string,
): Promise<BooksPeriod | undefined> {
  const rows = await tx.query<BooksPeriod>(
    sql`select m.rfc, extract(year from p.fecha_fin)::int4 as anio,
            case when p.es_ajuste then '13' else to_char(p.fecha_fin, 'MM') end as mes
          from periodo_contable p
          join empresa m on m.empresa_id = ${empresa}::int8 and m.id = ${empresa}::int8
          where p.empresa_id = ${empresa}::int8 and p.id = ${period}::int8`,
  )
  return rows[0]
}

/** Accounts as the SAT wants them; `codigo` null: neither the account nor one above it has a code. */
export interface CatalogRow extends Omit<CatalogAccount, 'codigo'> {
  readonly id: string
  readonly codigo: string | null
  readonly tipo: string
}

/** Finds all accounts, each with its code or that of the nearest account above that has one. */
export async function findCatalog(tx: Tx, empresa: EmpresaId): Promise<readonly CatalogRow[]> {
  return await tx.query<CatalogRow>(
    sql`with recursive arriba as (
            select c.id as origen, c.padre, g.codigo, array[c.id] as camino from cuenta_contable c
            left join codigo_agrupador g on g.id = c.codigo_agrupador
            where c.empresa_id = ${empresa}::int8
            union all
            select a.origen, c.padre, g.codigo, a.camino || c.id from arriba a
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = a.padre
            left join codigo_agrupador g on g.id = c.codigo_agrupador
            where a.codigo is null and c.id <> all(a.camino))
          select c.id::text as id, (select a.codigo from arriba a where a.origen = c.id and a.codigo is not null) as codigo,
            c.clave, c.nombre, p.clave as padre, c.nivel, n.clave as naturaleza, c.tipo
          from cuenta_contable c
          join naturaleza_cuenta n on n.id = c.naturaleza
          left join cuenta_contable p on p.empresa_id = ${empresa}::int8 and p.id = c.padre
          where c.empresa_id = ${empresa}::int8 order by c.clave`,
  )
}

/** Finds what each account, and each above it, held before a period, moved in it and held after it. */
export async function findPeriodMovements(
  tx: Tx,
  empresa: EmpresaId,
  period: string,
): Promise<readonly AccountMovement[]> {
  return await tx.query<AccountMovement>(
    sql`with recursive m as (
            select l.cuenta_contable as cuenta,
              coalesce(sum(l.cargo - l.abono) filter (where p.periodo <> q.id), 0) as inicial,
              coalesce(sum(l.cargo) filter (where p.periodo = q.id), 0) as debe,
              coalesce(sum(l.abono) filter (where p.periodo = q.id), 0) as haber
            from periodo_contable q
            join periodo_contable a on a.empresa_id = ${empresa}::int8
              and (a.fecha_inicio, a.fecha_fin, a.numero) <= (q.fecha_inicio, q.fecha_fin, q.numero)
            join poliza p on p.empresa_id = ${empresa}::int8 and p.periodo = a.id
              and p.estado in ('aplicada', 'reversada')
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
            where q.empresa_id = ${empresa}::int8 and q.id = ${period}::int8
            group by l.cuenta_contable),
          arriba as (
            select cuenta as origen, cuenta, array[cuenta] as camino from m
            union all
            select a.origen, c.padre, a.camino || c.padre from arriba a
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta
            where c.padre is not null and c.padre <> all(a.camino)),
          s as (
            select a.cuenta, sum(m.inicial) as inicial, sum(m.debe) as debe, sum(m.haber) as haber
            from arriba a join m on m.cuenta = a.origen group by a.cuenta)
          select c.clave, (coalesce(n.signo_saldo, 1) * s.inicial)::numeric(18, 2)::text as inicial,
            s.debe::numeric(18, 2)::text as debe, s.haber::numeric(18, 2)::text as haber,
            (coalesce(n.signo_saldo, 1) * (s.inicial + s.debe - s.haber))::numeric(18, 2)::text as final
          from s
          join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = s.cuenta
          join naturaleza_cuenta n on n.id = c.naturaleza
          order by c.clave`,
  )
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

// Balances are sums of entries: a statement for each period finds and writes them, and takes their numbers.

export async function clearBalances(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`delete from saldo_cuenta where empresa_id = ${empresa}::int8 and periodo = any(${ids}::int8[])`,
  )
  await tx.execute(
    sql`delete from saldo_tercero where empresa_id = ${empresa}::int8 and periodo = any(${ids}::int8[])`,
  )
}

/** Writes the balances of closed periods anew. */
export async function writeBalances(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  if (ids.length === 0) return
  await clearBalances(tx, empresa, ids)
  for (const id of ids) {
    await writeAccountBalances(tx, empresa, { id, now })
    await writePartyBalances(tx, empresa, { id, now })
  }
}

interface ClosedPeriod {
  readonly id: string
  readonly now: string
}

/**
 * The balance of each account and cost centre that moved up to the end of a period, positive on the side of the
 * account's nature. What was before are the entries of earlier periods, by the days that they begin and end: an
 * adjustment period comes after the month whose last day it shares.
 */
async function writeAccountBalances(
  tx: Tx,
  empresa: EmpresaId,
  { id, now }: ClosedPeriod,
): Promise<void> {
  await tx.execute(
    sql`with s as (
            select l.cuenta_contable as cuenta, l.centro_costo, coalesce(n.signo_saldo, 1) as signo,
              coalesce(sum(l.cargo - l.abono) filter (where p.periodo <> q.id), 0) as antes,
              coalesce(sum(l.cargo) filter (where p.periodo = q.id), 0) as cargos,
              coalesce(sum(l.abono) filter (where p.periodo = q.id), 0) as abonos
            from periodo_contable q
            join periodo_contable a on a.empresa_id = ${empresa}::int8
              and (a.fecha_inicio, a.fecha_fin, a.numero) <= (q.fecha_inicio, q.fecha_fin, q.numero)
            join poliza p on p.empresa_id = ${empresa}::int8 and p.periodo = a.id
              and p.estado in ('aplicada', 'reversada')
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = l.cuenta_contable
            join naturaleza_cuenta n on n.id = c.naturaleza
            where q.empresa_id = ${empresa}::int8 and q.id = ${id}::int8
            group by 1, 2, 3),
          k as (
            insert into oficina.contador as k (empresa_id, tabla, ultimo)
            select ${empresa}::int8, 'saldo_cuenta', count(*) from s having count(*) > 0
            on conflict (empresa_id, tabla) do update set ultimo = k.ultimo + excluded.ultimo returning ultimo)
          insert into saldo_cuenta (empresa_id, id, creado_en, modificado_en, periodo, cuenta_contable, centro_costo,
            saldo_inicial, cargos, abonos, saldo_final)
          select ${empresa}::int8, k.ultimo + 1 - row_number() over (order by s.cuenta desc, s.centro_costo desc),
            ${now}::timestamptz, ${now}::timestamptz, ${id}::int8, s.cuenta, s.centro_costo, s.signo * s.antes,
            s.cargos, s.abonos, s.signo * (s.antes + s.cargos - s.abonos)
          from s, k`,
  )
}

/** The same of each customer and supplier, by account. */
async function writePartyBalances(
  tx: Tx,
  empresa: EmpresaId,
  { id, now }: ClosedPeriod,
): Promise<void> {
  await tx.execute(
    sql`with s as (
            select l.cuenta_contable as cuenta, l.cliente, l.proveedor, coalesce(n.signo_saldo, 1) as signo,
              coalesce(sum(l.cargo - l.abono) filter (where p.periodo <> q.id), 0) as antes,
              coalesce(sum(l.cargo) filter (where p.periodo = q.id), 0) as cargos,
              coalesce(sum(l.abono) filter (where p.periodo = q.id), 0) as abonos
            from periodo_contable q
            join periodo_contable a on a.empresa_id = ${empresa}::int8
              and (a.fecha_inicio, a.fecha_fin, a.numero) <= (q.fecha_inicio, q.fecha_fin, q.numero)
            join poliza p on p.empresa_id = ${empresa}::int8 and p.periodo = a.id
              and p.estado in ('aplicada', 'reversada')
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
              and coalesce(l.cliente, l.proveedor) is not null
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = l.cuenta_contable
            join naturaleza_cuenta n on n.id = c.naturaleza
            where q.empresa_id = ${empresa}::int8 and q.id = ${id}::int8
            group by 1, 2, 3, 4),
          k as (
            insert into oficina.contador as k (empresa_id, tabla, ultimo)
            select ${empresa}::int8, 'saldo_tercero', count(*) from s having count(*) > 0
            on conflict (empresa_id, tabla) do update set ultimo = k.ultimo + excluded.ultimo returning ultimo)
          insert into saldo_tercero (empresa_id, id, creado_en, modificado_en, periodo, cuenta_contable, cliente,
            proveedor, saldo_inicial, cargos, abonos, saldo_final)
          select ${empresa}::int8, k.ultimo + 1 - row_number() over (order by s.cuenta desc, s.cliente desc,
              s.proveedor desc),
            ${now}::timestamptz, ${now}::timestamptz, ${id}::int8, s.cuenta, s.cliente, s.proveedor, s.signo * s.antes,
            s.cargos, s.abonos, s.signo * (s.antes + s.cargos - s.abonos)
          from s, k`,
  )
}

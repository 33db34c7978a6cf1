import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A line of the bank or a movement of the books. */
export interface PositionItem {
  readonly origen: 'banco' | 'libros'
  readonly id: string
  readonly folio: string
  readonly fecha: string
  readonly descripcion: string | null
  readonly referencia: string | null
  readonly clave_rastreo: string | null
  /** Above zero what came in. */
  readonly importe: string
}

/** What an account has by its bank and by the books at the end of a day. */
export interface BankPosition {
  readonly saldo_banco: string
  readonly saldo_libros: string
  /** The last day of the statements; null: there is none. */
  readonly hasta_banco: string | null
  /** The first statement whose closing balance is not what the lines lead to. */
  readonly descuadrado: { readonly folio: string; readonly saldo: string } | null
  /** What explains the difference: what only one of them has. */
  readonly items: readonly PositionItem[]
}

/** What is left open of an account; one that has more was never reconciled. */
export const MAX_OPEN = 20_000

// As many lines and as many movements may be matched by one call; what is left of them is reckoned from these.
const MAX_ITEMS = 2 * MAX_OPEN + 1

/**
 * The balance by the bank is the opening one of the first statement and all lines since; by the books, what the
 * movements add up to. A match counts once everything that it has is of that day or before. What was marked as
 * reconciled by hand is part of the opening balance.
 */
export async function readPosition(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly cuenta: string; readonly hasta: string },
): Promise<BankPosition> {
  const rows = await tx.query<BankPosition>(
    sql`${accountRows(empresa, wanted.cuenta)},
            grupos as (select conciliacion, grupo, max(fecha) as fecha from partidas group by conciliacion, grupo),
            cerrados as (
              select p.renglon, p.movimiento from partidas p join grupos g using (conciliacion, grupo)
              where g.fecha <= ${wanted.hasta}::date),
            abiertos as (
              select 'banco' as origen, r.id, r.folio, r.fecha, r.descripcion, r.referencia, r.clave_rastreo, r.importe
              from renglones r
              where r.fecha <= ${wanted.hasta}::date and r.id not in (select renglon from cerrados where renglon is not null)
              union all
              select 'libros', m.id, m.folio, m.fecha, m.beneficiario, m.referencia, m.clave_rastreo, m.importe
              from movimientos m
              where m.fecha <= ${wanted.hasta}::date
                and m.id not in (select movimiento from cerrados where movimiento is not null)
                and (not m.conciliado or m.id in (select movimiento from partidas where movimiento is not null))),
            corridos as (
              select e.folio, e.fecha_fin, e.id, e.saldo_final,
                (select saldo_inicial from estados order by fecha_inicio, id limit 1)
                  + (select coalesce(sum(r.importe), 0) from renglones r where r.fecha <= e.fecha_fin) as saldo
              from estados e)
          select (coalesce((select saldo_inicial from estados order by fecha_inicio, id limit 1), 0)
              + (select coalesce(sum(importe), 0) from renglones where fecha <= ${wanted.hasta}::date))
              ::numeric(18, 2)::text as saldo_banco,
            (select coalesce(sum(importe), 0) from movimientos where fecha <= ${wanted.hasta}::date)
              ::numeric(18, 2)::text as saldo_libros,
            (select max(fecha_fin)::text from estados) as hasta_banco,
            (select json_build_object('folio', folio, 'saldo', saldo::numeric(18, 2)::text) from corridos
              where saldo <> saldo_final and fecha_fin <= ${wanted.hasta}::date order by fecha_fin, id limit 1) as descuadrado,
            (select coalesce(json_agg(json_build_object('origen', x.origen, 'id', x.id::text, 'folio', x.folio,
                'fecha', x.fecha, 'descripcion', x.descripcion, 'referencia', x.referencia,
                'clave_rastreo', x.clave_rastreo, 'importe', x.importe::numeric(18, 2)::text)
                order by x.fecha, x.origen, x.id), '[]')
              from (select * from abiertos order by fecha, origen, id limit ${MAX_ITEMS}::int8) x) as items`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the position of the account was not read')
  return row
}

/** The statements of an account that count, its lines, its movements, and what is matched of them. */
function accountRows(empresa: EmpresaId, cuenta: string): Sql {
  return sql`with estados as (
              select e.id, e.folio, e.fecha_inicio, e.fecha_fin, e.saldo_inicial, e.saldo_final
              from estado_cuenta_bancario e
              where e.empresa_id = ${empresa}::int8 and e.cuenta_bancaria = ${cuenta}::int8
                and (e.importado_por is not null or exists (select from estado_cuenta_bancario_renglon r
                  where r.empresa_id = ${empresa}::int8 and r.estado_cuenta = e.id))),
            renglones as (
              select r.id, e.folio || '/' || r.renglon as folio, r.fecha, r.descripcion, r.referencia, r.clave_rastreo,
                coalesce(r.abono, 0) - coalesce(r.cargo, 0) as importe
              from estados e join estado_cuenta_bancario_renglon r
                on r.empresa_id = ${empresa}::int8 and r.estado_cuenta = e.id),
            movimientos as (
              select m.id, m.folio, m.fecha, m.beneficiario, m.referencia, m.clave_rastreo,
                coalesce(m.conciliado, false) or m.estado = 'conciliado' as conciliado,
                case when m.naturaleza = 'abono' then m.importe else -m.importe end as importe
              from movimiento_bancario m
              where m.empresa_id = ${empresa}::int8 and m.cuenta_bancaria = ${cuenta}::int8
                and m.estado in ('aplicado', 'conciliado')),
            partidas as (
              select p.conciliacion, p.grupo, p.renglon, p.movimiento,
                greatest(r.fecha, m.fecha) as fecha
              from conciliacion_bancaria c
              join conciliacion_bancaria_partida p on p.empresa_id = ${empresa}::int8 and p.conciliacion = c.id
              left join renglones r on r.id = p.renglon
              left join movimientos m on m.id = p.movimiento
              where c.empresa_id = ${empresa}::int8 and c.cuenta_bancaria = ${cuenta}::int8 and p.grupo is not null)`
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Model } from '../../dictionary/types.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** A series of folios, as people set it up. */
export interface Series {
  readonly id: string
  readonly clave: string
  readonly inicial: string
  /** The last that it has given, where it never begins anew. */
  readonly actual: string
  readonly final: string | null
  readonly longitud: number | null
  readonly reinicio: 'nunca' | 'anual' | 'mensual'
}

/**
 * The active series that numbers documents of a model: the one that is named, else one of their branch, then one that
 * is the default.
 */
export function seriesSql(
  empresa: EmpresaId,
  of: { readonly model: string; readonly serie: string | null; readonly sucursal: string | null },
): Sql {
  return sql`
    select s.id::text, s.clave, s.folio_inicial::text as inicial, s.folio_actual::text as actual,
      s.folio_final::text as final,
      s.longitud::int4 as longitud, s.reinicio
    from serie s join modelo_sistema m on m.id = s.modelo
    where s.empresa_id = ${empresa}::int8 and s.activo and m.nombre = ${of.model}
      and (s.id = ${of.serie}::int8
        or (${of.serie}::int8 is null and (s.sucursal is null or s.sucursal = ${of.sucursal}::int8)))
    order by s.sucursal is null, s.es_predeterminada desc, s.id limit 1`
}

export async function findSeries(
  tx: Tx,
  empresa: EmpresaId,
  of: Parameters<typeof seriesSql>[1],
): Promise<Series | undefined> {
  const [found] = await tx.query<Series>(seriesSql(empresa, of))
  return found
}

/** How many numbers are wanted, and the number that they all lie above. */
interface Wanted {
  readonly count: number
  readonly above: string
}

/** Takes numbers of a series that never begins anew; the answer is the first, undefined when so many are not left. */
export async function takeOfSeries(
  tx: Tx,
  empresa: EmpresaId,
  { id, count, above, now }: Wanted & { readonly id: string; readonly now: string },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ ultimo: string }>(sql`
    update serie set folio_actual = greatest(folio_actual, folio_inicial - 1, ${above}::int8) + ${count}::int8,
      version = version + 1, modificado_en = ${now}::timestamptz
    where empresa_id = ${empresa}::int8 and id = ${id}::int8 and (folio_final is null
      or greatest(folio_actual, folio_inicial - 1, ${above}::int8) + ${count}::int8 <= folio_final)
    returning folio_actual::text as ultimo`)
  return row === undefined ? undefined : BigInt(row.ultimo) - BigInt(count) + 1n
}

/** Takes numbers of a counter; the answer is the first. */
export async function takeOfCounter(
  tx: Tx,
  empresa: EmpresaId,
  { counter, count, above }: Wanted & { readonly counter: string },
): Promise<bigint> {
  const [row] = await tx.query<{ ultimo: string }>(sql`
    insert into oficina.contador as c (empresa_id, tabla, ultimo)
    values (${empresa}::int8, ${counter}, ${above}::int8 + ${count}::int8)
    on conflict (empresa_id, tabla) do update set ultimo = greatest(c.ultimo, ${above}::int8) + ${count}::int8
    returning ultimo::text`)
  return BigInt(row?.ultimo ?? count) - BigInt(count) + 1n
}

/** The last number that a counter has given. */
export async function readCounter(tx: Tx, empresa: EmpresaId, counter: string): Promise<bigint> {
  const [row] = await tx.query<{ ultimo: string }>(sql`
    select c.ultimo::text as ultimo from oficina.contador c
    where c.empresa_id = ${empresa}::int8 and c.tabla = ${counter}`)
  return BigInt(row?.ultimo ?? 0)
}

/** The highest number that a folio with this prefix has, made by hand or long ago. */
export async function findHighestFolio(
  tx: Tx,
  empresa: EmpresaId,
  { model, prefix }: { readonly model: Model; readonly prefix: string },
): Promise<string> {
  const [row] = await tx.query<{ mayor: string }>(sql`
    select coalesce(max(substr(folio, ${prefix.length + 1})::int8), 0)::text as mayor
    from ${trusted(`"${model.table}"`)} where empresa_id = ${empresa}::int8
      and starts_with(folio, ${prefix}) and substr(folio, ${prefix.length + 1}) ~ '^[0-9]{1,15}$'`)
  return row?.mayor ?? '0'
}

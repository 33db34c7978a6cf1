import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import { cancelledState } from '../../dictionary/derive/derive-keys.ts'
import type { Lines, Model } from '../../dictionary/types.ts'
import { andCondition, column, records } from '../../query/record-columns.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** A document as the caller sees it, of which cancelled ones say nothing. */
interface Documents {
  readonly model: Model
  readonly empresa: EmpresaId
}

/** What the last document with a partner says in a field, as text; null: none says it. */
export async function findLastSaid(
  tx: Tx,
  { model, empresa }: Documents,
  of: { readonly field: string; readonly partner: string; readonly id: string },
): Promise<string | null> {
  const said = column('h', of.field)
  const rows = await tx.query<{ valor: string }>(
    sql`select ${said}::text as valor from ${records(model, 'h')}
        where ${inForce(model, empresa)} and ${column('h', of.partner)} = ${of.id}::int8 and ${said} is not null
        order by ${dayOf(model)} desc, h.id desc limit 1`,
  )
  return rows[0]?.valor ?? null
}

/** An article for which a price is looked for; ids as text, null: any. */
export interface WantedLine {
  readonly id: string
  readonly articulo: string
  readonly unidad: string | null
}

/** A field of lines, and the documents whose lines they are. */
export interface LinesSaid extends Documents {
  readonly head: Model
  readonly lines: Lines
  readonly field: string
}

/**
 * What the last line of an article says, by wanted line: of documents with the partner and in the currency, where those
 * are given. One statement, however many lines there are.
 */
export async function findLastOfArticles(
  tx: Tx,
  { model, head, lines, empresa, field }: LinesSaid,
  of: {
    readonly wanted: readonly WantedLine[]
    readonly partner: { readonly field: string; readonly id: string } | null
    readonly moneda: string | null
  },
): Promise<ReadonlyMap<string, string>> {
  const said = column('l', field)
  const unit = model.fieldByName.has('unidad')
    ? sql`(n.unidad is null or l.unidad = n.unidad)`
    : sql`true`
  const partner =
    of.partner === null ? sql`true` : sql`${column('h', of.partner.field)} = ${of.partner.id}::int8`
  const currency =
    of.moneda === null || !head.fieldByName.has('moneda')
      ? sql`true`
      : sql`h.moneda = ${of.moneda}::int8`
  const rows = await tx.query<{ linea: string; valor: string }>(
    sql`select n.id as linea, b.valor
        from jsonb_to_recordset(${JSON.stringify(of.wanted)}::jsonb) as n(id text, articulo int8, unidad int8)
        cross join lateral (
          select ${said}::text as valor from ${records(model, 'l')}
          join ${records(head, 'h')} on h.empresa_id = ${empresa}::int8 and h.id = ${column('l', lines.field)}
          where l.empresa_id = ${empresa}::int8 and l.articulo = n.articulo and ${said} is not null
            and ${unit} and ${partner} and ${currency} and ${inForce(head, empresa)}
            ${andCondition(model, { alias: 'l', empresaId: empresa })}
          order by ${dayOf(head)} desc, l.id desc limit 1) b`,
  )
  return new Map(rows.map(({ linea, valor }) => [linea, valor]))
}

/** Documents `h` that count, as far as the caller reaches them. */
function inForce(model: Model, empresa: EmpresaId): Sql {
  const cancelled = cancelledState(model.fields)
  const counts = cancelled === undefined ? sql`true` : sql`h.estado <> ${cancelled}`
  return sql`h.empresa_id = ${empresa}::int8 and ${counts}${andCondition(model, { alias: 'h', empresaId: empresa })}`
}

function dayOf({ fieldByName }: Model): Sql {
  return fieldByName.get('fecha')?.type === 'date' ? sql`h.fecha` : sql`h.id`
}

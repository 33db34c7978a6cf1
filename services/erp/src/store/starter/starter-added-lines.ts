import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { accountsOf, numbersFor, type Company } from './starter-account-store.ts'
import { IMPORTED, NOTE_OF_LESSOR, type StarterLine } from './starter-rule.ts'

/** Lines that the rules of some events get at their end, unless they have them. */
export interface AddedLines {
  /** As it is remembered once it was given. */
  readonly name: string
  readonly events: readonly (readonly [modelo: string, evento: string])[]
  /** All of one amount. */
  readonly lines: readonly [StarterLine, ...StarterLine[]]
}

/** What rules of an earlier release do not book yet: services from abroad, and notes of who lets what he owns. */
export const ADDED_LINES: readonly AddedLines[] = [
  {
    name: 'regla:iva-importacion',
    events: [
      ['PagoProveedor', 'pagar'],
      ['AnticipoProveedor', 'aplicar_anticipo'],
    ],
    lines: IMPORTED,
  },
  {
    name: 'regla:nota-de-arrendador',
    events: [['NotaCreditoProveedor', 'registrar_nota_credito']],
    lines: [NOTE_OF_LESSOR],
  },
]

/**
 * Lets the rules of a company, its own ones too, book an amount that an earlier release did not know.
 * @source docs/decisions/0242-erp-entries.md
 */
export async function addLines(
  tx: Tx,
  company: Company,
  { events, lines }: AddedLines,
): Promise<void> {
  const { empresaId, now } = company
  const named = events.map(([modelo, evento]) => ({ modelo, evento }))
  const rules = await tx.query<{ id: string; partida: number }>(sql`
    select r.id::text as id, coalesce(max(l.partida), 0)::int4 as partida
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(modelo text, evento text)
    join modelo_sistema m on m.nombre = n.modelo
    join regla_contable r on r.empresa_id = ${empresaId}::int8 and r.modelo = m.id and r.evento = n.evento
    left join regla_contable_partida l on l.empresa_id = ${empresaId}::int8 and l.regla = r.id
    group by r.id
    having not coalesce(bool_or(l.importe = ${lines[0].importe}), false) order by r.id`)
  if (rules.length === 0) return
  const accounts = await accountsOf(tx, company, new Set(lines.map(({ codigo }) => codigo)))
  const table = 'regla_contable_partida'
  const first = await numbersFor(tx, empresaId, { table, count: rules.length * lines.length })
  const rows = rules.flatMap(({ id, partida }, rule) =>
    lines.map(({ naturaleza, importe, codigo }, index) => ({
      id: first + rule * lines.length + index,
      regla: id,
      partida: partida + 1 + index,
      naturaleza,
      importe,
      cuenta: accounts.get(codigo),
    })),
  )
  await tx.execute(sql`
    insert into regla_contable_partida (empresa_id, id, creado_en, modificado_en, regla, partida, naturaleza,
      cuenta_contable, importe, toma_centro_costo, toma_tercero)
    select ${empresaId}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.regla, n.partida, n.naturaleza,
      n.cuenta, n.importe, true, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, regla int8, partida int8, naturaleza text,
      cuenta int8, importe text)`)
}

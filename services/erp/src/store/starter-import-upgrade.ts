import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { accountsOf, numbersFor, type Company } from './starter-account-store.ts'
import { IMPORTED } from './starter-rule.ts'

/** The upgrade by which IVA of imported services is booked when they are paid, as it is remembered once it was given. */
export const IMPORTS_WHEN_PAID = 'regla:iva-importacion'

const PAYING = [
  ['PagoProveedor', 'pagar'],
  ['AnticipoProveedor', 'aplicar_anticipo'],
].map(([modelo, evento]) => ({ modelo, evento }))

/**
 * Lets the rules of a company by which it pays, its own ones too, book the IVA of services from abroad, which an earlier
 * release did not know.
 * @source docs/decisions/0242-erp-entries.md
 */
export async function bookImportsWhenPaid(tx: Tx, company: Company): Promise<void> {
  const { empresaId, now } = company
  const rules = await tx.query<{ id: string; partida: number }>(sql`
    select r.id::text as id, coalesce(max(l.partida), 0)::int4 as partida
    from jsonb_to_recordset(${JSON.stringify(PAYING)}::jsonb) as n(modelo text, evento text)
    join modelo_sistema m on m.nombre = n.modelo
    join regla_contable r on r.empresa_id = ${empresaId}::int8 and r.modelo = m.id and r.evento = n.evento
    left join regla_contable_partida l on l.empresa_id = ${empresaId}::int8 and l.regla = r.id
    group by r.id
    having not coalesce(bool_or(l.importe = 'iva_importacion'), false) order by r.id`)
  if (rules.length === 0) return
  const accounts = await accountsOf(tx, company, new Set(IMPORTED.map(({ codigo }) => codigo)))
  const table = 'regla_contable_partida'
  const count = rules.length * IMPORTED.length
  const first = await numbersFor(tx, empresaId, { table, count })
  const rows = rules.flatMap(({ id, partida }, rule) =>
    IMPORTED.map(({ naturaleza, importe, codigo }, index) => ({
      id: first + rule * IMPORTED.length + index,
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

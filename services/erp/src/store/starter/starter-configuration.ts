import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { insertStarterBooks } from './starter-books.ts'
import { insertStarterRecords, removeStarterRecords } from './starter-records.ts'

const YEARS = 2
const MONTHS = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
]

/**
 * What a new company needs before its first purchase can be authorized: types of entry, the periods of this year and
 * the next, two accounts for commitments and the rule that uses them; what its other documents are booked by; and what
 * they refer to. All of these are ordinary records, which the company may change.
 * @source docs/decisions/0211-erp-purchases.md
 * @source docs/decisions/0242-erp-entries.md
 * @source docs/decisions/0255-erp-new-company.md
 */
export async function insertStarterConfiguration(
  tx: Tx,
  { empresaId, now }: { readonly empresaId: string; readonly now: string },
): Promise<void> {
  await insertEntryTypes(tx, empresaId, now)
  await insertPeriods(tx, empresaId, now)
  await insertAccounts(tx, empresaId, now)
  await insertEntryRule(tx, empresaId, now)
  await insertStarterBooks(tx, { empresaId, now })
  await insertStarterRecords(tx, { empresaId, now })
}

async function insertEntryTypes(tx: Tx, empresaId: string, now: string): Promise<void> {
  await tx.execute(sql`
    insert into clase_poliza (clave, nombre) values ('DI', 'Diario'), ('IN', 'Ingresos'), ('EG', 'Egresos')
    on conflict (clave) do nothing`)
  const count = await tx.execute(sql`
    insert into tipo_poliza (empresa_id, id, creado_en, modificado_en, clave, nombre, clase, reinicia, es_automatica)
    select ${empresaId}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.clave, n.nombre, c.id, 'mensual', n.id = 1
    from (values (1, 'DI', 'Diario'), (2, 'IN', 'Ingresos'), (3, 'EG', 'Egresos')) as n(id, clave, nombre)
    join clase_poliza c on c.clave = n.clave`)
  await numbered(tx, empresaId, { table: 'tipo_poliza', count })
}

async function insertPeriods(tx: Tx, empresaId: string, now: string): Promise<void> {
  const years = await tx.execute(sql`
    insert into ejercicio_fiscal (empresa_id, id, creado_en, modificado_en, ejercicio, nombre, fecha_inicio, fecha_fin,
      numero_periodos, estado)
    select ${empresaId}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, y.anio, 'Ejercicio ' || y.anio,
      make_date(y.anio, 1, 1), make_date(y.anio, 12, 31), 12, 'abierto'
    from generate_series(1, ${YEARS}::int4) as n(id),
      lateral (select extract(year from ${now}::timestamptz at time zone 'America/Mexico_City')::int4 + n.id - 1) as y(anio)`)
  const periods = await tx.execute(sql`
    insert into periodo_contable (empresa_id, id, creado_en, modificado_en, ejercicio, numero, nombre, fecha_inicio,
      fecha_fin, estado)
    select e.empresa_id, (e.id - 1) * 12 + m.numero, e.creado_en, e.creado_en, e.id, m.numero,
      m.nombre || ' ' || e.ejercicio, make_date(e.ejercicio::int4, m.numero::int4, 1),
      (make_date(e.ejercicio::int4, m.numero::int4, 1) + interval '1 month - 1 day')::date, 'abierto'
    from ejercicio_fiscal e, unnest(${MONTHS}::text[]) with ordinality as m(nombre, numero)
    where e.empresa_id = ${empresaId}::int8`)
  await numbered(tx, empresaId, { table: 'ejercicio_fiscal', count: years })
  await numbered(tx, empresaId, { table: 'periodo_contable', count: periods })
}

async function insertAccounts(tx: Tx, empresaId: string, now: string): Promise<void> {
  await tx.execute(sql`
    insert into naturaleza_cuenta (clave, nombre) values ('D', 'Deudora'), ('A', 'Acreedora')
    on conflict (clave) do nothing`)
  const count = await tx.execute(sql`
    insert into cuenta_contable (empresa_id, id, creado_en, modificado_en, clave, nombre, padre, nivel, naturaleza, tipo,
      acepta_movimientos, activo, codigo_agrupador)
    select ${empresaId}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.clave, n.nombre, n.padre, n.nivel, d.id,
      'orden', n.nivel = 2, true, (select g.id from codigo_agrupador g where g.codigo = replace(n.clave, '-', '.'))
    from (values (1, '899', 'Cuentas de orden', null::int8, 1, 'D'),
      (2, '899-01', 'Compras comprometidas', 1, 2, 'D'),
      (3, '899-02', 'Compromisos de compra', 1, 2, 'A')) as n(id, clave, nombre, padre, nivel, naturaleza)
    join naturaleza_cuenta d on d.clave = n.naturaleza order by n.id`)
  await numbered(tx, empresaId, { table: 'cuenta_contable', count })
}

async function insertEntryRule(tx: Tx, empresaId: string, now: string): Promise<void> {
  const rules = await tx.execute(sql`
    insert into regla_contable (empresa_id, id, creado_en, modificado_en, clave, nombre, modelo, evento, tipo, concepto,
      prioridad, activo)
    select ${empresaId}::int8, 1, ${now}::timestamptz, ${now}::timestamptz, 'COMPRA-AUT', 'Compromiso de compra', m.id,
      'autorizar_compra', 1, 'Compromiso de compra', 100, true
    from modelo_sistema m where m.nombre = 'Compra'`)
  const lines = await tx.execute(sql`
    insert into regla_contable_partida (empresa_id, id, creado_en, modificado_en, regla, partida, naturaleza,
      cuenta_contable, importe, toma_centro_costo, toma_tercero)
    select r.empresa_id, n.id, r.creado_en, r.creado_en, r.id, n.id, n.naturaleza, n.cuenta, 'total', true, true
    from regla_contable r, (values (1, 'cargo', 2), (2, 'abono', 3)) as n(id, naturaleza, cuenta)
    where r.empresa_id = ${empresaId}::int8`)
  await numbered(tx, empresaId, { table: 'regla_contable', count: rules })
  await numbered(tx, empresaId, { table: 'regla_contable_partida', count: lines })
}

/** Sets the counter of the table, so that the company's next record gets the number after these. */
async function numbered(
  tx: Tx,
  empresaId: string,
  { table, count }: { readonly table: string; readonly count: number },
): Promise<void> {
  await tx.execute(sql`
    insert into oficina.contador (empresa_id, tabla, ultimo) values (${empresaId}, ${table}, ${count})`)
}

/** Removes the starter configuration again, if a company is set up in another way before anyone has used it. */
export async function removeStarterConfiguration(tx: Tx, empresaId: string): Promise<void> {
  await removeStarterRecords(tx, empresaId)
  await tx.execute(sql`delete from regla_contable_partida where empresa_id = ${empresaId}::int8`)
  await tx.execute(sql`delete from regla_contable where empresa_id = ${empresaId}::int8`)
  await tx.execute(sql`delete from concepto_inventario where empresa_id = ${empresaId}::int8`)
  await tx.execute(sql`delete from cuenta_contable where empresa_id = ${empresaId}::int8`)
  await tx.execute(sql`delete from periodo_contable where empresa_id = ${empresaId}::int8`)
  await tx.execute(sql`delete from ejercicio_fiscal where empresa_id = ${empresaId}::int8`)
  await tx.execute(sql`delete from tipo_poliza where empresa_id = ${empresaId}::int8`)
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** The accounting period of a day, locked so that it cannot be closed before this transaction ends. */
export interface PeriodRow {
  readonly fecha: string
  readonly periodo: string
  readonly nombre: string
  readonly estado: string
  readonly ejercicio_estado: string
  /** The first later period that is closed, whose balances what is posted here would change. */
  readonly posterior: string | null
}

export async function lockPeriods(
  tx: Tx,
  empresa: EmpresaId,
  days: readonly string[],
): Promise<ReadonlyMap<string, PeriodRow>> {
  const rows = await tx.query<PeriodRow>(
    sql`select d.fecha::date::text as fecha, p.id::text as periodo, p.nombre, p.estado, e.estado as ejercicio_estado,
            ${laterClosed(empresa)} as posterior
          from unnest(${days}::text[]) as d(fecha)
          join periodo_contable p on p.empresa_id = ${empresa}::int8 and not p.es_ajuste
            and d.fecha::date between p.fecha_inicio and p.fecha_fin
          join ejercicio_fiscal e on e.empresa_id = ${empresa}::int8 and e.id = p.ejercicio
          order by p.id for share of p`,
  )
  return new Map(rows.map((row) => [row.fecha, row]))
}

/** The first period after `p` that is closed. */
export function laterClosed(empresa: EmpresaId): Sql {
  return sql`(select c.nombre from periodo_contable c where c.empresa_id = ${empresa}::int8 and c.estado = 'cerrado'
    and (c.fecha_inicio, c.fecha_fin, c.numero) > (p.fecha_inicio, p.fecha_fin, p.numero)
    order by c.fecha_inicio, c.fecha_fin, c.numero limit 1)`
}

/** Finds the periods that are closed for one of these modules alone. */
export async function findLockedPeriods(
  tx: Tx,
  empresa: EmpresaId,
  modules: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ periodo: string }>(
    sql`select distinct b.periodo::text as periodo from bloqueo_periodo b
          join modulo_sistema m on m.id = b.modulo and m.clave = any(${modules}::text[])
          where b.empresa_id = ${empresa}::int8 and b.estado = 'cerrado'`,
  )
  return new Set(rows.map(({ periodo }) => periodo))
}

export interface RuleLine {
  readonly partida: number
  readonly naturaleza: 'cargo' | 'abono'
  readonly cuenta: number | null
  readonly origen_cuenta: string | null
  readonly importe: string
  readonly toma_centro_costo: boolean
  readonly toma_tercero: boolean
  readonly concepto: string | null
}

/** How a document becomes a journal entry. */
export interface EntryRule {
  readonly clave: string
  readonly tipo: string
  readonly tipo_clave: string
  readonly reinicia: 'mensual' | 'anual' | 'nunca'
  readonly condicion: string | null
  readonly concepto: string
  readonly partidas: readonly RuleLine[]
}

/** Finds the active rules for an event of a model, the one that applies first in front. */
export async function findEntryRules(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly model: string; readonly event: string },
): Promise<readonly EntryRule[]> {
  return await tx.query<EntryRule>(
    sql`select r.clave, r.tipo::text as tipo, t.clave as tipo_clave, t.reinicia, r.condicion::text as condicion,
            r.concepto,
            (select coalesce(json_agg(json_build_object('partida', l.partida, 'naturaleza', l.naturaleza,
                'cuenta', l.cuenta_contable, 'origen_cuenta', l.origen_cuenta, 'importe', l.importe,
                'toma_centro_costo', l.toma_centro_costo, 'toma_tercero', l.toma_tercero, 'concepto', l.concepto)
                order by l.partida), '[]')
             from regla_contable_partida l where l.empresa_id = ${empresa}::int8 and l.regla = r.id) as partidas
          from regla_contable r
          join modelo_sistema m on m.id = r.modelo
          join tipo_poliza t on t.empresa_id = ${empresa}::int8 and t.id = r.tipo
          where r.empresa_id = ${empresa}::int8 and r.activo and m.nombre = ${wanted.model} and r.evento = ${wanted.event}
          order by r.prioridad nulls last, r.id`,
  )
}

export interface AccountRow {
  readonly id: string
  readonly clave: string
  readonly activo: boolean
  readonly acepta_movimientos: boolean
  readonly requiere_centro_costo: boolean
  readonly requiere_tercero: boolean
  readonly requiere_proyecto: boolean
  /** The only one that it takes; null: any. */
  readonly moneda: string | null
}

export async function findAccounts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountRow>> {
  const rows = await tx.query<AccountRow>(
    sql`select id::text as id, clave, activo, acepta_movimientos, requiere_centro_costo, requiere_tercero,
            requiere_proyecto, moneda::text as moneda
          from cuenta_contable where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds the currency that the company keeps its books in. */
export async function findCompanyCurrency(tx: Tx, empresa: EmpresaId): Promise<string> {
  const rows = await tx.query<{ moneda: string }>(
    sql`select moneda::text as moneda from empresa where empresa_id = ${empresa}::int8 and id = ${empresa}::int8`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the company has no record')
  return row.moneda
}

/** An entry of a document that no other entry has reversed. */
export interface OpenEntry {
  readonly id: string
  readonly origen: string
  /** The document that caused it, by name and id; null for one made by hand. */
  readonly modelo: string | null
  readonly registro: string | null
  readonly folio: string
  readonly fecha: string
  readonly tipo: string
  readonly tipo_clave: string
  readonly reinicia: EntryRule['reinicia']
  readonly total: string
  readonly lineas: number
}

/** Finds the entries that some documents of a model caused and that are still valid. */
export async function findOpenEntries(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly model: string; readonly ids: readonly string[] },
): Promise<readonly OpenEntry[]> {
  return await tx.query<OpenEntry>(
    sql`select p.id::text as id, p.origen, m.nombre as modelo, p.registro, p.folio, p.fecha::text as fecha, p.tipo::text as tipo,
            t.clave as tipo_clave, t.reinicia, p.total_cargo::text as total,
            (select count(*) from poliza_partida l where l.empresa_id = ${empresa}::int8 and l.poliza = p.id) as lineas
          from poliza p
          join modelo_sistema m on m.id = p.modelo and m.nombre = ${wanted.model}
          join tipo_poliza t on t.empresa_id = ${empresa}::int8 and t.id = p.tipo
          where p.empresa_id = ${empresa}::int8 and p.registro = any(${wanted.ids}::text[]) and p.estado = 'aplicada'
            and p.origen not in ('manual', 'importada') and p.poliza_reversa is null
            and not exists (select from poliza r where r.empresa_id = ${empresa}::int8 and r.poliza_reversa = p.id)
          order by p.id`,
  )
}

export interface NewEntry {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly tipo: string
  readonly periodo: string
  readonly concepto: string
  readonly origen: string
  readonly modelo: string | null
  readonly registro: string | null
  readonly total: string
  /** The entry that this one reverses. */
  readonly reversa: string | null
}

export interface NewEntryLine {
  readonly id: number
  readonly poliza: number
  readonly partida: number
  readonly cuenta: string
  readonly concepto: string
  readonly cargo: string
  readonly abono: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly importe_moneda: string
  readonly centro_costo: string | null
  readonly proyecto: string | null
  readonly cliente: string | null
  readonly proveedor: string | null
  readonly referencia: string
}

export interface Posting {
  readonly usuarioId: string
  readonly now: string
}

export async function insertEntries(
  tx: Tx,
  empresa: EmpresaId,
  { entries, posting }: { readonly entries: readonly NewEntry[]; readonly posting: Posting },
): Promise<void> {
  if (entries.length === 0) return
  await tx.execute(
    sql`insert into poliza (empresa_id, id, creado_en, modificado_en, folio, fecha, tipo, periodo, concepto, origen,
            modelo, registro, total_cargo, total_abono, poliza_reversa, capturada_por, autorizada_por, estado)
          select ${empresa}::int8, n.id, ${posting.now}::timestamptz, ${posting.now}::timestamptz, n.folio, n.fecha,
            n.tipo, n.periodo, n.concepto, n.origen, (select id from modelo_sistema where nombre = n.modelo),
            n.registro, n.total, n.total, n.reversa, ${posting.usuarioId}::int8, ${posting.usuarioId}::int8, 'aplicada'
          from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n(id int8, folio text, fecha date, tipo int8,
            periodo int8, concepto text, origen text, modelo text, registro text, total numeric, reversa int8)`,
  )
}

export async function insertEntryLines(
  tx: Tx,
  empresa: EmpresaId,
  { lines, posting }: { readonly lines: readonly NewEntryLine[]; readonly posting: Posting },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`insert into poliza_partida (empresa_id, id, creado_en, modificado_en, poliza, partida, cuenta_contable,
            concepto, cargo, abono, moneda, tipo_cambio, importe_moneda, centro_costo, proyecto, cliente, proveedor, referencia)
          select ${empresa}::int8, n.id, ${posting.now}::timestamptz, ${posting.now}::timestamptz, n.poliza, n.partida,
            n.cuenta, n.concepto, n.cargo, n.abono, n.moneda, n.tipo_cambio, n.importe_moneda, n.centro_costo,
            n.proyecto, n.cliente, n.proveedor, n.referencia
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(id int8, poliza int8, partida int8,
            cuenta int8, concepto text, cargo numeric, abono numeric, moneda int8, tipo_cambio numeric,
            importe_moneda numeric, centro_costo int8, proyecto int8, cliente int8, proveedor int8, referencia text)`,
  )
}

/** A counter-entry: the number of its first line, and the entry that it reverses. */
export interface Reversal {
  readonly poliza: number
  readonly primera: number
  readonly reversa: string
}

/** The lines of counter-entries: those of the entries that they reverse, with debit and credit swapped. */
export async function insertReversedLines(
  tx: Tx,
  empresa: EmpresaId,
  { reversals, posting }: { readonly reversals: readonly Reversal[]; readonly posting: Posting },
): Promise<void> {
  if (reversals.length === 0) return
  await tx.execute(
    sql`insert into poliza_partida (empresa_id, id, creado_en, modificado_en, poliza, partida, cuenta_contable,
            concepto, cargo, abono, moneda, tipo_cambio, importe_moneda, centro_costo, segmento, proyecto, cliente,
            proveedor, referencia)
          select l.empresa_id, n.primera + row_number() over (partition by n.poliza order by l.partida) - 1,
            ${posting.now}::timestamptz, ${posting.now}::timestamptz, n.poliza, l.partida, l.cuenta_contable,
            l.concepto, l.abono, l.cargo, l.moneda, l.tipo_cambio, l.importe_moneda, l.centro_costo, l.segmento,
            l.proyecto, l.cliente, l.proveedor, l.referencia
          from jsonb_to_recordset(${JSON.stringify(reversals)}::jsonb) as n(poliza int8, primera int8, reversa int8)
          join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = n.reversa`,
  )
}

/** Entries that a counter-entry takes back say so by their state; nothing else of them changes. */
export async function markReversed(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    sql`update poliza set estado = 'reversada', modificado_en = ${now}::timestamptz, version = version + 1
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
}

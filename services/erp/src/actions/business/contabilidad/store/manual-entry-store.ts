import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { laterClosed, type OpenEntry } from '../../../../store/journal-store.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

type EntryState = 'borrador' | 'autorizada' | 'aplicada' | 'reversada' | 'cancelada'

/** A locked entry with its type and period. Ids and amounts as text. */
export interface EntryRow extends Omit<OpenEntry, 'folio'> {
  readonly estado: EntryState
  /** Null: it gets one when it is applied. */
  readonly folio: string | null
  readonly fecha: string
  readonly concepto: string
  readonly periodo: string
  readonly capturada_por: string | null
  readonly requiere_autorizacion: boolean
  /** The entry that this one reverses. */
  readonly reversa: string | null
}

/**
 * Locks entries in the order of their ids, so that two batches cannot deadlock; whoever writes a line waits here too.
 */
export async function lockEntries(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntryRow>> {
  const rows = await tx.query<EntryRow>(
    sql`select p.id::text as id, coalesce(p.estado, 'borrador') as estado, p.folio, p.fecha::text as fecha, p.concepto,
            p.origen, (select m.nombre from modelo_sistema m where m.id = p.modelo) as modelo, p.registro,
            p.periodo::text as periodo, p.capturada_por::text as capturada_por, p.poliza_reversa::text as reversa,
            p.tipo::text as tipo, t.clave as tipo_clave, t.reinicia,
            coalesce(t.requiere_autorizacion, false) as requiere_autorizacion, p.total_cargo::text as total,
            (select count(*) from poliza_partida l where l.empresa_id = ${empresa}::int8 and l.poliza = p.id) as lineas
          from poliza p join tipo_poliza t on t.empresa_id = ${empresa}::int8 and t.id = p.tipo
          where p.empresa_id = ${empresa}::int8 and p.id = any(${ids}::int8[])
          order by p.id for no key update of p`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface EntryLineRow {
  readonly poliza: string
  readonly partida: number
  readonly cuenta: string
  readonly cargo: string
  readonly abono: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly importe_moneda: string | null
  readonly hay_centro: boolean
  readonly hay_tercero: boolean
  readonly hay_proyecto: boolean
}

export async function findEntryLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly EntryLineRow[]> {
  return await tx.query<EntryLineRow>(
    sql`select l.poliza::text as poliza, l.partida, l.cuenta_contable::text as cuenta, l.cargo::text as cargo,
            l.abono::text as abono, l.moneda::text as moneda, l.tipo_cambio::text as tipo_cambio,
            l.importe_moneda::text as importe_moneda, l.centro_costo is not null as hay_centro,
            coalesce(l.cliente, l.proveedor) is not null as hay_tercero, l.proyecto is not null as hay_proyecto
          from poliza_partida l where l.empresa_id = ${empresa}::int8 and l.poliza = any(${ids}::int8[])
          order by l.poliza, l.partida, l.id`,
  )
}

/** A period that entries name, held open to the end of the transaction. */
export interface NamedPeriodRow {
  readonly id: string
  readonly nombre: string
  readonly desde: string
  readonly hasta: string
  readonly estado: string
  readonly es_ajuste: boolean
  readonly ejercicio_estado: string
  readonly posterior: string | null
}

export async function lockNamedPeriods(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedPeriodRow>> {
  const rows = await tx.query<NamedPeriodRow>(
    sql`select p.id::text as id, p.nombre, p.fecha_inicio::text as desde, p.fecha_fin::text as hasta, p.estado,
            coalesce(p.es_ajuste, false) as es_ajuste, e.estado as ejercicio_estado,
            ${laterClosed(empresa)} as posterior
          from periodo_contable p join ejercicio_fiscal e on e.empresa_id = ${empresa}::int8 and e.id = p.ejercicio
          where p.empresa_id = ${empresa}::int8 and p.id = any(${ids}::int8[])
          order by p.id for share of p`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What applying does to an entry. */
export interface AppliedEntry {
  readonly id: string
  readonly folio: string
  readonly total: string
}

export async function markApplied(
  tx: Tx,
  empresa: EmpresaId,
  {
    entries,
    usuarioId,
    now,
  }: {
    readonly entries: readonly AppliedEntry[]
    readonly usuarioId: string
    readonly now: string
  },
): Promise<void> {
  await tx.execute(
    sql`update poliza p set estado = 'aplicada', folio = n.folio, total_cargo = n.total, total_abono = n.total,
            autorizada_por = ${usuarioId}::int8, modificado_en = ${now}::timestamptz, version = p.version + 1
          from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n(id int8, folio text, total numeric)
          where p.empresa_id = ${empresa}::int8 and p.id = n.id`,
  )
}

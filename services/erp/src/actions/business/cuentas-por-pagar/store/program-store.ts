import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked ProgramacionPago. */
export interface ProgramRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly fecha_pago: string
  readonly cuenta_bancaria: string | null
  readonly moneda: string
  readonly moneda_clave: string
  readonly importe_solicitado: string
  readonly importe_autorizado: string | null
}

/** Locks payment programmes in the order of their ids. */
export async function lockPrograms(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProgramRow>> {
  const rows = await tx.query<ProgramRow>(
    sql`select r.id::text as id, r.folio, r.estado, r.fecha_pago::text as fecha_pago,
            r.cuenta_bancaria::text as cuenta_bancaria, r.moneda::text as moneda, m.clave as moneda_clave,
            r.importe_solicitado::text as importe_solicitado, r.importe_autorizado::text as importe_autorizado
          from programacion_pago r join moneda m on m.id = r.moneda
          where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[])
          order by r.id for no key update of r`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface ProgramLine {
  readonly id: string
  readonly programacion: string
  readonly partida: number
  readonly cuenta: string
  readonly importe_solicitado: string
  readonly importe_autorizado: string | null
  readonly aprobada: boolean
  /** What other programmes under way take of the same invoice. */
  readonly en_otras: string
}

export async function findProgramLines(
  tx: Tx,
  empresa: EmpresaId,
  programs: readonly string[],
): Promise<readonly ProgramLine[]> {
  return await tx.query<ProgramLine>(
    sql`select l.id::text as id, l.programacion::text as programacion, l.partida, l.cuenta::text as cuenta,
            l.importe_solicitado::text as importe_solicitado, l.importe_autorizado::text as importe_autorizado,
            l.aprobada, coalesce((
              select sum(coalesce(o.importe_autorizado, o.importe_solicitado))
              from programacion_pago_partida o
              join programacion_pago r on r.empresa_id = ${empresa}::int8 and r.id = o.programacion
                and r.estado in ('en_autorizacion', 'autorizada')
              where o.empresa_id = ${empresa}::int8 and o.cuenta = l.cuenta and o.programacion <> l.programacion),
              0)::text as en_otras
          from programacion_pago_partida l
          where l.empresa_id = ${empresa}::int8 and l.programacion = any(${programs}::int8[])
          order by l.programacion, l.partida, l.id`,
  )
}

/** What an action changes in a programme; null leaves a value as it is. */
export interface ProgramChange {
  readonly id: string
  readonly estado: string
  readonly importe_autorizado: string | null
  readonly autorizado_por: string | null
}

export async function changePrograms(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly ProgramChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update programacion_pago r set estado = n.estado,
            importe_autorizado = coalesce(n.importe_autorizado, r.importe_autorizado),
            autorizado_por = coalesce(n.autorizado_por, r.autorizado_por),
            version = r.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, importe_autorizado numeric, autorizado_por int8)
          where r.empresa_id = ${empresa}::int8 and r.id = n.id`,
  )
}

/** Writes what was authorized of each line. */
export async function authorizeLines(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly lines: readonly { readonly id: string; readonly importe: string }[]
    readonly now: string
  },
): Promise<void> {
  await tx.execute(
    sql`update programacion_pago_partida l set importe_autorizado = n.importe, aprobada = n.importe > 0,
            version = l.version + 1, modificado_en = ${of.now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(of.lines)}::jsonb) as n(id int8, importe numeric)
          where l.empresa_id = ${empresa}::int8 and l.id = n.id`,
  )
}

/** An invoice that is due, and what of it no programme takes yet. */
export interface DueInvoice {
  readonly id: string
  readonly pendiente: string
}

const MAX_LINES = 5_000

/** Locks what is due up to a day, in the order of ids: who makes a programme waits for who makes another. */
export async function lockDueInvoices(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly hasta: string
    readonly moneda: string
    readonly proveedor: string | null
  },
): Promise<readonly DueInvoice[]> {
  const locked = await tx.query<{ id: string }>(
    sql`select u.id::text as id from cuenta_por_pagar u
          join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = u.proveedor and v.estado = 'activo'
            and not exists (select from estatus_lista_negra s where s.id = v.estatus_69b and s.bloquea_operacion)
            and not exists (select from lista_negra_proveedor l join estatus_lista_negra s on s.id = l.estatus
              where l.empresa_id = ${empresa}::int8 and (l.proveedor = v.id or l.rfc = v.rfc)
                and s.bloquea_operacion and l.estado <> 'aclarada')
          where u.empresa_id = ${empresa}::int8 and u.estado in ('autorizada', 'programada', 'pagada_parcial')
            and u.saldo > 0 and u.vencimiento <= ${of.hasta}::date and u.moneda = ${of.moneda}::int8
            and (${of.proveedor}::int8 is null or u.proveedor = ${of.proveedor}::int8)
          order by u.id limit ${MAX_LINES} for no key update of u`,
  )
  return await tx.query<DueInvoice>(
    sql`select t.id::text as id, t.pendiente::text as pendiente from (
            select u.id, u.vencimiento, u.saldo - coalesce((
              select sum(coalesce(l.importe_autorizado, l.importe_solicitado)) from programacion_pago_partida l
              join programacion_pago r on r.empresa_id = ${empresa}::int8 and r.id = l.programacion
                and r.estado in ('borrador', 'en_autorizacion', 'autorizada')
              where l.empresa_id = ${empresa}::int8 and l.cuenta = u.id), 0) as pendiente
            from cuenta_por_pagar u
            where u.empresa_id = ${empresa}::int8 and u.id = any(${locked.map(({ id }) => id)}::int8[])
              and u.estado in ('autorizada', 'programada', 'pagada_parcial')) t
          where t.pendiente > 0 order by t.vencimiento, t.id`,
  )
}

export interface NewProgram {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly fecha_pago: string
  readonly cuenta_bancaria: string | null
  readonly moneda: string
  readonly importe: string
  readonly lines: readonly {
    readonly id: number
    readonly partida: number
    readonly cuenta: string
    readonly importe: string
  }[]
}

export async function insertProgram(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly program: NewProgram; readonly usuarioId: string; readonly now: string },
): Promise<void> {
  const { program, now } = of
  await tx.execute(
    sql`insert into programacion_pago (empresa_id, id, creado_en, modificado_en, folio, fecha, fecha_pago,
            cuenta_bancaria, moneda, importe_solicitado, elaborado_por, estado)
          values (${empresa}::int8, ${program.id}::int8, ${now}::timestamptz, ${now}::timestamptz, ${program.folio},
            ${program.fecha}::date, ${program.fecha_pago}::date, ${program.cuenta_bancaria}::int8,
            ${program.moneda}::int8, ${program.importe}::numeric, ${of.usuarioId}::int8, 'borrador')`,
  )
  await tx.execute(
    sql`insert into programacion_pago_partida (empresa_id, id, creado_en, modificado_en, programacion, partida,
            cuenta, importe_solicitado, aprobada)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, ${program.id}::int8, n.partida,
            n.cuenta, n.importe, false
          from jsonb_to_recordset(${JSON.stringify(program.lines)}::jsonb)
            as n(id int8, partida int8, cuenta int8, importe numeric)`,
  )
}

/** The account of each supplier to which it is paid in a currency: its default one, if somebody validated it. */
export async function findDefaultDestinations(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly suppliers: readonly string[]; readonly moneda: string },
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ proveedor: string; id: string }>(
    sql`select distinct on (proveedor) proveedor::text as proveedor, id::text as id from proveedor_cuenta_bancaria
          where empresa_id = ${empresa}::int8 and proveedor = any(${of.suppliers}::int8[])
            and moneda = ${of.moneda}::int8 and estado = 'validada'
          order by proveedor, es_predeterminada desc, id`,
  )
  return new Map(rows.map(({ proveedor, id }) => [proveedor, id]))
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** What a person decides of a report that is sent; ids as texts. */
export interface ReportMailContent {
  readonly nombre: string
  readonly reporte: string
  readonly parametros: Readonly<Record<string, string>>
  readonly rango: string | null
  readonly formato: 'xlsx' | 'pdf'
  readonly frecuencia: 'diaria' | 'semanal' | 'mensual'
  readonly dia: number | null
  readonly hora: number
  readonly destinatarios: readonly string[]
  readonly activo: boolean
}

export interface ReportMailRow extends ReportMailContent {
  readonly id: string
  readonly empresa_id: string
  readonly dueno: string
  readonly siguiente: Date
  readonly ultimo_envio: Date | null
  readonly ultimo_error: string | null
}

const COLUMNS: Sql =
  trusted(`id::text as id, empresa_id::text as empresa_id, dueno::text as dueno, nombre, reporte,
  parametros, rango, formato, frecuencia, dia, hora, destinatarios::text[] as destinatarios, activo, siguiente,
  ultimo_envio, ultimo_error`)

// More is no list that anybody reads; a company may have as many.
const MAX_LISTED = 1_000

/** Those of a person, or that he receives; of an administrator all of the company. */
export async function listReportMails(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly usuarioId: string; readonly all: boolean },
): Promise<readonly ReportMailRow[]> {
  return await tx.query<ReportMailRow>(
    sql`select ${COLUMNS} from oficina.envio_reporte
        where empresa_id = ${empresa}::int8 and (${of.all} or dueno = ${of.usuarioId}::int8
          or ${of.usuarioId}::int8 = any(destinatarios))
        order by id limit ${MAX_LISTED}`,
  )
}

export async function findReportMail(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<ReportMailRow | undefined> {
  const rows = await tx.query<ReportMailRow>(
    sql`select ${COLUMNS} from oficina.envio_reporte
        where empresa_id = ${empresa}::int8 and id = ${id}::int8 for update`,
  )
  return rows[0]
}

/** Keeps it, unless the company would have more than `most`. */
export async function insertReportMail(
  tx: Tx,
  by: { readonly empresa: EmpresaId; readonly usuarioId: string },
  kept: ReportMailContent & { readonly siguiente: Date; readonly now: Date; readonly most: number },
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    sql`insert into oficina.envio_reporte (empresa_id, dueno, nombre, reporte, parametros, rango, formato, frecuencia,
            dia, hora, destinatarios, activo, siguiente, creado_en)
          select ${by.empresa}::int8, ${by.usuarioId}::int8, ${kept.nombre}, ${kept.reporte},
            ${JSON.stringify(kept.parametros)}::jsonb, ${kept.rango}, ${kept.formato}, ${kept.frecuencia},
            ${kept.dia}::int2, ${kept.hora}::int2, ${kept.destinatarios}::int8[], ${kept.activo},
            ${kept.siguiente}::timestamptz, ${kept.now}::timestamptz
          where (select count(*) from oficina.envio_reporte where empresa_id = ${by.empresa}::int8) < ${kept.most}::int8
          returning id::text as id`,
  )
  return rows[0]?.id
}

export async function changeReportMail(
  tx: Tx,
  empresa: EmpresaId,
  kept: ReportMailContent & { readonly id: string; readonly siguiente: Date },
): Promise<void> {
  await tx.execute(
    sql`update oficina.envio_reporte set nombre = ${kept.nombre}, reporte = ${kept.reporte},
            parametros = ${JSON.stringify(kept.parametros)}::jsonb, rango = ${kept.rango}, formato = ${kept.formato},
            frecuencia = ${kept.frecuencia}, dia = ${kept.dia}::int2, hora = ${kept.hora}::int2,
            destinatarios = ${kept.destinatarios}::int8[], activo = ${kept.activo},
            siguiente = ${kept.siguiente}::timestamptz
          where empresa_id = ${empresa}::int8 and id = ${kept.id}::int8`,
  )
}

/** Sends it to one person less; to nobody any more, it is paused. */
export async function removeReceiver(
  tx: Tx,
  empresa: EmpresaId,
  { id, usuarioId }: { readonly id: string; readonly usuarioId: string },
): Promise<void> {
  await tx.execute(
    sql`update oficina.envio_reporte set destinatarios = array_remove(destinatarios, ${usuarioId}::int8),
            activo = activo and destinatarios <> array[${usuarioId}::int8]
          where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
}

export async function deleteReportMail(tx: Tx, empresa: EmpresaId, id: string): Promise<void> {
  await tx.execute(
    sql`delete from oficina.envio_reporte where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
}

/**
 * Locks the run that has waited longest, for the length of the transaction: another process skips it, and when this one
 * dies it is free again at once.
 */
export async function claimDueReport(owner: Tx, now: Date): Promise<ReportMailRow | undefined> {
  const rows = await owner.query<ReportMailRow>(
    sql`select ${COLUMNS} from oficina.envio_reporte where activo and siguiente <= ${now}
        order by siguiente, id limit 1 for update skip locked`,
  )
  return rows[0]
}

/** Says when the next run is. */
export async function setNextRun(
  tx: Tx,
  empresa: EmpresaId,
  { id, siguiente }: { readonly id: string; readonly siguiente: Date },
): Promise<void> {
  await tx.execute(
    sql`update oficina.envio_reporte set siguiente = ${siguiente}
        where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
}

/** What went wrong in a run before is over; `error`: what is wrong already. */
export async function beginRun(
  tx: Tx,
  empresa: EmpresaId,
  { id, error }: { readonly id: string; readonly error: string | null },
): Promise<void> {
  await tx.execute(
    sql`update oficina.envio_reporte set ultimo_error = ${error}::text
        where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
}

/** Notes what became of a mail; `error` null: it was sent. What went wrong with another mail of the run stays. */
export async function noteReportMail(
  tx: Tx,
  empresa: EmpresaId,
  {
    id,
    error,
    now,
    isAnother = false,
  }: {
    readonly id: string
    readonly error: string | null
    readonly now: Date
    /** Nothing went wrong with this mail before. */
    readonly isAnother?: boolean
  },
): Promise<void> {
  await tx.execute(
    sql`update oficina.envio_reporte set
            ultimo_error = case when ${isAnother} and ${error}::text is null then ultimo_error else ${error}::text end,
            ultimo_envio = case when ${error}::text is null then ${now}::timestamptz else ultimo_envio end
          where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
}

/** Whether mails of it are still on their way. */
export async function isReportPending(tx: Tx, empresa: EmpresaId, id: string): Promise<boolean> {
  const rows = await tx.query(
    sql`select 1 from oficina.salida where empresa_id = ${empresa}::int8 and estado = 'pendiente'
          and tipo = 'correo' and contenido->'reporte'->>'envio' = ${id} limit 1`,
  )
  return rows.length > 0
}

/** Somebody of the company whom a report is sent to, or who had it sent. */
export interface ReportPersonRow {
  readonly id: string
  readonly nombre: string
  readonly correo: string | null
  readonly es_administrador: boolean
  /** Whether he may sign in at all. */
  readonly activo: boolean
}

export async function findReportPeople(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReportPersonRow>> {
  const rows = await tx.query<ReportPersonRow>(
    sql`select u.id::text as id, u.nombre, nullif(u.correo, '') as correo,
            coalesce(u.es_administrador, false) as es_administrador,
            u.estado = 'activo' and coalesce(e.activo, true) as activo
          from public.usuario u
            join public.empresa e on e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The zone by which the company’s clock goes. */
export async function findZone(tx: Tx, empresa: EmpresaId): Promise<string> {
  const rows = await tx.query<{ zona: string }>(
    sql`select z.clave as zona from public.empresa e join public.zona_horaria z on z.id = e.zona_horaria
        where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8`,
  )
  return rows[0]?.zona ?? 'America/Mexico_City'
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { CancelRequest } from '../../../../pac/pac.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

type Motive = CancelRequest['motivo']

/** A CFDI that may be cancelled, with what stands in the way. */
export interface IssuedCfdi {
  readonly id: string
  readonly estado: string
  readonly uuid: string | null
  readonly rfc_emisor: string
  readonly rfc_receptor: string
  readonly total: string
  readonly fin_sello: string
  /** Other CFDI in force, or on their way, that refer to it other than to replace it. */
  readonly referidos: readonly number[]
}

/** Locks CFDI in the order of their ids. */
export async function lockIssuedCfdis(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IssuedCfdi>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<IssuedCfdi>(
    sql`with sellos as materialized (
            select t.cfdi, t.fin_sello from oficina.timbrado t
            where t.empresa_id = ${empresa}::int8 and t.cfdi = any(${ids}::int8[]))
          select c.id::text as id, c.estado, c.uuid::text as uuid, c.rfc_emisor, c.rfc_receptor, c.total::text as total,
            coalesce((select s.fin_sello from sellos s where s.cfdi = c.id), '') as fin_sello,
            array(
              select o.id from cfdi_relacionado r
              join tipo_relacion_cfdi k on k.id = r.tipo_relacion and k.clave <> '04'
              join cfdi o on o.empresa_id = ${empresa}::int8 and o.id = r.cfdi
                and o.estado in ('vigente', 'por_timbrar', 'por_cancelar')
              where r.empresa_id = ${empresa}::int8 and r.uuid_relacionado = c.uuid
              union select o.id from cfdi_pago_documento d
              join cfdi_pago p on p.empresa_id = ${empresa}::int8 and p.id = d.pago
              join cfdi o on o.empresa_id = ${empresa}::int8 and o.id = p.cfdi
                and o.estado in ('vigente', 'por_timbrar', 'por_cancelar')
              where d.empresa_id = ${empresa}::int8 and d.uuid_documento = c.uuid
              order by 1 limit 10) as referidos
          from cfdi c where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])
          order by c.id for update of c`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A CFDI in force that the company issued, and which others it says that it replaces. */
export interface Replacement {
  readonly id: string
  readonly uuid: string
  readonly rfc_receptor: string
  /** The UUIDs that it names by the relation 04. */
  readonly reemplaza: readonly string[]
}

export async function findReplacement(
  tx: Tx,
  empresa: EmpresaId,
  uuid: string,
): Promise<Replacement | null> {
  const [row] = await tx.query<Replacement>(
    sql`select c.id::text as id, c.uuid::text as uuid, c.rfc_receptor,
        array(select upper(r.uuid_relacionado::text) from cfdi_relacionado r
          join tipo_relacion_cfdi k on k.id = r.tipo_relacion and k.clave = '04'
          where r.empresa_id = ${empresa}::int8 and r.cfdi = c.id order by r.id) as reemplaza
      from cfdi c where c.empresa_id = ${empresa}::int8 and c.uuid = ${uuid}
        and c.sentido = 'emitido' and c.estado = 'vigente'`,
  )
  return row ?? null
}

/** A request to cancel, on its way. */
export interface Cancellation {
  readonly cancelacion: string
  readonly cfdi: string
  readonly modelo: string
  readonly registro: string
  readonly usuario: string
  readonly rfc_emisor: string
  readonly rfc_receptor: string
  readonly uuid: string
  readonly total: string
  readonly fin_sello: string
  readonly motivo: Motive
  readonly sustituto: string | null
  readonly estado: 'por_pedir' | 'pedida'
  readonly intentos: number
}

export type NewCancellation = Omit<Cancellation, 'estado' | 'intentos' | 'usuario'>

/** Whoever asks has the requests to himself until `until`. */
export async function insertCancellations(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly rows: readonly NewCancellation[]
    readonly usuarioId: string
    readonly until: string
  },
): Promise<void> {
  await tx.execute(
    sql`insert into oficina.cancelacion (empresa_id, cancelacion, cfdi, modelo, registro, usuario, rfc_emisor,
            rfc_receptor, uuid, total, fin_sello, motivo, sustituto, proximo_intento)
          select ${empresa}::int8, n.cancelacion, n.cfdi, n.modelo, n.registro, ${of.usuarioId}::int8, n.rfc_emisor,
            n.rfc_receptor, n.uuid, n.total, n.fin_sello, n.motivo, n.sustituto, ${of.until}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(of.rows)}::jsonb) as n(cancelacion int8, cfdi int8, modelo text,
            registro int8, rfc_emisor text, rfc_receptor text, uuid text, total text, fin_sello text, motivo text,
            sustituto text)`,
  )
}

/** The columns of a Cancellation, of `oficina.cancelacion` as `c`. */
export const CANCELLATION_COLUMNS = sql`c.cancelacion::text as cancelacion, c.cfdi::text as cfdi, c.modelo, c.registro::text as registro,
  c.usuario::text as usuario, c.rfc_emisor, c.rfc_receptor, c.uuid, c.total, c.fin_sello, c.motivo, c.sustituto, c.estado,
  c.intentos`

/** The last request of each record. */
export async function findCancellationsOf(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly modelo: string; readonly registros: readonly string[] },
): Promise<
  readonly (Omit<Cancellation, 'estado'> & {
    readonly estado: Cancellation['estado'] | 'terminada'
    readonly mensaje: string | null
  })[]
> {
  return await tx.query(
    sql`select distinct on (c.registro) ${CANCELLATION_COLUMNS}, c.mensaje from oficina.cancelacion c
          where c.empresa_id = ${empresa}::int8 and c.modelo = ${of.modelo}
            and c.registro = any(${of.registros}::int8[])
          order by c.registro, c.cancelacion desc`,
  )
}

export async function lockOpenCancellations(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    sql`select c.cancelacion::text as id from oficina.cancelacion c
          where c.empresa_id = ${empresa}::int8 and c.cancelacion = any(${ids}::int8[]) and c.estado <> 'terminada'
          order by c.cancelacion for update`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The SAT has the requests: from here on only its states are asked for. */
export async function keepRequests(
  tx: Tx,
  empresa: EmpresaId,
  kept: readonly { readonly cancelacion: string; readonly acuse: string }[],
): Promise<void> {
  if (kept.length === 0) return
  await tx.execute(
    sql`update oficina.cancelacion c set estado = 'pedida', acuse = n.acuse
          from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as n(cancelacion int8, acuse text)
          where c.empresa_id = ${empresa}::int8 and c.cancelacion = n.cancelacion and c.estado = 'por_pedir'`,
  )
  await tx.execute(
    sql`update cfdi_cancelacion c set estado = 'en_espera', version = c.version + 1
          from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as n(cancelacion int8)
          where c.empresa_id = ${empresa}::int8 and c.id = n.cancelacion and c.estado = 'solicitada'`,
  )
}

/** The requests are answered; their CfdiCancelacion say how. */
export async function endCancellations(
  tx: Tx,
  empresa: EmpresaId,
  ended: readonly { readonly cancelacion: string; readonly mensaje: string | null }[],
): Promise<void> {
  await tx.execute(
    sql`update oficina.cancelacion c set estado = 'terminada', intentos = c.intentos + 1, mensaje = n.mensaje
          from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as n(cancelacion int8, mensaje text)
          where c.empresa_id = ${empresa}::int8 and c.cancelacion = n.cancelacion`,
  )
}

export async function postponeCancellations(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly postponed: readonly { readonly cancelacion: string; readonly mensaje: string }[]
    readonly until: string
  },
): Promise<void> {
  if (of.postponed.length === 0) return
  await tx.execute(
    sql`update oficina.cancelacion c set intentos = c.intentos + 1, proximo_intento = ${of.until}::timestamptz,
            mensaje = n.mensaje
          from jsonb_to_recordset(${JSON.stringify(of.postponed)}::jsonb) as n(cancelacion int8, mensaje text)
          where c.empresa_id = ${empresa}::int8 and c.cancelacion = n.cancelacion and c.estado <> 'terminada'`,
  )
}

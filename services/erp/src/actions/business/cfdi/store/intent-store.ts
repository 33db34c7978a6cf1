import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A CFDI that was sealed and is on its way to the PAC. */
export interface Intent {
  readonly cfdi: string
  readonly modelo: string
  readonly registro: string
  /** Who asked for it. */
  readonly usuario: string
  readonly custom_id: string
  /** `YYYY-MM-DD` of the document. */
  readonly fecha: string
  readonly xml: string
  /** As the PAC returned it, when it has answered. */
  readonly timbrado: string | null
  readonly intentos: number
}

/** The columns of an Intent, of `oficina.timbrado` as `t`. */
export const INTENT_COLUMNS = sql`t.cfdi::text as cfdi, t.modelo, t.registro::text as registro, t.usuario::text as usuario, t.custom_id,
  t.fecha, t.xml, t.timbrado, t.intentos`

export interface NewIntent {
  readonly cfdi: string
  readonly modelo: string
  readonly registro: string
  readonly custom_id: string
  readonly fecha: string
  readonly xml: string
}

/** A CFDI that the PAC refused goes out again under its number, with the identity that it had. */
export async function insertIntents(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly intents: readonly NewIntent[]
    readonly usuarioId: string
    /** Until then whoever seals has it to himself; after that anybody may finish it. */
    readonly until: string
  },
): Promise<void> {
  await tx.execute(
    sql`insert into oficina.timbrado (empresa_id, cfdi, modelo, registro, usuario, custom_id, fecha, xml, proximo_intento)
          select ${empresa}::int8, n.cfdi, n.modelo, n.registro, ${of.usuarioId}::int8, n.custom_id, n.fecha, n.xml,
            ${of.until}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(of.intents)}::jsonb)
            as n(cfdi int8, modelo text, registro int8, custom_id text, fecha date, xml text)
          on conflict (empresa_id, cfdi) do update set usuario = excluded.usuario, fecha = excluded.fecha,
            xml = excluded.xml, estado = 'pendiente', intentos = 0, proximo_intento = excluded.proximo_intento,
            codigo = null, mensaje = null`,
  )
}

/** What has become of the CFDI of some records, the last one of each. */
export async function findIntentsOf(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly modelo: string; readonly registros: readonly string[] },
): Promise<
  readonly (Intent & {
    readonly estado: IntentState
    readonly codigo: string | null
    readonly mensaje: string | null
  })[]
> {
  return await tx.query(
    sql`select distinct on (t.registro) ${INTENT_COLUMNS}, t.estado, t.codigo, t.mensaje from oficina.timbrado t
          where t.empresa_id = ${empresa}::int8 and t.modelo = ${of.modelo} and t.registro = any(${of.registros}::int8[])
          order by t.registro, t.cfdi desc`,
  )
}

type IntentState = 'pendiente' | 'terminado' | 'rechazado'

/** How far the CFDI has come that this service sealed; undefined: it sealed none of that id. */
export async function findIntentState(
  tx: Tx,
  empresa: EmpresaId,
  cfdi: string,
): Promise<IntentState | undefined> {
  const [row] = await tx.query<{ estado: IntentState }>(
    sql`select t.estado from oficina.timbrado t
          where t.empresa_id = ${empresa}::int8 and t.cfdi = ${cfdi}::int8`,
  )
  return row?.estado
}

/** The CFDI of a record that is on its way; undefined: none is. */
export async function findPendingCfdi(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly modelo: string; readonly registro: string },
): Promise<string | undefined> {
  const [row] = await tx.query<{ cfdi: string }>(
    sql`select t.cfdi::text as cfdi from oficina.timbrado t
          where t.empresa_id = ${empresa}::int8 and t.modelo = ${of.modelo} and t.registro = ${of.registro}::int8
            and t.estado = 'pendiente' limit 1`,
  )
  return row?.cfdi
}

/** Those of the CFDI that are still on their way, locked in the order of their ids. */
export async function lockOpenIntents(
  tx: Tx,
  empresa: EmpresaId,
  cfdis: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ cfdi: string }>(
    sql`select t.cfdi::text as cfdi from oficina.timbrado t
          where t.empresa_id = ${empresa}::int8 and t.cfdi = any(${cfdis}::int8[]) and t.estado = 'pendiente'
          order by t.cfdi for update`,
  )
  return new Set(rows.map(({ cfdi }) => cfdi))
}

/** Keeps what the PAC answered before anything follows from it: from here on it need not be asked again. */
export async function keepStamps(
  tx: Tx,
  empresa: EmpresaId,
  stamps: readonly { readonly cfdi: string; readonly timbrado: string }[],
): Promise<void> {
  if (stamps.length === 0) return
  await tx.execute(
    sql`update oficina.timbrado t set timbrado = n.timbrado
          from jsonb_to_recordset(${JSON.stringify(stamps)}::jsonb) as n(cfdi int8, timbrado text)
          where t.empresa_id = ${empresa}::int8 and t.cfdi = n.cfdi and t.estado = 'pendiente'`,
  )
}

/** Whatever was asked of the CFDI is done. */
export async function endIntents(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly ended: readonly {
      readonly cfdi: string
      readonly codigo: string | null
      readonly mensaje: string | null
      /** Of what was stamped. */
      readonly fin_sello?: string
    }[]
    readonly estado: 'terminado' | 'rechazado'
  },
): Promise<void> {
  if (of.ended.length === 0) return
  await tx.execute(
    sql`update oficina.timbrado t set estado = ${of.estado}, xml = null, timbrado = null, intentos = t.intentos + 1,
            codigo = n.codigo, mensaje = n.mensaje, fin_sello = n.fin_sello
          from jsonb_to_recordset(${JSON.stringify(of.ended)}::jsonb)
            as n(cfdi int8, codigo text, mensaje text, fin_sello text)
          where t.empresa_id = ${empresa}::int8 and t.cfdi = n.cfdi`,
  )
}

/** Puts off what could not be done now. */
export async function postponeIntents(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly postponed: readonly { readonly cfdi: string; readonly mensaje: string }[]
    readonly until: string
  },
): Promise<void> {
  if (of.postponed.length === 0) return
  await tx.execute(
    sql`update oficina.timbrado t set intentos = t.intentos + 1, proximo_intento = ${of.until}::timestamptz,
            mensaje = n.mensaje
          from jsonb_to_recordset(${JSON.stringify(of.postponed)}::jsonb) as n(cfdi int8, mensaje text)
          where t.empresa_id = ${empresa}::int8 and t.cfdi = n.cfdi and t.estado = 'pendiente'`,
  )
}

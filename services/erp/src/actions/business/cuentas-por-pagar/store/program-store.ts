import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

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

/** Those of the invoices that an authorized programme has besides some; who holds them sees what others authorized. */
export async function findProgrammed(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly cuentas: readonly string[]; readonly besides: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (wanted.cuentas.length === 0) return new Set()
  const rows = await tx.query<{ cuenta: string }>(
    sql`select distinct l.cuenta::text as cuenta from programacion_pago_partida l
          join programacion_pago r on r.empresa_id = ${empresa}::int8 and r.id = l.programacion
            and r.estado = 'autorizada' and r.id <> all(${wanted.besides}::int8[])
          where l.empresa_id = ${empresa}::int8 and l.cuenta = any(${wanted.cuentas}::int8[]) and l.aprobada`,
  )
  return new Set(rows.map(({ cuenta }) => cuenta))
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
  wanted: {
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
            and u.saldo > 0 and u.vencimiento <= ${wanted.hasta}::date and u.moneda = ${wanted.moneda}::int8
            and (${wanted.proveedor}::int8 is null or u.proveedor = ${wanted.proveedor}::int8)
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

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked CobroCliente with what its entry and its movement of the bank need. */
export interface CollectionRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly fecha: string
  readonly cliente: string
  readonly cliente_nombre: string
  readonly cliente_cuenta: string | null
  readonly forma_pago: string
  readonly referencia: string | null
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly importe: string
  /** That of its form of payment where it names none; null: neither names one. */
  readonly cuenta_bancaria: string | null
  readonly banco_cuenta: string | null
  readonly banco_moneda: string | null
  readonly banco_activo: boolean | null
  readonly movimiento: string | null
  /** The Cfdi that tells the SAT of it, and how far that is. */
  readonly complemento: string | null
  readonly complemento_estado: string | null
}

/** Locks what was collected in the order of ids. */
export async function lockCollections(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CollectionRow>> {
  // Their CFDI is read in a statement of its own: one that waited for the lock would see it as it was before the wait.
  await tx.execute(
    sql`select from cobro_cliente
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
  )
  const rows = await tx.query<CollectionRow>(
    sql`select c.id::text as id, c.folio, c.estado, c.fecha::text as fecha, c.cliente::text as cliente,
            k.razon_social as cliente_nombre, g.cuenta_contable::text as cliente_cuenta,
            c.forma_pago::text as forma_pago, c.referencia, c.moneda::text as moneda, m.clave as moneda_clave,
            c.tipo_cambio::text as tipo_cambio, c.importe::text as importe, b.id::text as cuenta_bancaria,
            b.cuenta_contable::text as banco_cuenta, b.moneda::text as banco_moneda, b.activo as banco_activo,
            c.movimiento::text as movimiento, c.complemento::text as complemento, f.estado as complemento_estado
          from cobro_cliente c
          join cliente k on k.empresa_id = ${empresa}::int8 and k.id = c.cliente
          join moneda m on m.id = c.moneda
          left join grupo_cliente g on g.empresa_id = ${empresa}::int8 and g.id = k.grupo_cliente
          join forma_pago fp on fp.empresa_id = ${empresa}::int8 and fp.id = c.forma_pago
          left join cuenta_bancaria b on b.empresa_id = ${empresa}::int8
            and b.id = coalesce(c.cuenta_bancaria, fp.cuenta_bancaria)
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = c.complemento
          where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])
          order by c.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a collection takes of a receivable. */
export interface ApplicationRow {
  readonly id: string
  readonly cobro: string
  readonly partida: number
  readonly cuenta: string
  readonly importe: string
  readonly descuento: string
  readonly equivalencia: string
  readonly parcialidad: number | null
  readonly importe_base: string | null
}

export async function findApplications(
  tx: Tx,
  empresa: EmpresaId,
  collections: readonly string[],
): Promise<readonly ApplicationRow[]> {
  return await tx.query<ApplicationRow>(
    sql`select id::text as id, cobro::text as cobro, partida, cuenta::text as cuenta, importe::text as importe,
            coalesce(descuento, 0)::text as descuento, equivalencia::text as equivalencia, parcialidad,
            importe_base::text as importe_base
          from cobro_cliente_aplicacion
          where empresa_id = ${empresa}::int8 and cobro = any(${collections}::int8[])
          order by cobro, partida, id`,
  )
}

export interface CollectionChange {
  readonly id: string
  readonly estado: string
  readonly por_aplicar: string | null
  readonly cuenta_bancaria: string | null
  readonly poliza: number | null
  readonly movimiento: number | null
  readonly motivo: string | null
}

/** Null leaves a value as it is. */
export async function changeCollections(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly CollectionChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update cobro_cliente c set estado = n.estado, por_aplicar = coalesce(n.por_aplicar, c.por_aplicar),
            cuenta_bancaria = coalesce(n.cuenta_bancaria, c.cuenta_bancaria),
            poliza = coalesce(n.poliza, c.poliza), movimiento = coalesce(n.movimiento, c.movimiento),
            motivo = coalesce(n.motivo, c.motivo), version = c.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, por_aplicar numeric, cuenta_bancaria int8, poliza int8, movimiento int8, motivo text)
          where c.empresa_id = ${empresa}::int8 and c.id = n.id`,
  )
}

/** What an application came to when it was booked. */
export interface BookedApplication {
  readonly id: string
  readonly parcialidad: number
  readonly saldo_anterior: string
  readonly saldo_insoluto: string
  readonly importe_cobro: string
  readonly utilidad_cambiaria: string
  readonly importe_base: string
  readonly iva: string
  readonly ieps: string
  readonly iva_cobrado: string
  readonly ieps_cobrado: string
  readonly retencion_iva: string
  readonly retencion_isr: string
  readonly retencion_iva_cobrada: string
  readonly retencion_isr_cobrada: string
}

export async function bookApplications(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly BookedApplication[]; readonly now: string },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`update cobro_cliente_aplicacion a set parcialidad = n.parcialidad, saldo_anterior = n.saldo_anterior,
            saldo_insoluto = n.saldo_insoluto, importe_cobro = n.importe_cobro,
            utilidad_cambiaria = n.utilidad_cambiaria, importe_base = n.importe_base, iva = n.iva, ieps = n.ieps,
            iva_cobrado = n.iva_cobrado, ieps_cobrado = n.ieps_cobrado,
            retencion_iva = n.retencion_iva, retencion_isr = n.retencion_isr,
            retencion_iva_cobrada = n.retencion_iva_cobrada, retencion_isr_cobrada = n.retencion_isr_cobrada,
            version = a.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(id int8, parcialidad int8,
            saldo_anterior numeric, saldo_insoluto numeric, importe_cobro numeric, utilidad_cambiaria numeric,
            importe_base numeric, iva numeric, ieps numeric, iva_cobrado numeric, ieps_cobrado numeric,
            retencion_iva numeric, retencion_isr numeric, retencion_iva_cobrada numeric, retencion_isr_cobrada numeric)
          where a.empresa_id = ${empresa}::int8 and a.id = n.id`,
  )
}

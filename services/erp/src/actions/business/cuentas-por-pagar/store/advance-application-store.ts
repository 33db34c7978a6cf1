import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked AnticipoProveedor, and what of it was applied so far. */
export interface AdvanceRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly proveedor: string
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly importe: string
  readonly saldo: string
  /** In its own currency. */
  readonly aplicado: string
  /** In the company's currency, at its own rate. */
  readonly aplicado_base: string
}

/** Locks advances in the order of their ids; what was applied of them is read under their locks. */
export async function lockAdvances(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdvanceRow>> {
  await tx.query(
    sql`select id from anticipo_proveedor where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  const rows = await tx.query<AdvanceRow>(
    sql`select n.id::text as id, n.folio, n.estado, n.proveedor::text as proveedor, n.moneda::text as moneda,
            m.clave as moneda_clave, n.tipo_cambio::text as tipo_cambio, n.importe::text as importe,
            n.saldo::text as saldo, coalesce(a.importe, 0)::text as aplicado, coalesce(a.base, 0)::text as aplicado_base
          from anticipo_proveedor n
          join moneda m on m.id = n.moneda
          left join (
            select anticipo, sum(importe) as importe, sum(anticipo_base) as base from anticipo_proveedor_aplicacion
            where empresa_id = ${empresa}::int8 and anticipo = any(${ids}::int8[]) and not cancelada
            group by anticipo) a on a.anticipo = n.id
          where n.empresa_id = ${empresa}::int8 and n.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** An AnticipoProveedorAplicacion. */
export interface AdvanceApplication {
  readonly id: string
  readonly anticipo: string
  readonly cuenta: string
  readonly importe: string
  readonly poliza: string | null
  readonly cancelada: boolean
}

/** Reads applications; locked when their advances are, since whoever changes one has locked its advance. */
export async function findAdvanceApplications(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdvanceApplication>> {
  const rows = await tx.query<AdvanceApplication>(
    sql`select id::text as id, anticipo::text as anticipo, cuenta::text as cuenta, importe::text as importe,
            poliza::text as poliza, cancelada
          from anticipo_proveedor_aplicacion
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface NewAdvanceApplication {
  readonly id: number
  readonly anticipo: string
  readonly cuenta: string
  readonly fecha: string
  readonly importe: string
  readonly poliza: number | null
  readonly importe_base: string
  readonly anticipo_base: string
  readonly iva: string
  readonly ieps: string
  readonly iva_pagado: string
  readonly ieps_pagado: string
  readonly retencion_iva: string
  readonly retencion_isr: string
  readonly retencion_iva_pagada: string
  readonly retencion_isr_pagada: string
  readonly iva_importacion: string
  readonly saldo_posterior: string
}

export async function insertAdvanceApplications(
  tx: Tx,
  empresa: EmpresaId,
  { rows, now }: { readonly rows: readonly NewAdvanceApplication[]; readonly now: string },
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    sql`insert into anticipo_proveedor_aplicacion (empresa_id, id, creado_en, modificado_en, anticipo, cuenta, fecha,
            importe, poliza, importe_base, anticipo_base, iva, ieps, iva_pagado, ieps_pagado, retencion_iva,
            retencion_isr, retencion_iva_pagada, retencion_isr_pagada, iva_importacion, saldo_posterior, cancelada)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.anticipo, n.cuenta, n.fecha,
            n.importe, n.poliza, n.importe_base, n.anticipo_base, n.iva, n.ieps, n.iva_pagado, n.ieps_pagado,
            n.retencion_iva, n.retencion_isr, n.retencion_iva_pagada, n.retencion_isr_pagada,
            n.iva_importacion, n.saldo_posterior, false
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, anticipo int8, cuenta int8, fecha date,
            importe numeric, poliza int8, importe_base numeric, anticipo_base numeric, iva numeric, ieps numeric,
            iva_pagado numeric, ieps_pagado numeric, retencion_iva numeric, retencion_isr numeric,
            retencion_iva_pagada numeric, retencion_isr_pagada numeric, iva_importacion numeric,
            saldo_posterior numeric)`,
  )
}

export async function cancelAdvanceApplications(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`update anticipo_proveedor_aplicacion set cancelada = true, version = version + 1,
            modificado_en = ${now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
}

/** Whether an advance was ever applied, even if that was taken back. */
export async function wasApplied(tx: Tx, empresa: EmpresaId, advance: string): Promise<boolean> {
  const rows = await tx.query<{ hay: boolean }>(sql`
    select exists (select from anticipo_proveedor_aplicacion
      where empresa_id = ${empresa}::int8 and anticipo = ${advance}::int8) as hay`)
  return rows[0]?.hay === true
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** An AplicacionNotaCredito by which an advance pays a receivable. */
export interface NewAdvanceUse {
  readonly id: number
  readonly fecha: string
  readonly anticipo: string
  readonly cuenta: string
  readonly importe: string
  readonly importe_base: string
  readonly iva: string
  readonly ieps: string
  readonly iva_cobrado: string
  readonly ieps_cobrado: string
  readonly retencion_iva: string
  readonly retencion_isr: string
  readonly retencion_iva_cobrada: string
  readonly retencion_isr_cobrada: string
  readonly importe_anticipo: string
  readonly anticipo_base: string
  readonly poliza: number | null
}

export async function insertAdvanceUses(
  tx: Tx,
  empresa: EmpresaId,
  { uses, now }: { readonly uses: readonly NewAdvanceUse[]; readonly now: string },
): Promise<void> {
  if (uses.length === 0) return
  await tx.execute(
    sql`insert into aplicacion_nota_credito (empresa_id, id, creado_en, modificado_en, fecha, anticipo, cuenta,
            importe,
            importe_base, iva, ieps, iva_cobrado, ieps_cobrado, retencion_iva, retencion_isr, retencion_iva_cobrada,
            retencion_isr_cobrada, importe_anticipo, anticipo_base, poliza, cancelada)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.fecha, n.anticipo, n.cuenta,
            n.importe, n.importe_base, n.iva, n.ieps, n.iva_cobrado, n.ieps_cobrado, n.retencion_iva,
            n.retencion_isr, n.retencion_iva_cobrada, n.retencion_isr_cobrada, n.importe_anticipo, n.anticipo_base,
            n.poliza, false
          from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as n(id int8, fecha date, anticipo int8, cuenta int8,
            importe numeric, importe_base numeric, iva numeric, ieps numeric, iva_cobrado numeric,
            ieps_cobrado numeric, retencion_iva numeric, retencion_isr numeric, retencion_iva_cobrada numeric,
            retencion_isr_cobrada numeric, importe_anticipo numeric,
            anticipo_base numeric, poliza int8)`,
  )
}

/** A use that is to be taken back. */
export interface AdvanceUseRow {
  readonly id: string
  readonly anticipo: string | null
  readonly cuenta: string
  readonly importe: string
  readonly importe_anticipo: string
  readonly poliza: string | null
  readonly cancelada: boolean
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
}

/** Locks uses in the order of their ids. */
export async function lockAdvanceUses(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly AdvanceUseRow[]> {
  // Their CFDI is read in a statement of its own: one that waited for the lock would see it as it was before the wait.
  await tx.execute(
    sql`select from aplicacion_nota_credito
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
  )
  return await tx.query<AdvanceUseRow>(
    sql`select u.id::text as id, u.anticipo::text as anticipo, u.cuenta::text as cuenta, u.importe::text as importe,
            coalesce(u.importe_anticipo, u.importe)::text as importe_anticipo, u.poliza::text as poliza,
            coalesce(u.cancelada, false) as cancelada, u.cfdi::text as cfdi, f.estado as cfdi_estado
          from aplicacion_nota_credito u left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = u.cfdi
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[])
          order by u.id`,
  )
}

export async function cancelAdvanceUses(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    sql`update aplicacion_nota_credito set cancelada = true, version = version + 1,
            modificado_en = ${now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What the IMSS pays of a kind of incapacity. */
export interface Subsidy {
  readonly id: string
  readonly porcentaje: string | null
  /** The first day that is paid, 1 or more. */
  readonly desde: number
}

/** A kind of incapacity, and what is paid of it: of this subtype, or of the kind's first. */
export async function findSubsidy(
  tx: Tx,
  { tipo, subtipo }: { readonly tipo: string; readonly subtipo: string | null },
): Promise<{ readonly kind: string; readonly subsidy: Subsidy | null }> {
  const [row] = await tx.query<{ kind: string } & { [K in keyof Subsidy]: Subsidy[K] | null }>(sql`
    select t.descripcion as kind, s.id::text as id, s.porcentaje_subsidio::text as porcentaje,
      coalesce(s.dia_inicio, 1) as desde
    from tipo_incapacidad t left join subtipo_incapacidad s on s.tipo_incapacidad = t.id
      and (${subtipo}::int8 is null or s.id = ${subtipo}::int8)
    where t.id = ${tipo}::int8 order by s.id limit 1`)
  const { kind = '', id = null, porcentaje = null, desde } = row ?? {}
  return { kind, subsidy: id === null ? null : { id, porcentaje, desde: desde ?? 1 } }
}

/** Whether a certificate with this folio is written down. */
export async function isFolioTaken(tx: Tx, empresa: EmpresaId, folio: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from incapacidad where empresa_id = ${empresa}::int8 and folio = ${folio}`)
  return rows.length > 0
}

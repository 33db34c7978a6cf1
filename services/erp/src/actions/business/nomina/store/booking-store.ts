import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What a run pays or withholds by one concept in one department. */
export interface BookedRow {
  readonly nomina: string
  readonly tipo: 'percepcion' | 'deduccion' | 'otro_pago'
  readonly calculo: string | null
  readonly centro_costo: string | null
  /** Of `CuentaConceptoNomina`, the most exact that is in force; null: none says it. */
  readonly cuenta_cargo: string | null
  readonly cuenta_abono: string | null
  readonly importe: string
}

export async function findBooked(
  tx: Tx,
  empresa: EmpresaId,
  runs: readonly string[],
): Promise<readonly BookedRow[]> {
  return await tx.query<BookedRow>(
    sql`with paid as materialized (
            select r.nomina, n.fecha_pago, l.concepto, d.id as departamento, d.centro_costo, sum(l.importe) as importe
            from recibo_nomina r
            join nomina n on n.empresa_id = ${empresa}::int8 and n.id = r.nomina
            join recibo_nomina_concepto l on l.empresa_id = ${empresa}::int8 and l.recibo = r.id
            join empleado e on e.empresa_id = ${empresa}::int8 and e.id = r.empleado
            join asociado a on a.empresa_id = ${empresa}::int8 and a.id = e.asociado
            left join puesto u on u.empresa_id = ${empresa}::int8 and u.id = a.puesto
            left join departamento d on d.empresa_id = ${empresa}::int8
              and d.id = coalesce(a.departamento, u.departamento)
            where r.empresa_id = ${empresa}::int8 and r.nomina = any(${runs}::int8[])
              and r.estado is distinct from 'cancelado'
            group by 1, 2, 3, 4, 5
          )
          select p.nomina::text as nomina, c.tipo, c.calculo, p.centro_costo::text as centro_costo,
            k.cuenta_cargo::text as cuenta_cargo, k.cuenta_abono::text as cuenta_abono, p.importe::text as importe
          from paid p
          join concepto_nomina c on c.empresa_id = ${empresa}::int8 and c.id = p.concepto
          left join lateral (
            select x.cuenta_cargo, x.cuenta_abono from cuenta_concepto_nomina x
            where x.empresa_id = ${empresa}::int8 and x.concepto = p.concepto and coalesce(x.activo, true)
              and (x.departamento is null or x.departamento = p.departamento)
              and (x.centro_costo is null or x.centro_costo = p.centro_costo)
              and (x.inicio_vigencia is null or x.inicio_vigencia <= p.fecha_pago)
            order by x.departamento nulls last, x.centro_costo nulls last, x.inicio_vigencia desc nulls last, x.id
            limit 1) k on true
          where c.tipo in ('percepcion', 'deduccion', 'otro_pago')
          order by p.nomina, c.id, p.departamento`,
  )
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import type { OfPeople } from './run-store.ts'

/** What is taken of a person's pay: credits, alimony, loans. */
export interface DebtRow {
  readonly empleado: string
  readonly clase: 'infonavit' | 'fonacot' | 'pension' | 'prestamo'
  /** Number of the credit, of the court's file, or folio of the loan. */
  readonly folio: string
  /** Key of `TipoDescuentoInfonavit`, or `PensionAlimenticia.modalidad`. */
  readonly modo: string | null
  /** As its kind tells it; for a loan, what is taken each time. */
  readonly valor: string
  /** Of a loan, what is still owed. */
  readonly saldo: string | null
  readonly asegurado: boolean
}

/** Those that are in force in a period, in the order of kinds and ids. */
export async function findDebts(
  tx: Tx,
  empresa: EmpresaId,
  { people, fecha_inicio, fecha_fin }: OfPeople,
): Promise<readonly DebtRow[]> {
  return await tx.query<DebtRow>(
    sql`select c.empleado::text as empleado, 'infonavit' as clase, c.numero_credito as folio, t.clave as modo,
            c.valor_descuento::text as valor, null::text as saldo, coalesce(c.incluye_seguro_danos, false) as asegurado
          from credito_infonavit c join tipo_descuento_infonavit t on t.id = c.tipo_descuento
          where c.empresa_id = ${empresa}::int8 and c.empleado = any(${people}::int8[]) and c.estado = 'vigente'
            and c.fecha_inicio <= ${fecha_fin}::date
            and (c.fecha_suspension is null or c.fecha_suspension > ${fecha_fin}::date)
          union all
          select f.empleado::text, 'fonacot', f.numero_credito, null, f.retencion_mensual::text, f.saldo::text, false
          from credito_fonacot f
          where f.empresa_id = ${empresa}::int8 and f.empleado = any(${people}::int8[]) and f.estado = 'vigente'
            and f.fecha_inicio <= ${fecha_fin}::date
          union all
          select a.empleado::text, 'pension', a.expediente, a.modalidad, a.valor::text, null, false
          from pension_alimenticia a
          where a.empresa_id = ${empresa}::int8 and a.empleado = any(${people}::int8[]) and coalesce(a.activo, true)
            and a.fecha_inicio <= ${fecha_fin}::date
            and (a.fecha_fin is null or a.fecha_fin >= ${fecha_inicio}::date)
          union all
          select l.empleado::text, 'prestamo', l.folio, null, l.descuento_periodo::text,
            coalesce(l.saldo, l.importe)::text, false
          from prestamo_empleado l
          left join periodo_nomina p on p.empresa_id = ${empresa}::int8 and p.id = l.primer_periodo
          where l.empresa_id = ${empresa}::int8 and l.empleado = any(${people}::int8[]) and l.estado = 'vigente'
            and coalesce(p.fecha_inicio, l.fecha) <= ${fecha_fin}::date
          order by 2, 3`,
  )
}

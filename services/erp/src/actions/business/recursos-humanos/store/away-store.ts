import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Why an employee is away on some days. */
export interface Away {
  readonly modelo: 'SolicitudVacaciones' | 'SolicitudAusencia' | 'Incapacidad'
  readonly folio: string
}

/** What an employee asked for, was granted or was certified that shares a day with these. */
export async function findAway(
  tx: Tx,
  empresa: EmpresaId,
  { empleado, from, to }: { readonly empleado: string; readonly from: string; readonly to: string },
): Promise<readonly Away[]> {
  return await tx.query<Away>(sql`
    select modelo, folio from (
      select 'SolicitudVacaciones' as modelo, folio, fecha_inicio from solicitud_vacaciones
      where empresa_id = ${empresa}::int8 and empleado = ${empleado}::int8
        and estado in ('solicitada', 'autorizada', 'disfrutada') and fecha_inicio <= ${to}::date and fecha_fin >= ${from}::date
      union all
      select 'SolicitudAusencia', folio, fecha_inicio from solicitud_ausencia
      where empresa_id = ${empresa}::int8 and empleado = ${empleado}::int8
        and estado in ('solicitada', 'autorizada', 'aplicada') and fecha_inicio <= ${to}::date and fecha_fin >= ${from}::date
      union all
      select 'Incapacidad', folio, fecha_inicio from incapacidad
      where empresa_id = ${empresa}::int8 and empleado = ${empleado}::int8
        and estado <> 'cancelada' and fecha_inicio <= ${to}::date and fecha_fin >= ${from}::date
    ) x order by fecha_inicio, modelo, folio`)
}

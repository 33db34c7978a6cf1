import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What an employee still has beyond a day. */
export interface OpenOfEmployee {
  readonly empleado: string
  readonly modelo:
    | 'MovimientoPersonal'
    | 'SolicitudVacaciones'
    | 'SolicitudAusencia'
    | 'Incapacidad'
    | 'PrestamoEmpleado'
  readonly folio: string
}

/** Movements, holidays, absences and incapacities that go beyond a day, and loans that are not paid back. */
export async function findOpenOfEmployees(
  tx: Tx,
  empresa: EmpresaId,
  { ids, day }: { readonly ids: readonly string[]; readonly day: string },
): Promise<readonly OpenOfEmployee[]> {
  return await tx.query<OpenOfEmployee>(sql`
    select empleado::text as empleado, modelo, folio from (
      select empleado, 'MovimientoPersonal' as modelo, folio from movimiento_personal
      where empresa_id = ${empresa}::int8 and empleado = any(${ids}::int8[])
        and estado in ('autorizado', 'aplicado') and fecha_efectiva > ${day}::date
      union all
      select empleado, 'SolicitudVacaciones', folio from solicitud_vacaciones
      where empresa_id = ${empresa}::int8 and empleado = any(${ids}::int8[])
        and estado in ('solicitada', 'autorizada', 'disfrutada') and fecha_fin > ${day}::date
      union all
      select empleado, 'SolicitudAusencia', folio from solicitud_ausencia
      where empresa_id = ${empresa}::int8 and empleado = any(${ids}::int8[])
        and estado in ('solicitada', 'autorizada', 'aplicada') and fecha_fin > ${day}::date
      union all
      select empleado, 'Incapacidad', folio from incapacidad
      where empresa_id = ${empresa}::int8 and empleado = any(${ids}::int8[])
        and estado <> 'cancelada' and fecha_fin > ${day}::date
      union all
      select empleado, 'PrestamoEmpleado', folio from prestamo_empleado
      where empresa_id = ${empresa}::int8 and empleado = any(${ids}::int8[]) and estado = 'vigente'
    ) x order by modelo, folio`)
}

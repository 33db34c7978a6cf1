import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A movement that waits to be told, with all that the file says of it. */
export interface WaitingMovement {
  readonly id: string
  readonly estado: 'pendiente' | 'rechazado'
  readonly motivo_rechazo: string | null
  readonly lote: string | null
  readonly numero: string
  readonly nombre: string
  readonly apellidos: string
  readonly nss: string | null
  readonly curp: string | null
  readonly tipo: '02' | '07' | '08'
  readonly fecha: string
  readonly salario: string | null
  readonly tipo_trabajador: string | null
  readonly tipo_salario: string | null
  readonly jornada: string | null
  readonly unidad_medica: string | null
  readonly causa_baja: string | null
}

/** Locks the movements of an employer that wait, those that were rejected included, of days that have come; by day. */
export async function lockWaiting(
  tx: Tx,
  empresa: EmpresaId,
  {
    registro,
    today,
    limit,
  }: { readonly registro: string; readonly today: string; readonly limit: number },
): Promise<readonly WaitingMovement[]> {
  await tx.query(sql`
    select m.id from movimiento_afiliatorio m
    where m.empresa_id = ${empresa}::int8 and m.registro_patronal = ${registro}::int8
      and m.estado in ('pendiente', 'rechazado') and m.fecha_movimiento <= ${today}::date
    order by m.id for no key update`)
  return await tx.query<WaitingMovement>(sql`
    select m.id::text as id, m.estado, m.motivo_rechazo, m.lote::text as lote, e.numero, a.nombre, a.apellidos, a.nss, a.curp,
      t.clave as tipo, m.fecha_movimiento::text as fecha, m.salario_base_cotizacion::text as salario,
      tt.clave as tipo_trabajador, ts.clave as tipo_salario, j.clave as jornada, u.clave as unidad_medica, c.clave as causa_baja
    from movimiento_afiliatorio m
    join empleado e on e.empresa_id = ${empresa}::int8 and e.id = m.empleado
    join asociado a on a.empresa_id = ${empresa}::int8 and a.id = e.asociado
    join tipo_movimiento_imss t on t.id = m.tipo and t.clave in ('02', '07', '08')
    left join tipo_trabajador_imss tt on tt.id = m.tipo_trabajador
    left join tipo_salario_imss ts on ts.id = m.tipo_salario
    left join jornada_reducida_imss j on j.id = m.jornada
    left join unidad_medica_familiar u on u.id = m.unidad_medica
    left join causa_baja_imss c on c.id = m.causa_baja
    where m.empresa_id = ${empresa}::int8 and m.registro_patronal = ${registro}::int8
      and m.estado in ('pendiente', 'rechazado') and m.fecha_movimiento <= ${today}::date
    order by m.fecha_movimiento, m.id limit ${limit}`)
}

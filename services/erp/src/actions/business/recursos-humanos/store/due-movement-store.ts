import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { empresaId, type EmpresaId } from '../../../../store/tenant-database.ts'

/** Movements of employees whose day has come, by company. */
export async function findDueMovements(
  owner: Database,
  { today, limit }: { readonly today: string; readonly limit: number },
): Promise<ReadonlyMap<EmpresaId, readonly string[]>> {
  const rows = await owner.query<{ empresa: string; id: string }>(sql`
    select empresa_id::text as empresa, id::text as id from public.movimiento_personal
    where estado = 'autorizado' and fecha_efectiva <= ${today}::date
    order by empresa_id, fecha_efectiva, id limit ${limit}`)
  const byCompany = Map.groupBy(rows, ({ empresa }) => empresaId(empresa))
  return new Map([...byCompany].map(([empresa, found]) => [empresa, found.map(({ id }) => id)]))
}

/** A movement whose day has come, with what it changes. */
export interface DueMovement {
  readonly id: string
  readonly empleado: string
  readonly asociado: string
  readonly tipo: string
  readonly salario_diario: string | null
  readonly salario_base_cotizacion: string | null
  readonly puesto: string | null
  readonly departamento: string | null
}

/** Locks people, employees and movements in the order of every action on them; returns what is still to be applied, by day. */
export async function lockDueMovements(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly DueMovement[]> {
  await tx.query(sql`
    select a.id from asociado a where a.empresa_id = ${empresa}::int8 and a.id in (
      select e.asociado from empleado e join movimiento_personal m on m.empresa_id = ${empresa}::int8 and m.empleado = e.id
      where e.empresa_id = ${empresa}::int8 and m.id = any(${ids}::int8[]))
    order by a.id for no key update`)
  await tx.query(sql`
    select e.id from empleado e where e.empresa_id = ${empresa}::int8 and e.id in (
      select m.empleado from movimiento_personal m where m.empresa_id = ${empresa}::int8 and m.id = any(${ids}::int8[]))
    order by e.id for no key update`)
  await tx.query(sql`
    select m.id from movimiento_personal m where m.empresa_id = ${empresa}::int8 and m.id = any(${ids}::int8[])
    order by m.id for no key update`)
  return await tx.query<DueMovement>(sql`
    select m.id::text as id, m.empleado::text as empleado, e.asociado::text as asociado, m.tipo,
      h.salario_diario::text as salario_diario, h.salario_base_cotizacion::text as salario_base_cotizacion,
      m.puesto_nuevo::text as puesto, m.departamento_nuevo::text as departamento
    from movimiento_personal m
    join empleado e on e.empresa_id = ${empresa}::int8 and e.id = m.empleado
    left join historial_salario h on h.empresa_id = ${empresa}::int8 and h.movimiento = m.id and not h.cancelado
    where m.empresa_id = ${empresa}::int8 and m.id = any(${ids}::int8[]) and m.estado = 'autorizado'
    order by m.fecha_efectiva, m.id`)
}

/** Employees get the wage, people the position; the movements are applied. The last of several of one employee counts. */
export async function applyMovements(
  tx: Tx,
  empresa: EmpresaId,
  { movements, now }: { readonly movements: readonly DueMovement[]; readonly now: string },
): Promise<void> {
  const last = (some: readonly DueMovement[]) =>
    JSON.stringify([...new Map(some.map((movement) => [movement.empleado, movement])).values()])
  const wages = movements.filter(({ salario_diario }) => salario_diario !== null)
  const positions = movements.filter(({ tipo }) => tipo === 'promocion' || tipo === 'transferencia')
  await tx.execute(sql`
    update empleado r set salario_diario = n.salario_diario, salario_base_cotizacion = n.salario_base_cotizacion,
      version = r.version + 1, modificado_en = ${now}::timestamptz
    from jsonb_to_recordset(${last(wages)}::jsonb)
      as n(empleado int8, salario_diario numeric, salario_base_cotizacion numeric)
    where r.empresa_id = ${empresa}::int8 and r.id = n.empleado`)
  await tx.execute(sql`
    update asociado r set puesto = n.puesto, departamento = n.departamento,
      version = r.version + 1, modificado_en = ${now}::timestamptz
    from jsonb_to_recordset(${last(positions)}::jsonb) as n(asociado int8, puesto int8, departamento int8)
    where r.empresa_id = ${empresa}::int8 and r.id = n.asociado`)
  await tx.execute(sql`
    update movimiento_personal r set estado = 'aplicado', version = r.version + 1, modificado_en = ${now}::timestamptz
    where r.empresa_id = ${empresa}::int8 and r.id = any(${movements.map(({ id }) => id)}::int8[])`)
}

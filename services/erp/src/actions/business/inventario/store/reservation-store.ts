import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { empresaId, type EmpresaId } from '../../../../store/tenant-database.ts'

export interface NewReservation {
  readonly id: number
  readonly folio: string
  readonly articulo: string
  readonly almacen: string
  readonly lote: string | null
  readonly cantidad: string
  readonly venta: string | null
  readonly orden: string | null
  readonly proyecto: string | null
  readonly vence: string | null
}

export async function insertReservations(
  tx: Tx,
  empresa: EmpresaId,
  { reservations, now }: { readonly reservations: readonly NewReservation[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`insert into reserva_inventario (empresa_id, id, creado_en, modificado_en, folio, fecha, articulo, almacen,
            lote, cantidad, cantidad_surtida, venta, orden, proyecto, vence, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, ${now}::timestamptz,
            n.articulo, n.almacen, n.lote, n.cantidad, 0, n.venta, n.orden, n.proyecto, n.vence, 'vigente'
          from jsonb_to_recordset(${JSON.stringify(reservations)}::jsonb) as n(id int8, folio text, articulo int8,
            almacen int8, lote int8, cantidad numeric, venta int8, orden int8, proyecto int8, vence date)
          order by n.id`,
  )
}

/** The reservations that should have ended before a day, of all companies; as the owner of the database. */
export async function findExpiredReservations(
  owner: Database,
  { today, limit }: { readonly today: string; readonly limit: number },
): Promise<ReadonlyMap<EmpresaId, readonly string[]>> {
  const rows = await owner.query<{ empresa: string; id: string }>(sql`
    select empresa_id::text as empresa, id::text as id from public.reserva_inventario
    where estado = 'vigente' and vence < ${today}::date order by empresa_id, id limit ${limit}`)
  const byCompany = Map.groupBy(rows, ({ empresa }) => empresaId(empresa))
  return new Map([...byCompany].map(([empresa, found]) => [empresa, found.map(({ id }) => id)]))
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** An AnticipoVenta that the rest of a collection becomes, or what a credit note credits of what was paid. */
export interface NewAdvance {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly cliente: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly forma_pago: string | null
  readonly importe: string
  readonly cobro: string | null
  readonly nota_credito: string | null
}

export async function insertAdvances(
  tx: Tx,
  empresa: EmpresaId,
  { advances, now }: { readonly advances: readonly NewAdvance[]; readonly now: string },
): Promise<void> {
  if (advances.length === 0) return
  await tx.execute(
    sql`insert into anticipo_venta (empresa_id, id, creado_en, modificado_en, folio, fecha, cliente, moneda,
            tipo_cambio, forma_pago, importe, saldo, cobro, nota_credito, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha, n.cliente, n.moneda,
            n.tipo_cambio, n.forma_pago, n.importe, n.importe, n.cobro, n.nota_credito, 'pendiente'
          from jsonb_to_recordset(${JSON.stringify(advances)}::jsonb) as n(id int8, folio text, fecha date,
            cliente int8, moneda int8, tipo_cambio numeric, forma_pago int8, importe numeric, cobro int8,
            nota_credito int8)`,
  )
}

/** An advance that came of a collection. */
export interface AdvanceOfCollection {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly cobro: string
  readonly tasa_iva: string | null
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
}

/** Locks the advances that some collections made, but for cancelled ones, in the order of their ids. */
export async function lockAdvancesOf(
  tx: Tx,
  empresa: EmpresaId,
  collections: readonly string[],
): Promise<readonly AdvanceOfCollection[]> {
  // Their CFDI is read in a statement of its own: one that waited for the lock would see it as it was before the wait.
  await tx.execute(
    sql`select from anticipo_venta
          where empresa_id = ${empresa}::int8 and cobro = any(${collections}::int8[]) and estado <> 'cancelado'
          order by id for no key update`,
  )
  return await tx.query<AdvanceOfCollection>(
    sql`select a.id::text as id, a.folio, a.estado, a.cobro::text as cobro, a.tasa_iva::text as tasa_iva,
            a.cfdi::text as cfdi, f.estado as cfdi_estado
          from anticipo_venta a left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = a.cfdi
          where a.empresa_id = ${empresa}::int8 and a.cobro = any(${collections}::int8[]) and a.estado <> 'cancelado'
          order by a.id`,
  )
}

/** What credit notes left customers to their credit, locked in the order of the ids; cancelled ones do not count. */
export async function lockFavorsOf(
  tx: Tx,
  empresa: EmpresaId,
  notas: readonly string[],
): Promise<
  readonly {
    readonly id: string
    readonly folio: string
    readonly estado: string
    readonly nota: string
  }[]
> {
  if (notas.length === 0) return []
  return await tx.query(
    sql`select id::text as id, folio, estado, nota_credito::text as nota from anticipo_venta
          where empresa_id = ${empresa}::int8 and nota_credito = any(${notas}::int8[]) and estado <> 'cancelado'
          order by id for no key update`,
  )
}

/** Advances that nobody used end with the money that they came from. */
export async function endAdvances(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly ids: readonly string[]; readonly estado: string; readonly now: string },
): Promise<void> {
  if (of.ids.length === 0) return
  await tx.execute(
    sql`update anticipo_venta set estado = ${of.estado}, saldo = 0, version = version + 1,
            modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${of.ids}::int8[])`,
  )
}

/** A locked AnticipoVenta. */
export interface AdvanceRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly cliente: string
  readonly cliente_cuenta: string | null
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly importe: string
  readonly saldo: string
  readonly cobro: string | null
  /** The credit note of which it is what the customer has to his credit. */
  readonly nota_credito: string | null
  readonly nota_cfdi_estado: string | null
  /** What was given back in money, by which movement and entry. */
  readonly importe_devuelto: string | null
  readonly movimiento: string | null
  readonly poliza_devolucion: string | null
  readonly cliente_nombre: string
  /** Of the invoice that timbrar_anticipo made of it. */
  readonly tasa_iva: string | null
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
  readonly cfdi_rfc: string | null
  /** What is left of it in the books, in the company's currency. */
  readonly saldo_base: string
}

/** Locks advances in the order of their ids. */
export async function lockAdvances(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdvanceRow>> {
  if (ids.length === 0) return new Map()
  await tx.execute(
    sql`select id from anticipo_venta where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  const rows = await tx.query<AdvanceRow>(
    sql`select a.id::text as id, a.folio, a.estado, a.cliente::text as cliente,
            g.cuenta_contable::text as cliente_cuenta, a.moneda::text as moneda, m.clave as moneda_clave,
            a.tipo_cambio::text as tipo_cambio, a.importe::text as importe, a.saldo::text as saldo,
            a.cobro::text as cobro, a.nota_credito::text as nota_credito,
            (select nf.estado from nota_credito_venta n join cfdi nf on nf.empresa_id = ${empresa}::int8 and nf.id = n.cfdi
              where n.empresa_id = ${empresa}::int8 and n.id = a.nota_credito) as nota_cfdi_estado,
            a.importe_devuelto::text as importe_devuelto, a.movimiento::text as movimiento,
            a.poliza_devolucion::text as poliza_devolucion, k.razon_social as cliente_nombre,
            a.tasa_iva::text as tasa_iva, a.cfdi::text as cfdi, f.estado as cfdi_estado, f.rfc_receptor as cfdi_rfc,
            (round(a.importe * a.tipo_cambio, 2) - coalesce((
              select sum(u.anticipo_base) from aplicacion_nota_credito u
              where u.empresa_id = ${empresa}::int8 and u.anticipo = a.id and u.cancelada is not true
            ), 0))::numeric(18, 2)::text as saldo_base
          from anticipo_venta a
          join cliente k on k.empresa_id = ${empresa}::int8 and k.id = a.cliente
          join moneda m on m.id = a.moneda
          left join grupo_cliente g on g.empresa_id = ${empresa}::int8 and g.id = k.grupo_cliente
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = a.cfdi
          where a.empresa_id = ${empresa}::int8 and a.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface AdvanceChange {
  readonly id: string
  readonly saldo: string
  readonly estado: string
}

export async function changeAdvances(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly AdvanceChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update anticipo_venta a set saldo = n.saldo, estado = n.estado, version = a.version + 1,
            modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id int8, saldo numeric, estado text)
          where a.empresa_id = ${empresa}::int8 and a.id = n.id`,
  )
}

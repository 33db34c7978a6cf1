import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked AnticipoVenta with all that its invoice says. Ids and amounts as text. */
export interface AdvanceCfdiRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly cliente: string
  readonly cliente_cuenta: string | null
  readonly moneda: string
  readonly moneda_clave: string
  /** Of its amounts; two at most. */
  readonly decimales: number
  readonly tipo_cambio: string
  readonly importe: string
  readonly nota_credito: string | null
  /** The SAT's key. */
  readonly forma_pago: string | null
  /** Null: the service issued no CFDI for it that stands. */
  readonly tasa_iva: string | null
  /** In the company's currency, once it was booked. */
  readonly iva_base: string | null
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
  readonly rfc: string
  readonly razon_social: string
  readonly regimen: string
  readonly codigo_postal: string | null
  readonly residencia: string | null
  readonly identidad: string | null
  readonly uso_cfdi: string | null
}

/** Locks advances in the order of their ids. */
export async function lockAdvanceCfdis(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdvanceCfdiRow>> {
  // Their CFDI is read in a statement of its own: one that waited for the lock would see it as it was before the wait.
  await tx.execute(
    sql`select from anticipo_venta
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
  )
  const rows = await tx.query<AdvanceCfdiRow>(
    sql`select a.id::text as id, a.folio, a.estado, a.cliente::text as cliente,
            gc.cuenta_contable::text as cliente_cuenta, a.moneda::text as moneda, m.clave as moneda_clave,
            least(coalesce(m.decimales, 2), 2)::int4 as decimales,
            a.tipo_cambio::text as tipo_cambio, a.importe::text as importe, fs.clave as forma_pago,
            a.nota_credito::text as nota_credito, a.tasa_iva::text as tasa_iva, a.iva_base::text as iva_base, a.cfdi::text as cfdi, f.estado as cfdi_estado,
            k.rfc, k.razon_social, g.clave as regimen, cp.clave as codigo_postal, pa.clave as residencia,
            k.identidad_tributaria as identidad, u.clave as uso_cfdi
          from anticipo_venta a
          join cliente k on k.empresa_id = ${empresa}::int8 and k.id = a.cliente
          join moneda m on m.id = a.moneda
          left join grupo_cliente gc on gc.empresa_id = ${empresa}::int8 and gc.id = k.grupo_cliente
          left join forma_pago fp on fp.empresa_id = ${empresa}::int8 and fp.id = a.forma_pago
          left join forma_pago_sat fs on fs.id = fp.forma_pago_sat
          left join regimen_fiscal g on g.id = k.regimen_fiscal
          left join codigo_postal cp on cp.id = k.codigo_postal
          left join pais pa on pa.id = k.residencia_fiscal
          left join uso_cfdi u on u.id = k.uso_cfdi
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = a.cfdi
          where a.empresa_id = ${empresa}::int8 and a.id = any(${ids}::int8[])
          order by a.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** An AplicacionNotaCredito of an advance, with the invoice that it pays. */
export interface UseCfdiRow {
  readonly id: string
  readonly estado: 'vigente' | 'cancelada'
  readonly anticipo: string | null
  /** In the advance's currency. */
  readonly importe_anticipo: string
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
  /** The UUID of the invoice. */
  readonly factura: string | null
}

/** Locks uses of advances in the order of their ids. */
export async function lockUseCfdis(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UseCfdiRow>> {
  // Their CFDI is read in a statement of its own: one that waited for the lock would see it as it was before the wait.
  await tx.execute(
    sql`select from aplicacion_nota_credito
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
  )
  const rows = await tx.query<UseCfdiRow>(
    sql`select u.id::text as id, case when u.cancelada then 'cancelada' else 'vigente' end as estado,
            u.anticipo::text as anticipo, coalesce(u.importe_anticipo, u.importe)::text as importe_anticipo,
            u.cfdi::text as cfdi, f.estado as cfdi_estado, i.uuid::text as factura
          from aplicacion_nota_credito u
          join cuenta_por_cobrar r on r.empresa_id = ${empresa}::int8 and r.id = u.cuenta
          left join cfdi i on i.empresa_id = ${empresa}::int8 and i.id = r.cfdi
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = u.cfdi
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[])
          order by u.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What of an advance was credited by CFDI already: of its amount, and of its IVA in the company's currency. */
export interface CreditedAdvance {
  readonly anticipo: string
  readonly importe: string
  readonly iva: string
}

export async function findCredited(
  tx: Tx,
  empresa: EmpresaId,
  anticipos: readonly string[],
): Promise<ReadonlyMap<string, CreditedAdvance>> {
  const rows = await tx.query<CreditedAdvance>(
    sql`select u.anticipo::text as anticipo, sum(coalesce(u.importe_anticipo, u.importe))::text as importe,
            sum(u.anticipo_iva)::text as iva
          from aplicacion_nota_credito u
          where u.empresa_id = ${empresa}::int8 and u.anticipo = any(${anticipos}::int8[])
            and u.cancelada is not true and u.anticipo_iva is not null
          group by u.anticipo`,
  )
  return new Map(rows.map((row) => [row.anticipo, row]))
}

/** The invoice of a receivable, as far as advances have to do with it. */
export interface AdvancedInvoice {
  readonly rfc: string
  readonly estado: string
  /** The CFDI of advances that it names. */
  readonly anticipos: readonly string[]
}

export async function findAdvancedInvoice(
  tx: Tx,
  empresa: EmpresaId,
  cuenta: string,
): Promise<AdvancedInvoice | null> {
  const [row] = await tx.query<AdvancedInvoice>(
    sql`select f.rfc_receptor as rfc, f.estado, array(
              select a.id::text from cfdi_relacionado l
              join tipo_relacion_cfdi k on k.id = l.tipo_relacion and k.clave = '07'
              join cfdi a on a.empresa_id = ${empresa}::int8 and a.uuid = l.uuid_relacionado
              where l.empresa_id = ${empresa}::int8 and l.cfdi = f.id) as anticipos
          from cuenta_por_cobrar r
          join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = r.cfdi
          where r.empresa_id = ${empresa}::int8 and r.id = ${cuenta}::int8`,
  )
  return row ?? null
}

/** A CFDI of an advance for a sale. */
export interface AdvanceOfSale {
  readonly venta: string
  readonly folio: string
  readonly estado: string
  readonly uuid: string | null
}

/** The CFDI of advances with which sales begin; they are not cancelled until the transaction ends. */
export async function holdAdvancesOfSales(
  tx: Tx,
  empresa: EmpresaId,
  ventas: readonly string[],
): Promise<readonly AdvanceOfSale[]> {
  return await tx.query<AdvanceOfSale>(
    sql`select a.venta::text as venta, a.folio, f.estado, f.uuid::text as uuid
          from anticipo_venta a
          join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = a.cfdi
          where a.empresa_id = ${empresa}::int8 and a.venta = any(${ventas}::int8[]) and a.tasa_iva is not null
            and a.estado in ('pendiente', 'aplicado_parcial') and f.estado in ('por_timbrar', 'vigente', 'por_cancelar')
          order by f.id for share of f`,
  )
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What a collection pays of an invoice that is paid in parts (PPD), as its complement of payments tells it. */
export interface PaidPart {
  readonly cobro: string
  readonly cobro_folio: string
  readonly fecha: string
  readonly forma_pago: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly referencia: string | null
  /** A Cfdi that the PAC refused, which is tried again. */
  readonly anterior: string | null
  readonly importe: string
  readonly importe_cobro: string
  readonly parcialidad: number
  readonly saldo_anterior: string
  readonly cfdi: string
  readonly uuid: string
  readonly serie: string | null
  readonly folio: string | null
  readonly cfdi_moneda: string
  readonly cfdi_total: string
  readonly objetos: readonly string[]
  readonly impuestos: readonly PaidTax[]
  /** Who owes it, by the customer's present facts. */
  readonly rfc: string
  readonly razon_social: string
  readonly regimen: string
  readonly codigo_postal: string | null
  readonly residencia: string | null
  readonly identidad: string | null
}

export interface PaidTax {
  readonly tipo: 'traslado' | 'retencion'
  readonly impuesto: string
  readonly factor: string
  readonly tasa: string | null
  readonly base: string
}

/** Which of some collections pay invoices whose payments the SAT wants told. */
export async function findComplemented(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ cobro: string }>(
    sql`select distinct a.cobro::text as cobro
          from cobro_cliente_aplicacion a
          join cuenta_por_cobrar r on r.empresa_id = ${empresa}::int8 and r.id = a.cuenta
          join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = r.cfdi and f.sentido = 'emitido'
          join metodo_pago p on p.id = f.metodo_pago and p.clave = 'PPD'
          where a.empresa_id = ${empresa}::int8 and a.cobro = any(${ids}::int8[])`,
  )
  return new Set(rows.map(({ cobro }) => cobro))
}

/** The parts of invoices that some collections pay, once these are booked. */
export async function findPaidParts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly PaidPart[]> {
  return await tx.query<PaidPart>(
    sql`select c.id::text as cobro, c.folio as cobro_folio, c.fecha::text as fecha, fs.clave as forma_pago,
            m.clave as moneda, c.tipo_cambio::text as tipo_cambio, c.referencia,
            case when k.estado = 'rechazado' then k.id::text end as anterior, a.importe::text as importe,
            a.importe_cobro::text as importe_cobro, a.parcialidad, a.saldo_anterior::text as saldo_anterior,
            f.id::text as cfdi, f.uuid::text as uuid, f.serie, f.folio, fm.clave as cfdi_moneda,
            f.total::text as cfdi_total,
            array(select distinct o.clave::text from cfdi_concepto l join objeto_impuesto o on o.id = l.objeto_impuesto
              where l.empresa_id = ${empresa}::int8 and l.cfdi = f.id) as objetos,
            (select coalesce(json_agg(json_build_object('tipo', t.tipo, 'impuesto', i.clave, 'factor', u.clave,
                'tasa', t.tasa::text, 'base', t.base::text) order by t.id), '[]')
              from cfdi_impuesto t join impuesto i on i.id = t.impuesto join tipo_factor u on u.id = t.factor
              where t.empresa_id = ${empresa}::int8 and t.cfdi = f.id) as impuestos,
            f.rfc_receptor as rfc, coalesce(s.razon_social, x.razon_social, f.nombre_receptor) as razon_social,
            g.clave as regimen, p.clave as codigo_postal, pa.clave as residencia,
            coalesce(s.identidad_tributaria, x.identidad_tributaria, f.identidad_tributaria) as identidad
          from cobro_cliente_aplicacion a
          join cobro_cliente c on c.empresa_id = ${empresa}::int8 and c.id = a.cobro
          join forma_pago fp on fp.empresa_id = ${empresa}::int8 and fp.id = c.forma_pago
          join forma_pago_sat fs on fs.id = fp.forma_pago_sat
          join moneda m on m.id = c.moneda
          join cuenta_por_cobrar r on r.empresa_id = ${empresa}::int8 and r.id = a.cuenta
          join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = r.cfdi and f.sentido = 'emitido' and f.uuid is not null
          join metodo_pago mp on mp.id = f.metodo_pago and mp.clave = 'PPD'
          join moneda fm on fm.id = f.moneda
          left join cfdi k on k.empresa_id = ${empresa}::int8 and k.id = c.complemento
          left join cliente x on x.empresa_id = ${empresa}::int8 and x.id = c.cliente and x.rfc = f.rfc_receptor
          left join lateral (select z.* from cliente_razon_social z
            where z.empresa_id = ${empresa}::int8 and z.cliente = c.cliente and z.rfc = f.rfc_receptor and x.id is null
            order by z.id limit 1) s on true
          left join regimen_fiscal g on g.id = coalesce(s.regimen_fiscal, x.regimen_fiscal, f.regimen_receptor)
          left join codigo_postal p on p.id = coalesce(s.codigo_postal, x.codigo_postal, f.codigo_postal_receptor)
          left join pais pa on pa.id = coalesce(s.residencia_fiscal, x.residencia_fiscal, f.residencia_fiscal)
          where a.empresa_id = ${empresa}::int8 and a.cobro = any(${ids}::int8[])
          order by a.cobro, a.partida, a.id`,
  )
}

/** Forgets what complements said that the PAC refused: they are written anew. */
export async function forgetPayments(
  tx: Tx,
  empresa: EmpresaId,
  cfdis: readonly string[],
): Promise<void> {
  if (cfdis.length === 0) return
  await tx.execute(
    sql`delete from cfdi_pago_documento d using cfdi_pago p
        where d.empresa_id = ${empresa}::int8 and p.empresa_id = ${empresa}::int8 and p.id = d.pago
          and p.cfdi = any(${cfdis}::int8[])`,
  )
  await tx.execute(
    sql`delete from cfdi_pago where empresa_id = ${empresa}::int8 and cfdi = any(${cfdis}::int8[])`,
  )
}

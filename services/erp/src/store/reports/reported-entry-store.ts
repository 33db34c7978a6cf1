import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { ReportedEntry } from '../../fiscal/electronic-accounting.ts'
import type { EmpresaId } from '../tenant-database.ts'

/**
 * The entries of a period with their lines, at most `limit`: those of accounts that the catalog has, with the CFDI of the
 * documents that the entry was made by, which are read from there, so that entries of any age have them; and with the
 * money of a payment or collection, on the line of its bank.
 * @param accounts those that the catalog of accounts tells the SAT of
 * @source docs/decisions/0253-erp-books.md
 */
export async function findReportedEntries(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly period: string; readonly limit: number; readonly accounts: readonly string[] },
): Promise<readonly ReportedEntry[]> {
  return await tx.query<ReportedEntry>(
    sql`with contadas as materialized (select unnest(${wanted.accounts}::int8[]) as id),
          e as materialized (
            select p.id, p.folio, p.fecha, p.concepto, p.poliza_reversa, m.nombre as modelo,
              case when p.registro ~ '^[0-9]{1,18}$' then p.registro::int8 end as registro
            from poliza p left join modelo_sistema m on m.id = p.modelo
            where p.empresa_id = ${empresa}::int8 and p.periodo = ${wanted.period}::int8
              and p.estado in ('aplicada', 'reversada')
              and exists (select from poliza_partida l join contadas t on t.id = l.cuenta_contable
                where l.empresa_id = ${empresa}::int8 and l.poliza = p.id)
            order by p.fecha, p.id limit ${wanted.limit}),
          ${proofs(empresa)},
          ${payments(empresa)},
          renglones as (
            select l.poliza, json_agg(json_build_object('clave', c.clave, 'nombre', c.nombre,
              'concepto', coalesce(l.concepto, e.concepto), 'debe', l.cargo::numeric(18, 2)::text,
              'haber', l.abono::numeric(18, 2)::text, 'comprobantes', coalesce(k.pruebas, '[]'::json),
              'pagos', coalesce(g.pagos, '[]'::json)) order by l.partida, l.id) as transacciones
            from e
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = e.id
            join contadas t on t.id = l.cuenta_contable
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = l.cuenta_contable
            left join de_linea k on k.linea = l.id
            left join pagos g on g.linea = l.id
            group by l.poliza)
          select coalesce(e.folio, e.id::text) as folio, e.fecha::text as fecha, e.concepto,
            coalesce(d.pruebas, '[]'::json) as comprobantes, r.transacciones
          from e join renglones r on r.poliza = e.id left join de_poliza d on d.poliza = e.id
          order by e.fecha, e.id`,
  )
}

/** CFDI by entry, and by line where a person said so. */
function proofs(empresa: EmpresaId): Sql {
  return sql`${documentProofs(empresa)},
    ${typedProofs(empresa)},
    comprobantes as (
      select d.poliza, null::int8 as linea, upper(f.uuid::text) as uuid,
        case f.sentido when 'emitido' then f.rfc_receptor else f.rfc_emisor end as rfc, coalesce(d.importe, f.total) as importe,
        m.clave as moneda, coalesce(d.tipo_cambio, f.tipo_cambio) as tipo_cambio
      from de_cfdi d join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = d.cfdi and f.uuid is not null
      join moneda m on m.id = coalesce(d.moneda, f.moneda)
      union all
      select d.poliza, null, upper(d.uuid::text), s.rfc, d.total, m.clave, d.tipo_cambio
      from de_proveedor d join proveedor s on s.empresa_id = ${empresa}::int8 and s.id = d.proveedor
      join moneda m on m.id = d.moneda where d.uuid is not null
      union all
      select k.poliza, k.poliza_partida, upper(coalesce(k.uuid, f.uuid)::text), k.rfc, k.importe,
        coalesce(m.clave, 'MXN'), coalesce(f.tipo_cambio, 1)
      from e join poliza_comprobante k on k.empresa_id = ${empresa}::int8 and k.poliza = e.id
        and k.tipo = 'nacional' and k.rfc is not null
      left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = k.cfdi
      left join moneda m on m.id = k.moneda
      where coalesce(k.uuid, f.uuid) is not null),
    pruebas as (
      select distinct on (k.poliza, k.linea, k.uuid) k.poliza, k.linea, k.uuid, json_build_object('uuid', k.uuid,
        'rfc', k.rfc, 'importe', k.importe::numeric(18, 2)::text, 'moneda', k.moneda,
        'tipo_cambio', round(k.tipo_cambio, 5)::text) as prueba
      from comprobantes k order by k.poliza, k.linea, k.uuid, k.importe desc),
    de_poliza as (
      select poliza, json_agg(prueba order by uuid) as pruebas from pruebas where linea is null group by poliza),
    de_linea as (
      select linea, json_agg(prueba order by uuid) as pruebas from pruebas where linea is not null group by linea)`
}

/**
 * The CFDI of the document of each entry, or of what that pays or collects. Complements of payments, whose total is 0,
 * stand with what was paid.
 */
function documentProofs(empresa: EmpresaId): Sql {
  return sql`de_cfdi as (
      select e.id as poliza, v.cfdi, null::numeric as importe, null::int8 as moneda, null::numeric as tipo_cambio from e
      join venta v on e.modelo = 'Venta' and v.empresa_id = ${empresa}::int8 and v.id = e.registro
      union select e.id, n.cfdi, null, null, null from e
      join nota_credito_venta n on e.modelo = 'NotaCreditoVenta' and n.empresa_id = ${empresa}::int8 and n.id = e.registro
      union select e.id, a.cfdi, null, null, null from e
      join anticipo_venta a on e.modelo = 'AnticipoVenta' and a.empresa_id = ${empresa}::int8 and a.id = e.registro
      union select e.id, a.cfdi, null, null, null from e
      join aplicacion_nota_credito a on e.modelo = 'AplicacionNotaCredito' and a.empresa_id = ${empresa}::int8
        and a.id = e.registro
      union select e.id, c.complemento, c.importe, c.moneda, c.tipo_cambio from e
      join cobro_cliente c on e.modelo = 'CobroCliente' and c.empresa_id = ${empresa}::int8 and c.id = e.registro
      union select e.id, c.cfdi, null, null, null from e
      join cobro_cliente_aplicacion a on e.modelo = 'CobroCliente' and a.empresa_id = ${empresa}::int8
        and a.cobro = e.registro
      join cuenta_por_cobrar c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta
      union select e.id, c.cfdi, null, null, null from e
      join cuenta_por_pagar c on e.modelo = 'CuentaPorPagar' and c.empresa_id = ${empresa}::int8 and c.id = e.registro
      union select e.id, n.cfdi, null, null, null from e
      join nota_credito_proveedor n on e.modelo = 'NotaCreditoProveedor' and n.empresa_id = ${empresa}::int8
        and n.id = e.registro
      union select e.id, a.cfdi, null, null, null from e
      join anticipo_proveedor a on e.modelo = 'AnticipoProveedor' and a.empresa_id = ${empresa}::int8 and a.id = e.registro
      union select e.id, p.complemento, p.importe, p.moneda, p.tipo_cambio from e
      join pago_proveedor p on e.modelo = 'PagoProveedor' and p.empresa_id = ${empresa}::int8 and p.id = e.registro
      union select e.id, c.cfdi, null, null, null from e
      join pago_proveedor_aplicacion a on e.modelo = 'PagoProveedor' and a.empresa_id = ${empresa}::int8
        and a.pago = e.registro
      join cuenta_por_pagar c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta)`
}

/** What is known of a supplier's CFDI that the company has no file of. */
function typedProofs(empresa: EmpresaId): Sql {
  return sql`de_proveedor as (
      select e.id as poliza, c.uuid, c.proveedor, c.total, c.moneda, c.tipo_cambio from e
      join cuenta_por_pagar c on e.modelo = 'CuentaPorPagar' and c.empresa_id = ${empresa}::int8 and c.id = e.registro
      where c.cfdi is null
      union select e.id, c.uuid, c.proveedor, c.total, c.moneda, c.tipo_cambio from e
      join pago_proveedor_aplicacion a on e.modelo = 'PagoProveedor' and a.empresa_id = ${empresa}::int8
        and a.pago = e.registro
      join cuenta_por_pagar c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta where c.cfdi is null
      union select e.id, n.uuid, n.proveedor, n.total, n.moneda, n.tipo_cambio from e
      join nota_credito_proveedor n on e.modelo = 'NotaCreditoProveedor' and n.empresa_id = ${empresa}::int8
        and n.id = e.registro
      where n.cfdi is null)`
}

/** The money of payments and collections, on the line of the bank's account, else on the first; none of what is taken back. */
function payments(empresa: EmpresaId): Sql {
  return sql`dinero as (
      select e.id as poliza, b.cuenta_contable as cuenta, json_build_object('forma', f.clave, 'fecha', p.fecha,
        'cheque', h.numero::text,
        'origen', json_build_object('cuenta', coalesce(b.clabe, b.numero_cuenta), 'banco', k.clave, 'nombre', k.nombre),
        'destino', json_build_object('cuenta', coalesce(d.clabe, d.cuenta), 'banco', j.clave, 'nombre', j.nombre),
        'beneficiario', coalesce(h.beneficiario, d.titular, s.razon_social), 'rfc', s.rfc,
        'importe', p.importe::numeric(18, 2)::text, 'moneda', m.clave, 'tipo_cambio', round(p.tipo_cambio, 5)::text) as pago
      from e
      join pago_proveedor p on e.modelo = 'PagoProveedor' and p.empresa_id = ${empresa}::int8 and p.id = e.registro
      join proveedor s on s.empresa_id = ${empresa}::int8 and s.id = p.proveedor
      join forma_pago o on o.empresa_id = ${empresa}::int8 and o.id = p.forma_pago
      join forma_pago_sat f on f.id = o.forma_pago_sat
      join moneda m on m.id = p.moneda
      left join cheque h on h.empresa_id = ${empresa}::int8 and h.id = p.cheque
      left join cuenta_bancaria b on b.empresa_id = ${empresa}::int8 and b.id = coalesce(p.cuenta_bancaria, o.cuenta_bancaria)
      left join banco k on k.id = b.banco
      left join proveedor_cuenta_bancaria d on d.empresa_id = ${empresa}::int8 and d.id = p.cuenta_destino
      left join banco j on j.id = d.banco
      where e.poliza_reversa is null
      union all
      select e.id, b.cuenta_contable, json_build_object('forma', f.clave, 'fecha', c.fecha, 'cheque', c.referencia,
        'origen', json_build_object('cuenta', coalesce(d.clabe, d.cuenta), 'banco', j.clave, 'nombre', j.nombre),
        'destino', json_build_object('cuenta', coalesce(b.clabe, b.numero_cuenta), 'banco', k.clave, 'nombre', k.nombre),
        'beneficiario', y.razon_social, 'rfc', q.rfc, 'importe', c.importe::numeric(18, 2)::text, 'moneda', m.clave,
        'tipo_cambio', round(c.tipo_cambio, 5)::text)
      from e
      join cobro_cliente c on e.modelo = 'CobroCliente' and c.empresa_id = ${empresa}::int8 and c.id = e.registro
      join cliente q on q.empresa_id = ${empresa}::int8 and q.id = c.cliente
      join empresa y on y.empresa_id = ${empresa}::int8 and y.id = ${empresa}::int8
      join forma_pago o on o.empresa_id = ${empresa}::int8 and o.id = c.forma_pago
      join forma_pago_sat f on f.id = o.forma_pago_sat
      join moneda m on m.id = c.moneda
      left join cuenta_bancaria b on b.empresa_id = ${empresa}::int8 and b.id = c.cuenta_bancaria
      left join banco k on k.id = b.banco
      left join cliente_cuenta_bancaria d on d.empresa_id = ${empresa}::int8 and d.id = c.cuenta_ordenante
      left join banco j on j.id = d.banco
      where e.poliza_reversa is null),
    en_linea as (
      select d.pago, (
        select l.id from poliza_partida l join contadas t on t.id = l.cuenta_contable
        where l.empresa_id = ${empresa}::int8 and l.poliza = d.poliza
        order by (l.cuenta_contable = d.cuenta) is true desc, l.partida, l.id limit 1) as linea
      from dinero d),
    pagos as (select linea, json_agg(pago) as pagos from en_linea group by linea)`
}

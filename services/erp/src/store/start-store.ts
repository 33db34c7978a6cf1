import { sql, type Sql } from '@oficina/kit/sql.ts'

import { PUBLIC_RFC } from '../fiscal/cfdi/generic-parties.ts'
import type { EmpresaId } from './tenant-database.ts'

/** How much there is of what a company needs to begin: records, counted up to `MOST_COUNTED`. */
export interface StartRow {
  /** Postal codes and keys of products that the installation has; 0 while it lacks either. */
  readonly publicos: number
  /** 1: RFC, name and fiscal address are the company's own, and the address says its postal code. */
  readonly empresa: number
  readonly certificados: number
  /** Certificates in force by which the PAC was tried, or all of them once a sale was stamped. */
  readonly pac: number
  /** The id of the CSD in force that was registered last. */
  readonly certificado: string | null
  /** The environment with which it answered last; null: it was not tried. */
  readonly pac_ambiente: string | null
  readonly series: number
  readonly cuentas: number
  readonly bancos: number
  /** Forms of payment that go through a bank account. */
  readonly formas: number
  readonly almacenes: number
  /** Beside the administrator who began. */
  readonly personas: number
  /** Customers and suppliers that the company has, however they came. */
  readonly catalogos: number
  readonly clientes: number
  readonly proveedores: number
  readonly articulos: number
  /** 1: what the company brought along is booked. */
  readonly saldos: number
  /** Sales that were stamped. */
  readonly facturas: number
}

export const MOST_COUNTED = 1_000

/** One row. No table is read beyond `MOST_COUNTED` rows, whatever the company has. */
export function startSql(empresa: EmpresaId, now: Date): Sql {
  const most = MOST_COUNTED
  return sql`
    select
      (select case when exists (select from codigo_postal) and exists (select from clave_prod_serv) then
        (select count(*) from (select from codigo_postal limit ${most}) c)
        + (select count(*) from (select from clave_prod_serv limit ${most}) p) else 0 end)::int4 as publicos,
      (select count(*) from empresa e join direccion d on d.empresa_id = ${empresa}::int8 and d.id = e.domicilio_fiscal
        where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
        and e.rfc <> ${PUBLIC_RFC} and d.codigo_postal is not null)::int4 as empresa,
      (select count(*) from certificado_sat c where c.empresa_id = ${empresa}::int8 and c.tipo = 'csd'
        and coalesce(c.estado, '') <> 'revocado' and c.fin_vigencia > ${now}::timestamptz)::int4 as certificados,
      (select max(c.id) from certificado_sat c where c.empresa_id = ${empresa}::int8 and c.tipo = 'csd'
        and coalesce(c.estado, '') <> 'revocado' and c.fin_vigencia > ${now}::timestamptz)::text as certificado,
      (select count(*) from certificado_sat c where c.empresa_id = ${empresa}::int8 and c.tipo = 'csd'
        and c.fin_vigencia > ${now}::timestamptz and (c.pac_probado is not null or exists (
          select from venta v where v.empresa_id = ${empresa}::int8 and v.cfdi is not null
            and v.estado in ('facturada', 'pagada'))))::int4 as pac,
      (select c.pac_ambiente from certificado_sat c where c.empresa_id = ${empresa}::int8 and c.tipo = 'csd'
        and c.pac_probado is not null order by c.pac_probado desc limit 1) as pac_ambiente,
      (select count(*) from (select from serie where empresa_id = ${empresa}::int8 and coalesce(activo, true)
        limit ${most}) s)::int4 as series,
      (select count(*) from (select from cuenta_contable where empresa_id = ${empresa}::int8 limit ${most}) s)::int4 as cuentas,
      (select count(*) from (select from cuenta_bancaria where empresa_id = ${empresa}::int8 limit ${most}) s)::int4 as bancos,
      (select count(*) from (select from forma_pago where empresa_id = ${empresa}::int8 and coalesce(activo, true)
        and cuenta_bancaria is not null limit ${most}) s)::int4 as formas,
      (select count(*) from (select from almacen where empresa_id = ${empresa}::int8 and coalesce(activo, true)
        limit ${most}) s)::int4 as almacenes,
      (select greatest(count(*) - 1, 0) from (select from usuario where empresa_id = ${empresa}::int8 and estado = 'activo'
        limit ${most}) s)::int4 as personas,
      (select count(*) from (select from cliente where empresa_id = ${empresa}::int8
        union all select from proveedor where empresa_id = ${empresa}::int8 limit ${most}) s)::int4 as catalogos,
      (select count(*) from (select from cliente where empresa_id = ${empresa}::int8 limit ${most}) s)::int4 as clientes,
      (select count(*) from (select from proveedor where empresa_id = ${empresa}::int8 limit ${most}) s)::int4 as proveedores,
      (select count(*) from (select from articulo where empresa_id = ${empresa}::int8 limit ${most}) s)::int4 as articulos,
      (select count(*) from empresa e where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
        and e.poliza_apertura is not null)::int4 as saldos,
      (select count(*) from (select from venta where empresa_id = ${empresa}::int8 and cfdi is not null
        and estado in ('facturada', 'pagada') limit ${most}) s)::int4 as facturas`
}

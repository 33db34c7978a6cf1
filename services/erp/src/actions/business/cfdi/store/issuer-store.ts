import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { CatalogTables } from '../../../../fiscal/cfdi/catalogs.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** The company as an issuer of CFDI. */
export interface IssuerRow {
  readonly rfc: string
  readonly razon_social: string
  readonly regimen: string | null
  /** Of its fiscal address. */
  readonly codigo_postal: string | null
  /** The TipoArchivo of XML; null where the installation has none. */
  readonly tipo_xml: string | null
  /** The postal codes of branches that have one of their own, by id. */
  readonly sucursales: Readonly<Record<string, string>>
}

export async function findIssuer(tx: Tx, empresa: EmpresaId): Promise<IssuerRow> {
  const [row] = await tx.query<IssuerRow>(
    sql`select e.rfc, e.razon_social, r.clave as regimen, c.clave as codigo_postal,
            (select t.id::text from tipo_archivo t where lower(t.extension) = 'xml' order by t.id limit 1) as tipo_xml,
            (select coalesce(json_object_agg(s.id, sc.clave), '{}') from sucursal s
              join direccion sd on sd.empresa_id = ${empresa}::int8 and sd.id = s.direccion
              join codigo_postal sc on sc.id = sd.codigo_postal
              where s.empresa_id = ${empresa}::int8) as sucursales
          from empresa e
          left join regimen_fiscal r on r.id = e.regimen_fiscal
          left join direccion d on d.empresa_id = ${empresa}::int8 and d.id = e.domicilio_fiscal
          left join codigo_postal c on c.id = d.codigo_postal
          where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8`,
  )
  if (row === undefined) throw new Error('the company has no record')
  return row
}

/** What of the SAT's catalogs the rules of a CFDI need, in one statement. */
export async function findCfdiCatalogs(tx: Tx): Promise<CatalogTables> {
  const [row] = await tx.query<{ tablas: CatalogTables }>(
    sql`select json_build_object(
        'Moneda', (select coalesce(json_agg(json_build_object('clave', clave, 'decimales', decimales::text)), '[]')
          from moneda),
        'FormaPagoSat', (select coalesce(json_agg(json_build_object('clave', clave, 'bancarizado', bancarizado::text,
            'patron_cuenta_ordenante', patron_cuenta_ordenante,
            'patron_cuenta_beneficiario', patron_cuenta_beneficiario,
            'permite_tipo_cadena_pago', permite_tipo_cadena_pago::text)), '[]') from forma_pago_sat),
        'RegimenFiscal', (select coalesce(json_agg(json_build_object('clave', clave, 'aplica_fisica', aplica_fisica::text,
            'aplica_moral', aplica_moral::text)), '[]') from regimen_fiscal),
        'UsoCfdi', (select coalesce(json_agg(json_build_object('clave', clave, 'aplica_fisica', aplica_fisica::text,
            'aplica_moral', aplica_moral::text)), '[]') from uso_cfdi),
        'UsoCfdiRegimen', (select coalesce(json_agg(json_build_object('uso_cfdi', u.clave, 'regimen_fiscal', r.clave)),
            '[]') from uso_cfdi_regimen a join uso_cfdi u on u.id = a.uso_cfdi
          join regimen_fiscal r on r.id = a.regimen_fiscal),
        'Pais', (select coalesce(json_agg(json_build_object('clave', clave)), '[]') from pais),
        'TasaCuota', (select coalesce(json_agg(json_build_object('minimo', t.minimo::text, 'valor', t.valor::text,
            'impuesto', i.clave, 'factor', f.clave, 'traslado', t.traslado::text,
            'retencion', t.retencion::text)), '[]')
          from tasa_cuota t join impuesto i on i.id = t.impuesto join tipo_factor f on f.id = t.factor)) as tablas`,
  )
  if (row === undefined) throw new Error('the catalogs are not there')
  return row.tablas
}

import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** An address, part by part; null for what it does not say. */
export interface AddressRow {
  readonly calle: string
  readonly exterior: string | null
  readonly interior: string | null
  readonly colonia: string | null
  readonly municipio: string | null
  readonly estado: string | null
  readonly codigo_postal: string | null
}

/** The address that an expression refers to, as JSON. */
function addressOf(reference: Sql, empresa: EmpresaId): Sql {
  return sql`(select json_build_object('calle', d.calle, 'exterior', d.numero_exterior,
        'interior', d.numero_interior, 'colonia', k.nombre, 'municipio', u.nombre, 'estado', e.nombre,
        'codigo_postal', p.clave)
      from direccion d left join colonia k on k.id = d.colonia left join municipio u on u.id = d.municipio
        left join estado e on e.id = d.estado left join codigo_postal p on p.id = d.codigo_postal
      where d.empresa_id = ${empresa}::int8 and d.id = ${reference})`
}

/** Who issues a form. */
export interface LetterheadRow {
  readonly razon_social: string
  readonly rfc: string
  readonly regimen: string | null
  readonly domicilio: AddressRow | null
}

export async function findLetterhead(tx: Tx, empresa: EmpresaId): Promise<LetterheadRow> {
  const rows = await tx.query<LetterheadRow>(
    sql`select c.razon_social, c.rfc, r.clave || ' ' || r.descripcion as regimen,
            ${addressOf(sql`c.domicilio_fiscal`, empresa)} as domicilio
          from empresa c left join regimen_fiscal r on r.id = c.regimen_fiscal
          where c.empresa_id = ${empresa}::int8 and c.id = ${empresa}::int8`,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the company ${empresa} is not there`)
  return row
}

/** What a company has instead of the form that the service ships. */
export interface OwnFormRow {
  readonly clave: string
  readonly plantilla: FormFileRow | null
  readonly logotipo: (FormFileRow & { readonly mime: string }) | null
}

export interface FormFileRow {
  readonly huella: string
  readonly tamano_bytes: number
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/**
 * The FormatoImpresion that holds for a model in a branch: that of the branch before that of all, the default one before
 * others. Its files are what is attached to it, so that nobody sees a file through a form that he could not see.
 */
export async function findOwnForm(
  tx: Tx,
  empresa: EmpresaId,
  { modelo, sucursal }: { readonly modelo: string; readonly sucursal: string | null },
): Promise<OwnFormRow | undefined> {
  const attached = (condition: Sql) => sql`(
        select json_build_object('huella', a.huella, 'tamano_bytes', a.tamano_bytes, 'mime', lower(t.mime))
        from adjunto a join modelo_sistema o on o.id = a.modelo and o.nombre = 'FormatoImpresion'
          join tipo_archivo t on t.id = a.tipo
        where a.empresa_id = ${empresa}::int8 and a.registro = f.id::text and ${condition}
        order by a.id = f.logotipo desc nulls last, a.id desc limit 1)`
  const rows = await tx.query<OwnFormRow>(
    sql`select f.clave, ${attached(sql`lower(t.mime) = ${DOCX}`)} as plantilla,
            ${attached(sql`lower(t.mime) in ('image/png', 'image/jpeg', 'image/webp')`)} as logotipo
          from formato_impresion f join modelo_sistema m on m.id = f.modelo and m.nombre = ${modelo}
          where f.empresa_id = ${empresa}::int8 and f.activo
            and (f.sucursal is null or f.sucursal = ${sucursal}::int8)
          order by f.sucursal is null, f.es_predeterminado is not true, f.id limit 1`,
  )
  return rows[0]
}

/** A purchase as its form shows it. Ids and amounts as text. */
export interface OrderRow {
  readonly folio: string
  readonly fecha: string
  readonly estado: string
  readonly motivo_cancelacion: string | null
  readonly sucursal: string | null
  readonly proveedor: string
  readonly razon_social: string
  readonly rfc: string
  readonly correo: string | null
  readonly telefono: string | null
  readonly domicilio: AddressRow | null
  readonly almacen: string | null
  readonly entrega: AddressRow | null
  readonly fecha_entrega: string | null
  readonly condicion: string
  readonly comprador: string | null
  readonly autorizo: string | null
  readonly moneda: string
  readonly tipo_cambio: string
  readonly subtotal: string
  readonly descuento: string
  readonly impuestos: string
  readonly retenciones: string
  readonly total: string
  readonly observaciones: string | null
  readonly lineas: number
}

export async function findOrder(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<OrderRow | undefined> {
  const supplierAddress = addressOf(
    sql`(select pd.direccion from proveedor_domicilio pd where pd.empresa_id = ${empresa}::int8
        and pd.proveedor = c.proveedor order by pd.es_principal desc nulls last, pd.id limit 1)`,
    empresa,
  )
  const rows = await tx.query<OrderRow>(
    sql`select c.folio, c.fecha::text as fecha, c.estado, c.motivo_cancelacion, c.sucursal::text as sucursal,
            c.proveedor::text as proveedor, v.razon_social, v.rfc, v.correo, v.telefono,
            ${supplierAddress} as domicilio, a.nombre as almacen,
            ${addressOf(sql`coalesce(a.direccion, s.direccion)`, empresa)} as entrega,
            c.fecha_entrega::text as fecha_entrega, t.nombre as condicion, b.nombre as comprador,
            u.nombre as autorizo, m.clave as moneda, c.tipo_cambio::text as tipo_cambio,
            c.subtotal::text as subtotal, c.descuento::text as descuento, c.impuestos::text as impuestos,
            c.retenciones::text as retenciones, c.total::text as total, c.observaciones,
            (select count(*) from compra_partida p
              where p.empresa_id = ${empresa}::int8 and p.compra = c.id)::int4 as lineas
          from compra c
            join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = c.proveedor
            join moneda m on m.id = c.moneda
            join condicion_pago t on t.empresa_id = ${empresa}::int8 and t.id = c.condicion_pago
            left join almacen a on a.empresa_id = ${empresa}::int8 and a.id = c.almacen
            left join sucursal s on s.empresa_id = ${empresa}::int8 and s.id = coalesce(c.sucursal, a.sucursal)
            left join comprador b on b.empresa_id = ${empresa}::int8 and b.id = c.comprador
            left join usuario u on u.empresa_id = ${empresa}::int8 and u.id = c.autorizada_por
          where c.empresa_id = ${empresa}::int8 and c.id = ${id}::int8`,
  )
  return rows[0]
}

export interface OrderLineRow {
  readonly partida: number
  readonly clave: string | null
  readonly descripcion: string
  readonly cantidad: string
  readonly unidad: string
  readonly precio: string
  readonly descuento: string
  readonly importe: string
  readonly fecha_entrega: string | null
}

export async function findOrderLines(
  tx: Tx,
  empresa: EmpresaId,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<readonly OrderLineRow[]> {
  return await tx.query<OrderLineRow>(
    sql`select p.partida, a.clave, p.descripcion, trim_scale(p.cantidad)::text as cantidad, u.nombre as unidad,
            p.precio::text as precio, p.descuento::text as descuento, p.importe::text as importe,
            p.fecha_entrega::text as fecha_entrega
          from compra_partida p
            join unidad_medida u on u.id = p.unidad
            left join articulo a on a.empresa_id = ${empresa}::int8 and a.id = p.articulo
          where p.empresa_id = ${empresa}::int8 and p.compra = ${id}::int8
          order by p.partida, p.id limit ${limit}`,
  )
}

/** A CFDI with the XML that is attached to it, which has everything else. */
export interface CfdiFileRow {
  readonly id: string
  readonly estado: string
  /** That of its sale. */
  readonly sucursal: string | null
  readonly xml: FormFileRow | null
}

export async function findCfdiFile(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<CfdiFileRow | undefined> {
  const rows = await tx.query<CfdiFileRow>(
    sql`select c.id::text as id, c.estado,
            coalesce((select g.sucursal::text from factura_global g
              where g.empresa_id = ${empresa}::int8 and g.cfdi = c.id limit 1), (select v.sucursal::text from venta v
              where v.empresa_id = ${empresa}::int8 and v.cfdi = c.id order by v.id limit 1)) as sucursal,
            case when a.id is null then null
            else json_build_object('huella', a.huella, 'tamano_bytes', a.tamano_bytes) end as xml
          from cfdi c left join adjunto a on a.empresa_id = ${empresa}::int8 and a.id = c.xml
            and a.registro = c.id::text
            and a.modelo = (select o.id from modelo_sistema o where o.nombre = 'Cfdi')
          where c.empresa_id = ${empresa}::int8 and c.id = ${id}::int8`,
  )
  return rows[0]
}

export async function findCfdiOfSale(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<{ readonly cfdi: string | null } | undefined> {
  const rows = await tx.query<{ cfdi: string | null }>(
    sql`select cfdi::text as cfdi from venta
          where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
  return rows[0]
}

// The catalogs of the SAT that a CFDI names by keys.
const CATALOGS = {
  uso: trusted('uso_cfdi'),
  regimen: trusted('regimen_fiscal'),
  formaPago: trusted('forma_pago_sat'),
  metodoPago: trusted('metodo_pago'),
  tipo: trusted('tipo_comprobante'),
  exportacion: trusted('exportacion'),
  relacion: trusted('tipo_relacion_cfdi'),
  impuesto: trusted('impuesto'),
} as const

export type SatCatalog = keyof typeof CATALOGS

/** Finds the words of keys of the SAT, all at once. */
export async function findSatWords(
  tx: Tx,
  keys: readonly { readonly catalog: SatCatalog; readonly clave: string }[],
): Promise<
  readonly { readonly catalog: SatCatalog; readonly clave: string; readonly descripcion: string }[]
> {
  const parts = Object.entries(CATALOGS).map(
    ([name, table]) =>
      sql`select ${name}::text as catalog, c.clave, c.descripcion from ${table} c
          join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(catalog text, clave text)
            on k.catalog = ${name} and k.clave = c.clave`,
  )
  return await tx.query(join(parts, ' union all '))
}

/** Finds the records that a form shows besides its own, by the field that refers to them. */
export async function findFormReferences(
  tx: Tx,
  empresa: EmpresaId,
  { modelo, registro }: { readonly modelo: string; readonly registro: string },
): Promise<ReadonlyMap<string, string>> {
  if (modelo === 'Cfdi') return new Map()
  const [name, statement] =
    modelo === 'Compra'
      ? ([
          'proveedor',
          sql`select proveedor::text as id from compra
              where empresa_id = ${empresa}::int8 and id = ${registro}::int8`,
        ] as const)
      : ([
          'cfdi',
          sql`select cfdi::text as id from venta
              where empresa_id = ${empresa}::int8 and id = ${registro}::int8`,
        ] as const)
  const rows = await tx.query<{ id: string | null }>(statement)
  return new Map(rows.flatMap(({ id }) => (id === null ? [] : [[name, id]])))
}

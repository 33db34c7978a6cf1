import type { Tx } from '@oficina/kit/database.ts'

import { DEMO_POSTAL_CODE, DEMO_PRODUCT_KEY } from './demo-days.ts'
import { insertRows, ofCatalog, ofCompany, type DemoSlice } from './demo-rows.ts'

/** A generated client or supplier; `grupo` and the like are keys of the demonstration's own catalogs. */
export interface DemoPartyRow {
  readonly clave: string
  readonly razonSocial: string
  readonly nombreComercial: string | null
  readonly rfc: string
  readonly isCompany: boolean
  readonly grupo: string
  readonly condicionPago: string
  readonly estado: string
}

/** `costo` and `precio` are decimal strings. */
export interface DemoArticleRow {
  readonly clave: string
  readonly descripcion: string
  readonly linea: string
  readonly marca: string
  readonly codigoBarras: string
  readonly costo: string
  readonly precio: string
}

const PARTY_COLUMNS = {
  clave: 'n.clave',
  razon_social: 'n.razon_social',
  nombre_comercial: 'n.nombre_comercial',
  rfc: 'n.rfc',
  regimen_fiscal: ofCatalog('regimen_fiscal', "case n.persona when 'PM' then '601' else '612' end"),
  condicion_pago: ofCompany('condicion_pago', 'n.condicion'),
  estado: 'n.estado',
}

function partySource(rows: readonly DemoPartyRow[]) {
  return {
    clave: rows.map(({ clave }) => clave),
    razon_social: rows.map(({ razonSocial }) => razonSocial),
    nombre_comercial: rows.map(({ nombreComercial }) => nombreComercial),
    rfc: rows.map(({ rfc }) => rfc),
    persona: rows.map(({ isCompany }) => (isCompany ? 'PM' : 'PF')),
    grupo: rows.map(({ grupo }) => grupo),
    condicion: rows.map(({ condicionPago }) => condicionPago),
    estado: rows.map(({ estado }) => estado),
  }
}

export async function insertClients(
  tx: Tx,
  slice: DemoSlice,
  rows: readonly DemoPartyRow[],
): Promise<void> {
  await insertRows(tx, 'cliente', slice, {
    source: partySource(rows),
    columns: {
      ...PARTY_COLUMNS,
      grupo_cliente: ofCompany('grupo_cliente', 'n.grupo'),
      vendedor: ofCompany('vendedor', "'VENTAS-' || (1 + n.orden % 3)"),
      lista_precios: ofCompany('lista_precios', "'GENERAL'"),
      uso_cfdi: ofCatalog('uso_cfdi', "'G03'"),
      codigo_postal: ofCatalog('codigo_postal', `'${DEMO_POSTAL_CODE}'`),
    },
  })
}

export async function insertSuppliers(
  tx: Tx,
  slice: DemoSlice,
  rows: readonly DemoPartyRow[],
): Promise<void> {
  await insertRows(tx, 'proveedor', slice, {
    source: partySource(rows),
    columns: {
      ...PARTY_COLUMNS,
      grupo: ofCompany('grupo_proveedor', 'n.grupo'),
      tipo_persona: ofCatalog('tipo_persona', 'n.persona'),
      tipo_tercero: ofCatalog('tipo_tercero_diot', "'04'"),
      pais: ofCatalog('pais', "'MEX'"),
      moneda: ofCatalog('moneda', "'MXN'"),
      correo: "lower(n.clave) || '@proveedores.example.com'",
      telefono: "'55' || lpad(($2::int8 + n.orden)::text, 8, '4')",
    },
  })
}

export async function insertArticles(
  tx: Tx,
  slice: DemoSlice,
  rows: readonly DemoArticleRow[],
): Promise<void> {
  await insertRows(tx, 'articulo', slice, {
    source: {
      clave: rows.map(({ clave }) => clave),
      descripcion: rows.map(({ descripcion }) => descripcion),
      linea: rows.map(({ linea }) => linea),
      marca: rows.map(({ marca }) => marca),
      codigo: rows.map(({ codigoBarras }) => codigoBarras),
      costo: rows.map(({ costo }) => costo),
      precio: rows.map(({ precio }) => precio),
    },
    columns: {
      clave: 'n.clave',
      descripcion: 'n.descripcion',
      tipo: "'producto'",
      linea: ofCompany('linea_articulo', 'n.linea'),
      marca: ofCompany('marca_articulo', 'n.marca'),
      unidad: ofCatalog('unidad_medida', "'PZA'"),
      objeto_impuesto: ofCatalog('objeto_impuesto', "'02'"),
      clave_prod_serv: ofCatalog('clave_prod_serv', `'${DEMO_PRODUCT_KEY}'`),
      control: "'ninguno'",
      se_inventaria: 'true',
      se_compra: 'true',
      se_vende: 'true',
      categoria: ofCompany('categoria_inventario', "'MERC'"),
      codigo_barras: 'n.codigo',
      costo_estandar: 'n.costo::numeric',
      precio_base: 'n.precio::numeric',
      estado: "'activo'",
    },
  })
}

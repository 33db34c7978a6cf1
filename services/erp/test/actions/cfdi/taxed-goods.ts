import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'

import { API } from '../purchase-fixture.ts'
import { idOf, type Shop } from './stamping-fixture.ts'

/** A rate of c_TasaOCuota: its tax, its value, and whether it is passed on or withheld. */
export interface Rate {
  readonly impuesto: string
  readonly valor: string
  readonly tipo: 'traslado' | 'retencion'
}

export const IVA_16: Rate = { impuesto: '002', valor: '0.16', tipo: 'traslado' }

/** The row of c_TasaOCuota that has a rate, by itself or in its range. */
export async function rateId({ erp }: Shop, { impuesto, valor, tipo }: Rate): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(sql`
    select c.id from public.tasa_cuota c join public.impuesto i on i.id = c.impuesto
    join public.tipo_factor f on f.id = c.factor
    where i.clave = ${impuesto} and f.clave = 'Tasa' and case when ${tipo} = 'traslado' then c.traslado else c.retencion end
      and ${valor}::numeric between coalesce(c.minimo, c.valor) and c.valor order by c.id limit 1`)
  assert.ok(row, `${impuesto} ${valor}`)
  return row.id
}

/** An article that is sold, with the taxes of a fiscal group. */
export async function taxedArticle(own: Shop, clave: string, group: object): Promise<number> {
  const grupo = await own.create('GrupoFiscalArticulo', { clave, nombre: clave, ...group })
  const categorias = await own.list('CategoriaInventario?clave=SERV')
  const categoria =
    categorias[0]?.['id'] ??
    (await own.create('CategoriaInventario', { clave: 'SERV', nombre: 'Servicios' }))
  return await own.create('Articulo', {
    clave,
    descripcion: clave,
    tipo: 'servicio',
    categoria,
    unidad: own.unidad,
    se_inventaria: false,
    se_vende: true,
    clave_prod_serv: await idOf(own.erp, sql`clave_prod_serv`, '31161500'),
    grupo_fiscal: grupo,
    estado: 'activo',
  })
}

/** A line that says nothing of taxes. */
export async function silentLine(own: Shop, articulo: number, more: object = {}) {
  return {
    articulo,
    descripcion: 'Tornillo',
    cantidad: '1',
    unidad: own.unidad,
    objeto_impuesto: await idOf(own.erp, sql`objeto_impuesto`, '02'),
    ...more,
  }
}

/** A draft of a sale of these lines. */
export async function draftSale(own: Shop, partidas: readonly object[], more: object = {}) {
  const { cliente, moneda, credito } = own
  const head = { cliente, fecha: '2026-03-02', moneda, condicion_pago: credito }
  return await own.client.post(`${API}/Venta`, { ...head, ...more, partidas })
}

/** The XML of an invoiced sale. */
export async function invoiceXml(own: Shop, venta: number): Promise<string> {
  const confirmed = await own.actOn('confirmar_venta', venta)
  assert.equal(confirmed.status, 200, confirmed.text)
  const answer = await own.actOn('timbrar_venta', venta)
  assert.equal(answer.status, 200, answer.text)
  const cfdi = await own.read('Cfdi', answer.json.data.record.cfdi)
  return (await own.client.get(`${API}/adjuntos/${String(cfdi['xml'])}/contenido`)).text
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { selling, type Selling } from './selling-fixture.ts'

let erp: ErpTest
let company: Selling
let today: string

before(async () => {
  erp = await startErp()
  company = await selling(erp, erp.admin)
  today = new Date(erp.clock.now()).toISOString().slice(0, 10)
})

after(() => erp.stop())

async function taxedArticle(): Promise<number> {
  const [rate] = await erp.owner.query<{ id: number }>(sql`
    select c.id from public.tasa_cuota c join public.impuesto i on i.id = c.impuesto
    where i.clave = '002' and c.tipo = 'Fijo' and c.valor = 0.16 and c.traslado order by c.id limit 1`)
  const grupo = await company.create('GrupoFiscalArticulo', {
    clave: 'IVA16',
    nombre: 'IVA 16 %',
    tasa_iva: rate?.id,
  })
  return await company.stocked('100', '10', {
    grupo_fiscal: grupo,
    objeto_impuesto: company.objeto,
  })
}

async function quote(cliente: number, more: object = {}): Promise<number> {
  return await company.create('Cotizacion', {
    fecha: today,
    cliente,
    vendedor: company.vendedor,
    vigencia: today,
    moneda: company.moneda,
    ...more,
  })
}

test('a quote is sent, accepted, and becomes a sale with the taxes of its articles', async () => {
  const articulo = await taxedArticle()
  const cliente = await company.customer({ condicion_pago: company.condicion })
  const line = { descripcion: 'Varilla', unidad: company.unidad, precio: '100' }
  const id = await quote(cliente, {
    partidas: [
      { ...line, articulo, cantidad: '2', descuento: '10', impuestos: '30.40' },
      { ...line, cantidad: '1', impuestos: '5' },
      { ...line, articulo, cantidad: '9', opcional: true },
    ],
  })
  await company.done('Cotizacion', 'enviar_cotizacion', id)
  const [mail] = await erp.owner.query<{ destino: string; texto: string }>(sql`
    select destino, contenido->>'texto' as texto from oficina.salida
    where modelo = 'Cotizacion' and registro = ${String(id)}`)
  assert.equal(mail?.destino, 'compras@sur.example')
  assert.match(mail.texto, /1\. Varilla: 2 × 100 = 200\.00\n/)
  const typed = await erp.admin.send('PUT', `${API}/Cotizacion/${id}`, {
    body: { estado: 'aceptada' },
  })
  assert.deepEqual(verdict(typed), [422, 'READ_ONLY_FIELD'])
  const answer = await company.run('Cotizacion', 'aceptar_cotizacion', [id], {
    almacen: company.almacen,
    orden_compra_cliente: 'OC-7',
  })
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  assert.match(
    answer.json.data.results[0].warnings[0].message,
    /is of 1225\.40; its sale is of 325\.40/,
  )
  const { json } = await erp.admin.get(`${API}/Venta?cotizacion=${id}`)
  const [sale] = json.data
  const {
    subtotal,
    descuento,
    impuestos,
    total,
    estado,
    almacen,
    orden_compra_cliente: order,
  } = sale
  assert.deepEqual(
    { subtotal, descuento, impuestos, total, estado, almacen, order },
    {
      subtotal: 300,
      descuento: 10,
      impuestos: 35.4,
      total: 325.4,
      estado: 'borrador',
      almacen: company.almacen,
      order: 'OC-7',
    },
  )
  const taxes = await erp.admin.get(`${API}/VentaImpuesto?venta=${sale.id}`)
  assert.deepEqual(
    taxes.json.data.map(({ base, importe }: { base: number; importe: number }) => [base, importe]),
    [[190, 30.4]],
  )
  assert.match(sale.folio, /^VE-\d{5}$/)
  await company.done('Venta', 'confirmar_venta', sale.id)
  const again = await company.run('Cotizacion', 'aceptar_cotizacion', [id])
  assert.deepEqual(verdict(again), [200, 'INVALID_STATE'])
})

test('a quote that lacks something, or is over, becomes no sale', async () => {
  const cliente = await company.customer()
  const line = { descripcion: 'Varilla', cantidad: '1', unidad: company.unidad, precio: '100' }
  const partidas = [line]
  const empty = await quote(cliente)
  const nobody = await quote(cliente, { cliente: null, partidas })
  const noTerms = await quote(cliente, { partidas })
  const late = await quote(cliente, { partidas, vigencia: '2026-01-31' })
  const good = await quote(cliente, { partidas })
  const ids = [empty, nobody, noTerms, late, 999_999]
  const answer = await company.run('Cotizacion', 'aceptar_cotizacion', ids)
  const codes = answer.json.data.results.map(
    ({ errors }: { errors: readonly { code: string; field?: string }[] }) => [
      errors[0]?.code,
      errors[0]?.field,
    ],
  )
  assert.deepEqual(codes, [
    ['VALIDATION', 'condicion_pago'],
    ['VALIDATION', 'cliente'],
    ['VALIDATION', 'condicion_pago'],
    ['INVALID_STATE', 'vigencia'],
    ['NOT_FOUND', undefined],
  ])
  const terms = { condicion_pago: company.condicion }
  const none = await company.run('Cotizacion', 'aceptar_cotizacion', [empty], terms)
  assert.deepEqual(verdict(none), [200, 'NO_LINES'])
  assert.deepEqual(verdict(await company.run('Cotizacion', 'vencer_cotizacion', [good])), [
    200,
    'INVALID_STATE',
  ])
  await company.done('Cotizacion', 'vencer_cotizacion', late)
  await company.done('Cotizacion', 'regresar_cotizacion', late)
  assert.equal((await company.read('Cotizacion', late))['estado'], 'borrador')
  await company.done('Cotizacion', 'rechazar_cotizacion', good, { motivo: 'Muy caro' })
  await company.done('Cotizacion', 'cancelar_cotizacion', late, { motivo: 'Ya no se ofrece' })
  assert.equal((await company.read('Cotizacion', good))['estado'], 'rechazada')
})

test('a line that says no price has that of the customer’s list, whatever writes it', async () => {
  const articulo = await company.stocked('100', '10')
  const base = { nombre: 'Base', moneda: company.moneda, inicio_vigencia: '2026-01-01' }
  const general = await company.create('ListaPrecios', { ...base, clave: 'B', estado: 'vigente' })
  const lista = await company.create('ListaPrecios', {
    ...base,
    clave: 'D',
    estado: 'vigente',
    lista_base: general,
    factor: '0.9',
  })
  await company.create('ListaPreciosPartida', {
    lista: general,
    articulo,
    unidad: company.unidad,
    precio: '50',
  })
  const cliente = await company.customer({ lista_precios: lista })
  const line = {
    articulo,
    descripcion: 'Varilla',
    cantidad: '2',
    unidad: company.unidad,
    objeto_impuesto: company.objeto,
  }
  const head = {
    cliente,
    moneda: company.moneda,
    condicion_pago: company.condicion,
    almacen: company.almacen,
  }
  const made = await erp.admin.post(`${API}/Venta`, { ...head, partidas: [line] })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.json.data.partidas[0].precio, made.json.data.total], [45, 90])
  const venta: number = made.json.data.id
  const path = `${API}/Venta/${venta}`
  const added = await erp.admin.send('PUT', path, { body: { partidas: [line] } })
  assert.equal(added.status, 200, added.text)
  await company.create('VentaPartida', { venta, partida: 3, ...line })
  const file = await erp.admin.send('POST', `${API}/VentaPartida/import`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: [4, 5].map((partida) => JSON.stringify({ venta, partida, ...line })).join('\n'),
  })
  assert.equal(file.status, 200, file.text)
  assert.equal((await company.read('Venta', venta))['total'], 450)
  await company.done('Venta', 'confirmar_venta', venta)
  const unknown = { ...line, articulo: await company.stocked('1', '1') }
  const refused = await erp.admin.post(`${API}/Venta`, { ...head, partidas: [line, unknown] })
  assert.deepEqual(
    [refused.status, refused.json.errors.map(({ field }: { field: string }) => field)],
    [422, ['partidas[1].precio']],
  )
  const asked = await quote(cliente, { partidas: [{ ...line, objeto_impuesto: undefined }] })
  assert.equal((await company.read('Cotizacion', asked))['total'], 90)
  const rows = [line, unknown].map((one) => JSON.stringify({ ...head, partidas: [one] }))
  const mixed = await erp.admin.send('POST', `${API}/Venta/import`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: rows.join('\n'),
  })
  assert.equal(mixed.status, 422)
  assert.deepEqual(
    mixed.json.errors.map(({ field, row }: { field: string; row: number }) => [field, row]),
    [['partidas[0].precio', 2]],
  )
})

test('a customer is written in the language of his record', async () => {
  const [english] = (await erp.admin.get(`${API}/Idioma?clave=en`)).json.data
  const cliente = await company.customer({ idioma: english.id })
  const line = { descripcion: 'Rebar', unidad: company.unidad, cantidad: '1', precio: '100' }
  const id = await quote(cliente, { partidas: [line] })
  await company.done('Cotizacion', 'enviar_cotizacion', id)
  const [mail] = await erp.owner.query<{ asunto: string }>(sql`
    select contenido->>'asunto' as asunto from oficina.salida
    where modelo = 'Cotizacion' and registro = ${String(id)}`)
  assert.match(mail?.asunto ?? '', /^Quote /)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import * as fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { entryOf, idOf, shop, type Shop } from './stamping-fixture.ts'
import { draftSale, invoiceXml, IVA_16, rateId, silentLine, taxedArticle } from './taxed-goods.ts'

// Taxes of the lines of a document come to what its lines come to, in the decimals of its currency.

let erp: ErpTest
let own: Shop
let articulo: number
let yen: number

before(async () => {
  erp = await startErp()
  own = await shop(erp, erp.admin)
  articulo = await taxedArticle(own, 'TORN', { tasa_iva: await rateId(own, IVA_16) })
  yen = await idOf(erp, sql`moneda`, 'JPY')
  await own.create('TipoCambio', {
    moneda: yen,
    fecha: '2026-03-02',
    fuente: 'dof',
    tipo_cambio: '0.1234',
  })
})

after(() => erp.stop())

async function lines(...precios: readonly string[]) {
  return await Promise.all(precios.map((precio) => silentLine(own, articulo, { precio })))
}

test('an invoice in yen has no cents, in its lines, taxes, CFDI, books and payment', async () => {
  const yens = { moneda: yen, tipo_cambio: '0.1234' }
  const created = await draftSale(own, await lines('12345.2', '7.5'), yens)
  assert.equal(created.status, 201, created.text)
  const { id, partidas, total } = created.json.data
  assert.deepEqual(
    partidas.map((one: Record<string, number>) => [one['importe'], one['impuestos']]),
    [
      [12_345, 1975],
      [8, 1],
    ],
  )
  assert.equal(total, 14_329)
  const xml = await invoiceXml(own, id)
  assert.match(xml, / SubTotal="12353" /)
  assert.match(xml, / Total="14329" /)
  const [debt] = await own.list(`CuentaPorCobrar?venta=${id}`)
  assert.equal(debt?.['total'], 14_329)
  assert.deepEqual((await entryOf(own, 'Venta', id))[0], {
    cuenta: '105-01',
    cargo: '1768.20',
    abono: '0.00',
  })
  const forma_pago = await own.create('FormaPago', {
    clave: 'EFE',
    nombre: 'Efectivo',
    forma_pago_sat: await idOf(erp, sql`forma_pago_sat`, '01'),
    activo: true,
  })
  const cobro = (importe: string) => {
    const paid = { fecha: '2026-03-02', cliente: own.cliente, forma_pago, importe, ...yens }
    const body = { ...paid, aplicaciones: [{ cuenta: debt?.['id'], importe }] }
    return own.client.post(`${API}/CobroCliente`, body)
  }
  assert.equal((await cobro('4000.50')).status, 422)
  const paid = (await cobro('4001')).json.data.id
  const answer = await own.client.post(`${API}/CobroCliente/${paid}/actions/cobrar`, {})
  assert.equal(answer.status, 200, answer.text)
  const { complemento } = await own.read('CobroCliente', paid)
  const told = await own.read('Cfdi', Number(complemento))
  const rep = await own.client.get(`${API}/adjuntos/${String(told['xml'])}/contenido`)
  assert.match(rep.text, / Monto="4001"/)
  assert.match(rep.text, / ImpSaldoAnt="14329" ImpPagado="4001" ImpSaldoInsoluto="10328"/)
})

test('an amount with cents is refused in a currency without them', async () => {
  const [line] = await lines('12345')
  const yens = { moneda: yen, tipo_cambio: '0.1234' }
  const refused = await draftSale(own, [{ ...line, descuento: '10.50' }], yens)
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.json.errors, [
    {
      code: 'VALIDATION',
      field: 'partidas[0].descuento',
      message: 'partidas[0]: descuento is 10.50, but amounts in its currency have 0 decimals.',
    },
  ])
  const pesos = await draftSale(own, [{ ...line, descuento: '10.50' }])
  assert.equal(pesos.status, 201, pesos.text)
})

test('an amount with a third decimal is refused in a currency that has three, and so is a tax that needs it', async () => {
  const dinar = await idOf(erp, sql`moneda`, 'KWD')
  const dinars = { moneda: dinar, tipo_cambio: '60' }
  await own.create('TipoCambio', { ...dinars, fecha: '2026-03-02', fuente: 'dof' })
  const [line] = await lines('12.50')
  const refused = await draftSale(own, [{ ...line, descuento: '0.125' }], dinars)
  assert.equal(refused.status, 422, refused.text)
  assert.deepEqual(refused.json.errors, [
    {
      code: 'VALIDATION',
      field: 'partidas[0].descuento',
      message:
        'partidas[0]: descuento must be a number with at most 16 digits before and 2 after the point.',
    },
  ])
  const price = await draftSale(own, await lines('1.125'), dinars)
  assert.equal(price.status, 422, price.text)
  assert.deepEqual(price.json.errors, [
    {
      code: 'VALIDATION',
      field: 'partidas[0].importe',
      message:
        'partidas[0]: importe is 1.125, but amounts are kept with 2 decimals in every currency.',
    },
  ])
  const fine = await draftSale(own, await lines('1.125'))
  assert.equal(fine.status, 201, fine.text)
  const created = await draftSale(own, await lines('12.50'), dinars)
  assert.deepEqual(created.json.data.total, 14.5, created.text)
  assert.match(await invoiceXml(own, created.json.data.id), / Moneda="KWD" .*Total="14.500" /)
  const { id } = (await draftSale(own, await lines('12.52'), dinars)).json.data
  await own.client.post(`${API}/Venta/${id}/actions/confirmar_venta`, {})
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.status, 422, answer.text)
  assert.equal(answer.json.errors[0].field, 'partidas[1].desglose')
  assert.match(answer.json.errors[0].message, /2\.002 to 2\.004/)
})

test('IVA of sixty lines of 0.03 is that of 1.80, in the sale and in its CFDI', async () => {
  const created = await draftSale(own, await lines(...Array.from({ length: 60 }, () => '0.03')))
  const { id, impuestos, total, partidas } = created.json.data
  assert.deepEqual([impuestos, total], [0.29, 2.09])
  const taxes = partidas.map((one: Record<string, number>) => one['impuestos'])
  assert.deepEqual(taxes.toSorted(), [
    ...Array.from({ length: 31 }, () => 0),
    ...Array.from({ length: 29 }, () => 0.01),
  ])
  const xml = await invoiceXml(own, id)
  assert.match(xml, /<cfdi:Traslado Base="1.80" [^>]*Importe="0.29"/)
  assert.match(xml, / Total="2.09" /)
})

const RUNS = Number(process.env['CFDI_RUNS'] ?? 4)

test('of any lines, taxed by IVA alone or by IEPS too, each rate comes to what their bases do, and can be invoiced', async () => {
  const ieps = { impuesto: '003', valor: '0.265', tipo: 'traslado' } as const
  const cerveza = await taxedArticle(own, 'CERV', {
    tasa_iva: await rateId(own, IVA_16),
    tasa_ieps: await rateId(own, ieps),
  })
  const anyLine = fc.record({
    articulo: fc.constantFrom(articulo, cerveza),
    cantidad: fc.integer({ min: 1, max: 5000 }).map((units) => (units / 1000).toFixed(3)),
    precio: fc.integer({ min: 1000, max: 999_999 }).map((units) => (units / 10_000).toFixed(4)),
  })
  const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 40 })
  const check = async (sold: readonly { articulo: number }[]) => {
    const partidas = await Promise.all(
      sold.map(({ articulo: of, ...more }) => silentLine(own, of, more)),
    )
    const { id, impuestos } = (await draftSale(own, partidas)).json.data
    const rates = await erp.owner.query<{ importe: string; exacto: string }>(sql`
      select sum(importe)::text as importe, sum(base * tasa)::text as exacto from public.venta_impuesto
      where empresa_id = ${erp.empresaId} and venta = ${id} group by impuesto, tasa`)
    for (const { importe, exacto } of rates)
      assert.ok(Math.abs(Number(importe) - Number(exacto)) <= 0.005_000_1, `${importe} ${exacto}`)
    const sum = rates.reduce((all, { importe }) => all + Number(importe), 0)
    assert.equal(sum.toFixed(2), Number(impuestos).toFixed(2))
    await invoiceXml(own, id)
  }
  await fc.assert(fc.asyncProperty(anyLines, check), { numRuns: RUNS })
})

test('a change of lines leaves the taxes of the document at what all of its lines come to', async () => {
  const { json } = await draftSale(own, await lines(...Array.from({ length: 20 }, () => '0.03')))
  const { id } = json.data
  const read = async () => (await own.client.get(`${API}/Venta/${id}?lines=true`)).json.data
  const whole = async () => {
    const { subtotal, impuestos, total, partidas } = await read()
    const sum = partidas.map((one: Record<string, number>) =>
      Math.round((one['impuestos'] ?? 0) * 100),
    )
    return [subtotal, impuestos, total, sum.reduce((a: number, b: number) => a + b, 0)]
  }
  assert.deepEqual(await whole(), [0.6, 0.1, 0.7, 10])
  const put = async (path: string, body: object) => {
    const answer = await own.client.send('PUT', `${API}/${path}`, { body })
    assert.equal(answer.status, 200, answer.text)
  }
  const taxed = (await read()).partidas.filter(
    (one: Record<string, number>) => one['impuestos'] !== 0,
  )
  await put(`Venta/${id}`, {
    partidas: taxed.map((one: Record<string, number>) => ({ id: one['id'], _delete: true })),
  })
  assert.deepEqual(await whole(), [0.3, 0.05, 0.35, 5])
  await put(`Venta/${id}`, { partidas: await lines('0.03', '0.03') })
  assert.deepEqual(await whole(), [0.36, 0.06, 0.42, 6])
  const [first, second] = (await read()).partidas
  await put(`VentaPartida/${first.id}`, { cantidad: '4' })
  assert.deepEqual(await whole(), [0.45, 0.07, 0.52, 7])
  await own.client.send('DELETE', `${API}/VentaPartida/${second.id}`)
  const added = await own.client.post(`${API}/VentaPartida`, {
    venta: id,
    partida: 90,
    ...(await silentLine(own, articulo, { precio: '0.06' })),
  })
  assert.equal(added.status, 201, added.text)
  assert.deepEqual(await whole(), [0.48, 0.08, 0.56, 8])
})

test('taxes that were written stay as they were written, as does a sale of lines rounded one by one', async () => {
  const [impuesto, factor] = [
    await idOf(erp, sql`impuesto`, '002'),
    await idOf(erp, sql`tipo_factor`, 'Tasa'),
  ]
  const tax = { impuesto, ambito: 'federal', tipo: 'traslado', factor, tasa: '0.16' }
  const said = (importe: string) => ({ desglose: [{ ...tax, base: '0.03', importe }] })
  const amounts = ['0.00', '0.00', '0.00', '0.01']
  const silent = await lines('0.03', '0.03', '0.03', '0.03')
  const typed = silent.map((one, i) => ({ ...one, ...said(amounts[i] ?? '') }))
  const { id, impuestos, partidas } = (await draftSale(own, typed)).json.data
  assert.equal(impuestos, 0.01)
  const put = async (body: object) => await own.client.send('PUT', `${API}/Venta/${id}`, { body })
  assert.equal((await put({ partidas: [{ id: partidas[0].id, descripcion: 'Otro' }] })).status, 200)
  assert.equal((await own.read('Venta', id))['impuestos'], 0.01)
  const wrong = await put({ partidas: [{ id: partidas[3].id, impuestos: '0.05' }] })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /impuestos is 0\.05, but desglose\.importe 0\.01 make 0\.01/)
  const xml = await invoiceXml(own, id)
  assert.match(xml, /<cfdi:Traslado Base="0.12" [^>]*Importe="0.01"/)
})

test('a line that is given away is invoiced without taxes, and has them again when it costs something', async () => {
  const [sold, gift] = await lines('100', '10')
  const created = await draftSale(own, [sold ?? {}, { ...gift, descuento: '10' }])
  const { id, total } = created.json.data
  assert.equal(total, 116)
  const xml = await invoiceXml(own, id)
  assert.match(xml, /Importe="100.00" ObjetoImp="02"/)
  assert.match(xml, /Importe="10.00" Descuento="10.00" ObjetoImp="01"/)
  assert.match(xml, / Total="116.00" /)
  const all = await draftSale(own, [{ ...gift, descuento: '10' }])
  assert.match(await invoiceXml(own, all.json.data.id), / Total="0.00" /)
  const changed = await draftSale(own, [{ ...gift, descuento: '10' }])
  const [partida] = changed.json.data.partidas
  const answer = await own.client.send('PUT', `${API}/VentaPartida/${partida.id}`, {
    body: { descuento: '4' },
  })
  assert.equal(answer.json.data.impuestos, 0.96)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { schemaProblems } from '../../cfdi/held-to-schema.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { assertStockWhole, warehousing, type Warehousing } from '../stock-fixture.ts'
import { entryOf, idOf, type Shop } from './stamping-fixture.ts'
import { startStampingShop, type StampingShop } from './stamping-shop.ts'

// A service of its own: a PAC in the test's own process stamps for it.

const REASON = { motivo: 'Tenía otro uso' }

let here: StampingShop
let own: Shop
let stock: Warehousing
let almacen: number

before(async () => {
  here = await startStampingShop()
  ;({ own } = here)
  stock = await warehousing(here.erp, own.client)
  almacen = await stock.warehouse()
})

after(() => here.stop())

async function stocked(cantidad: string): Promise<number> {
  const articulo = await stock.article('PROM')
  await stock.move('entrada', almacen, { lines: [{ articulo, cantidad, costo_unitario: '40' }] })
  return articulo
}

/** A confirmed sale of an article, or of none. */
const sale = (venta: object = {}, articulo?: number) =>
  own.sale(
    '100.00',
    articulo === undefined ? { venta } : { venta: { almacen, ...venta }, partida: { articulo } },
  )

async function stamped(id: number): Promise<string> {
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data.record.uuid
}

async function delivered(articulo: number): Promise<number> {
  const id = await sale({}, articulo)
  await stamped(id)
  const answer = await own.actOn('entregar', id)
  assert.equal(answer.status, 200, answer.text)
  return id
}

const cancel = (id: number, inputs: object = {}) =>
  own.actOn('cancelar_venta', id, { ...REASON, ...inputs })

function refusal(answer: TestAnswer): readonly unknown[] {
  return [...verdict(answer), answer.json.errors?.[0]?.field]
}

async function consistent(): Promise<void> {
  const rows: readonly { diferencia: number }[] = (
    await own.client.get(`${API}/reports/consistency`)
  ).json.data
  assert.deepEqual(
    rows.filter(({ diferencia }) => diferencia !== 0),
    [],
  )
  await assertStockWhole(here.erp)
}

const state = async (id: number) => (await own.read('Venta', id))['estado']

/** What lies in stock, what is put aside of it, and what lines of a sale say of their deliveries. */
async function goods(articulo: number, venta: number): Promise<readonly unknown[]> {
  const { cantidad, reservada } = await stock.stock(articulo, almacen)
  const [line] = await own.list(`VentaPartida?venta=${venta}`)
  const notes = await own.list(`RemisionVenta?venta=${venta}&estado=entregada`)
  return [cantidad, reservada, line?.['cantidad_entregada'] ?? 0, line?.['costo'], notes.length]
}

test('a substitute names what it replaces by the relation 04, and reason 01 takes only such a one', async () => {
  const wrong = await sale()
  const uuid = await stamped(wrong)
  const other = await stamped(await sale())
  const stranger = await cancel(wrong, { motivo_sat: '01', folio_sustitucion: other })
  assert.deepEqual(refusal(stranger), [422, 'VALIDATION', 'folio_sustitucion'], stranger.text)
  assert.match(stranger.json.errors[0].message, /does not name \S+ by the relation 04/)
  const right = await sale({ sustituye: wrong })
  const substitute = await stamped(right)
  const cfdi = await own.read('Cfdi', Number((await own.read('Venta', right))['cfdi']))
  const file = await own.client.get(`${API}/adjuntos/${String(cfdi['xml'])}/contenido`)
  assert.ok(
    file.text.includes(
      `<cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${uuid}"/></cfdi:CfdiRelacionados>`,
    ),
    file.text,
  )
  assert.deepEqual(schemaProblems(file.text), [])
  const damaged = file.text.replace(
    /(<cfdi:CfdiRelacionado UUID="[^"]*)"/u,
    '$1"/><cfdi:CfdiRelacionado UUID=""',
  )
  assert.deepEqual(schemaProblems(damaged), [
    'Comprobante/CfdiRelacionados/CfdiRelacionado/@UUID is ',
  ])
  const reversed = await cancel(right, { motivo_sat: '01', folio_sustitucion: uuid })
  assert.deepEqual(refusal(reversed), [422, 'VALIDATION', 'folio_sustitucion'])
  const answer = await cancel(wrong, { motivo_sat: '01', folio_sustitucion: substitute })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([await state(wrong), await state(right)], ['cancelada', 'facturada'])
  const [row] = await own.list(`CfdiCancelacion?sustituto=${String(cfdi['id'])}`)
  assert.deepEqual([row?.['estado'], row?.['mercancia']], ['aceptada', null])
  await consistent()
})

test('a substitute is for the same receiver, and replaces an invoice that is in force', async () => {
  const wrong = await sale()
  const otro = await own.create('Cliente', {
    clave: 'C2',
    razon_social: 'Otro, S.A. de C.V.',
    rfc: 'AAA010101AAA',
    regimen_fiscal: await idOf(here.erp, sql`regimen_fiscal`, '601'),
    codigo_postal: await idOf(here.erp, sql`codigo_postal`, '06000'),
    uso_cfdi: await idOf(here.erp, sql`uso_cfdi`, 'G03'),
    estado: 'activo',
  })
  const early = await own.actOn('timbrar_venta', await sale({ sustituye: wrong }))
  assert.deepEqual(refusal(early), [422, 'VALIDATION', 'sustituye'])
  assert.match(early.json.errors[0].message, /has no CFDI in force/)
  await stamped(wrong)
  const foreign = await own.actOn('timbrar_venta', await sale({ sustituye: wrong, cliente: otro }))
  assert.deepEqual(refusal(foreign), [422, 'VALIDATION', 'sustituye'])
  assert.match(foreign.json.errors[0].message, /was invoiced to URE180429TM6/)
  const theirs = await stamped(await sale({ cliente: otro }))
  const answer = await cancel(wrong, { motivo_sat: '01', folio_sustitucion: theirs })
  assert.match(answer.json.errors[0].message, /is for AAA010101AAA, and what it is to replace/)
  assert.equal((await cancel(wrong)).status, 200)
  const late = await own.actOn('timbrar_venta', await sale({ sustituye: wrong }))
  assert.match(late.json.errors[0].message, /has no CFDI in force/)
})

test('a delivered sale is not cancelled before it is said what becomes of its goods', async () => {
  const articulo = await stocked('10')
  const venta = await delivered(articulo)
  const answer = await cancel(venta)
  assert.deepEqual(refusal(answer), [422, 'VALIDATION', 'mercancia'], answer.text)
  for (const [inputs, text] of [
    [{ motivo_sat: '03', mercancia: 'se_queda' }, /did take place/],
    [{ mercancia: 'pasa_al_sustituto' }, /has no substitute/],
  ] as const) {
    const refused = await cancel(venta, inputs)
    assert.deepEqual(refusal(refused), [422, 'VALIDATION', 'mercancia'], refused.text)
    assert.match(refused.json.errors[0].message, text)
  }
  assert.equal(await state(venta), 'facturada')
  assert.deepEqual(await goods(articulo, venta), [9, 0, 1, 40, 1])
})

test('goods that come back are in stock again, and their cost is booked the other way round', async () => {
  const articulo = await stocked('10')
  const venta = await delivered(articulo)
  const [note] = await own.list(`RemisionVenta?venta=${venta}`)
  const answer = await cancel(venta, { motivo_sat: '03', mercancia: 'regresa' })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await goods(articulo, venta), [10, 0, 0, null, 0])
  const entries = await entryOf(own, 'RemisionVenta', Number(note?.['id']))
  assert.ok(entries.length > 0 && entries.every(({ cargo, abono }) => cargo === abono))
  assert.equal(await state(venta), 'cancelada')
  const [row] = await own.list('CfdiCancelacion?sort=-id&per_page=1')
  assert.equal(row?.['mercancia'], 'regresa')
  await consistent()
})

test('goods that stay with the customer stay delivered', async () => {
  const articulo = await stocked('10')
  const venta = await delivered(articulo)
  assert.equal((await cancel(venta, { mercancia: 'se_queda' })).status, 200)
  assert.equal(await state(venta), 'cancelada')
  assert.deepEqual(await goods(articulo, venta), [9, 0, 1, 40, 1])
  await consistent()
})

test('the substitute of a delivered sale takes its deliveries over, and delivers nothing again', async () => {
  // All that there is was delivered: nothing is left to put aside for the substitute.
  const articulo = await stocked('1')
  const wrong = await delivered(articulo)
  const right = await sale({ sustituye: wrong }, articulo)
  const substitute = await stamped(right)
  const early = await own.actOn('entregar', right)
  assert.deepEqual(verdict(early), [409, 'INVALID_STATE'], early.text)
  assert.match(early.json.errors[0].message, /replaces Venta \S+, whose goods were delivered/)
  const answer = await cancel(wrong, {
    motivo_sat: '01',
    folio_sustitucion: substitute,
    mercancia: 'pasa_al_sustituto',
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await goods(articulo, wrong), [0, 0, 0, null, 0])
  assert.deepEqual(await goods(articulo, right), [0, 0, 1, 40, 1])
  const again = await own.actOn('entregar', right)
  assert.match(again.json.errors[0].message, /Nothing of Venta \S+ is left/)
  const [note] = await own.list(`RemisionVenta?venta=${right}`)
  const back = await own.client.post(
    `${API}/RemisionVenta/${String(note?.['id'])}/actions/cancelar_remision`,
    REASON,
  )
  assert.equal(back.status, 200, back.text)
  assert.deepEqual((await goods(articulo, right)).slice(0, 4), [1, 0, 0, null])
  await consistent()
})

test('deliveries go to a substitute that sells the same goods alone', async () => {
  const wrong = await delivered(await stocked('2'))
  const substitute = await stamped(await sale({ sustituye: wrong }, await stocked('2')))
  const answer = await cancel(wrong, {
    motivo_sat: '01',
    folio_sustitucion: substitute,
    mercancia: 'pasa_al_sustituto',
  })
  assert.deepEqual(refusal(answer), [422, 'VALIDATION', 'mercancia'], answer.text)
  assert.equal(await state(wrong), 'facturada')
  await consistent()
})

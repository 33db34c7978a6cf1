import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { readCfdi } from '../../../src/fiscal/cfdi/xml/read.ts'
import type { ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { counter, type Counter } from './global-fixture.ts'
import { entryOf, idOf, type Shop, type TestPac } from './stamping-fixture.ts'
import { startStampingShop, type StampingShop } from './stamping-shop.ts'

// A service of its own: a PAC stamps for it, with a clock that moves.

const HOUR_MS = 60 * 60_000
const REASON = { motivo: 'La pidieron por separado' }

let erp: ErpTest
let pac: TestPac
let stop: () => Promise<void>
let own: Shop
let till: Counter
let pacClock: StampingShop['pacClock']

before(async () => {
  ;({ erp, pac, own, pacClock, stop } = await startStampingShop())
  till = await counter(erp, own)
})

after(() => stop())

const act = async (name: string, id: number, inputs: object = {}) =>
  await own.client.post(`${API}/FacturaGlobal/${id}/actions/${name}`, inputs)

async function stamp(id: number): Promise<Record<string, number | string>> {
  const answer = await act('timbrar_factura_global', id)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.json.data.warnings ?? [], [], answer.text)
  return answer.json.data.record
}

async function comprobanteOf(cfdi: unknown) {
  const [file] = await own.list(`Cfdi/${String(cfdi)}/adjuntos`)
  const content = await own.client.get(`${API}/adjuntos/${String(file?.['id'])}/contenido`)
  const read = readCfdi(Buffer.from(content.text))
  assert.ok(read.ok, content.text)
  return read.value.comprobante
}

interface Left {
  readonly estado: string
  readonly cfdi: string | null
  /** Receivables that are not cancelled. */
  readonly debe: number
  readonly polizas: number
  /** What the books say the public owes by it. */
  readonly clientes: string
}

/** What has become of a sale. */
async function left(venta: number): Promise<Left | undefined> {
  const [row] = await erp.owner.query<Left>(sql`
    select v.estado, c.estado as cfdi,
      (select count(*)::int4 from public.cuenta_por_cobrar q
        where q.empresa_id = v.empresa_id and q.venta = v.id and q.estado <> 'cancelada') as debe,
      (select count(*)::int4 from public.poliza p join public.modelo_sistema m on m.id = p.modelo and m.nombre = 'Venta'
        where p.empresa_id = v.empresa_id and p.registro = v.id::text) as polizas,
      (select coalesce(sum(l.cargo - l.abono), 0)::text from public.poliza p
        join public.modelo_sistema m on m.id = p.modelo and m.nombre = 'Venta'
        join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
        join public.cuenta_contable a on a.empresa_id = l.empresa_id and a.id = l.cuenta_contable and a.clave = '105-01'
        where p.empresa_id = v.empresa_id and p.registro = v.id::text) as clientes
    from public.venta v left join public.cfdi c on c.empresa_id = v.empresa_id and c.id = v.cfdi
    where v.empresa_id = ${erp.empresaId} and v.id = ${venta}`)
  return row
}

const UNTOUCHED = { estado: 'confirmada', cfdi: null, debe: 0, polizas: 0, clientes: '0' }
const invoiced = (clientes: string) => ({
  estado: 'facturada',
  cfdi: 'vigente',
  debe: 1,
  polizas: 1,
  clientes,
})

test('timbrar_factura_global invoices all sales to the public of its day by one CFDI; each is owed and booked', async () => {
  const vales = { venta: { forma_pago: till.vales } }
  const ids = [
    await till.sell('100.00'),
    await till.sell('200.00', { venta: { sucursal: null } }),
    await till.sell('1000.00', vales),
  ]
  const asked = pac.asked()
  const record = await stamp(await till.draft())
  assert.equal(pac.asked(), asked + 1)
  assert.equal(record['estado'], 'timbrada')
  assert.deepEqual([record['subtotal'], record['impuestos'], record['total']], [1300, 208, 1508])
  const { Conceptos, FormaPago, InformacionGlobal, MetodoPago, Receptor, Total } =
    await comprobanteOf(record['cfdi'])
  assert.deepEqual([FormaPago, MetodoPago, Total], ['08', 'PUE', '1508.00'])
  assert.deepEqual(InformacionGlobal, { Periodicidad: '01', Meses: '03', Año: '2026' })
  assert.deepEqual(
    [Receptor.Rfc, Receptor.Nombre, Receptor.RegimenFiscalReceptor, Receptor.UsoCFDI],
    ['XAXX010101000', 'PUBLICO EN GENERAL', '616', 'S01'],
  )
  assert.equal(Receptor.DomicilioFiscalReceptor, '06000')
  const sales = await Promise.all(ids.map((id) => own.read('Venta', id)))
  assert.deepEqual(
    Conceptos.map((one) => [one.ClaveProdServ, one.ClaveUnidad, one.NoIdentificacion, one.Importe]),
    sales.map(({ folio }, index) => [
      '01010101',
      'ACT',
      folio,
      ['100.00', '200.00', '1000.00'][index],
    ]),
  )
  for (const [index, total] of ['116.00', '232.00', '1160.00'].entries())
    assert.deepEqual(await left(ids[index] ?? 0), invoiced(total))
  assert.deepEqual(await entryOf(own, 'Venta', ids[2] ?? 0), [
    { cuenta: '105-01', cargo: '1160.00', abono: '0.00' },
    { cuenta: '209-01', cargo: '0.00', abono: '160.00' },
    { cuenta: '401-01', cargo: '0.00', abono: '1000.00' },
  ])
  for (const sale of sales) assert.deepEqual([sale['cfdi'], sale['uuid']], [record['cfdi'], null])
  const again = await act('timbrar_factura_global', Number(record['id']))
  assert.deepEqual(verdict(again), [409, 'INVALID_STATE'])
})

test('a global invoice takes no sale of another customer, day or branch, none on credit, invoiced or a draft', async () => {
  const norte = await own.create('Sucursal', { clave: 'NORTE', nombre: 'Norte' })
  const taken = await till.sell('10.00')
  const others = [
    await own.sale('10.00', { venta: { condicion_pago: own.contado } }),
    await till.sell('10.00', { venta: { fecha: '2026-03-01' } }),
    await till.sell('10.00', { venta: { sucursal: norte } }),
    await till.sell('10.00', { venta: { condicion_pago: own.credito } }),
  ]
  const byItself = await till.sell('10.00')
  assert.equal((await own.actOn('timbrar_venta', byItself)).status, 200)
  await stamp(await till.draft())
  assert.deepEqual(await left(taken), invoiced('11.60'))
  for (const id of others) assert.deepEqual(await left(id), UNTOUCHED)
  assert.equal((await left(byItself))?.polizas, 1)
  const none = await act('timbrar_factura_global', await till.draft())
  assert.deepEqual(verdict(none), [422, 'NO_LINES'])
  const mensual = { periodicidad: await idOf(erp, sql`periodicidad_global`, '04') }
  await stamp(await till.draft(mensual))
  assert.deepEqual(await left(others[1] ?? 0), invoiced('11.60'))
})

test('what the PAC refuses leaves the sales free, and goes out again under its folio with those of then', async () => {
  const first = await till.sell('10.00')
  const id = await till.draft()
  pacClock.now = () => erp.clock.now() + 73 * HOUR_MS
  const answer = await act('timbrar_factura_global', id)
  pacClock.now = erp.clock.now
  assert.deepEqual(verdict(answer), [422, 'PAC_REJECTED'])
  assert.deepEqual(await left(first), UNTOUCHED)
  const refused = await own.read('FacturaGlobal', id)
  assert.equal(refused['estado'], 'borrador')
  const before = await own.read('Cfdi', Number(refused['cfdi']))
  assert.equal(before['estado'], 'rechazado')
  const second = await till.sell('20.00')
  const record = await stamp(id)
  assert.equal(record['cfdi'], refused['cfdi'])
  const cfdi = await own.read('Cfdi', Number(record['cfdi']))
  assert.deepEqual([cfdi['serie'], cfdi['folio']], [before['serie'], before['folio']])
  assert.equal((await comprobanteOf(record['cfdi'])).Conceptos.length, 2)
  assert.deepEqual(await left(first), invoiced('11.60'))
  assert.deepEqual(await left(second), invoiced('23.20'))
})

test('a PAC that is away keeps a global invoice waiting with its sales; it is finished by itself, once', async () => {
  const sale = await till.sell('10.00')
  const id = await till.draft()
  pac.order({ operation: 'stamp', point: 'after', effect: 'cut', times: 3 })
  const answer = await act('timbrar_factura_global', id)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.data.warnings[0].code, 'PAC_UNAVAILABLE')
  assert.deepEqual(await left(sale), { ...UNTOUCHED, cfdi: 'por_timbrar' })
  const change = { fecha_entrega: '2026-03-20' }
  const refusals = [
    await own.actOn('timbrar_venta', sale),
    await own.actOn('cancelar_venta', sale, REASON),
    await own.client.send('PUT', `${API}/Venta/${sale}`, { body: change }),
    await own.client.send('PUT', `${API}/FacturaGlobal/${id}`, { body: { anio: 2025 } }),
    await act('cancelar_factura_global', id, REASON),
  ]
  for (const one of refusals) assert.deepEqual(verdict(one), [409, 'INVALID_STATE'])
  erp.clock.advance(60_000)
  await eventually(
    'it is stamped',
    async () => (await own.read('FacturaGlobal', id))['estado'] === 'timbrada',
  )
  assert.deepEqual(await left(sale), invoiced('11.60'))
})

test('a sale is invoiced once, whoever invoices it at the same moment', async () => {
  const sale = await till.sell('10.00')
  const drafts = [await till.draft(), await till.draft()]
  const answers = await Promise.all([
    ...drafts.map((id) => act('timbrar_factura_global', id)),
    own.actOn('timbrar_venta', sale),
  ])
  const done = answers.filter(({ status }) => status === 200)
  assert.equal(done.length, 1, answers.map(({ text }) => text).join('\n'))
  assert.deepEqual(await left(sale), invoiced('11.60'))
})

test('two global invoices of one batch share no sale', async () => {
  const sales = [await till.sell('10.00'), await till.sell('20.00')]
  const ids = [await till.draft(), await till.draft()]
  const path = `${API}/FacturaGlobal/actions/timbrar_factura_global`
  const { results } = (await own.client.post(path, { ids })).json.data
  assert.deepEqual(
    results.map(({ ok }: { ok: boolean }) => ok),
    [true, false],
  )
  assert.equal(results[1].errors[0].code, 'NO_LINES')
  for (const id of sales) assert.equal((await left(id))?.debe, 1)
})

test('cancelar_factura_global brings its sales back: owed no more, booked the other way round, to be invoiced anew', async () => {
  const sales = [await till.sell('10.00'), await till.sell('20.00')]
  const [sale = 0, other = 0] = sales
  const id = Number((await stamp(await till.draft()))['id'])
  const one = await own.actOn('cancelar_venta', sale, REASON)
  assert.deepEqual(verdict(one), [409, 'INVALID_STATE'])
  assert.match(one.json.errors[0].message, /FacturaGlobal \d+/)
  const answer = await act('cancelar_factura_global', id, { ...REASON, motivo_sat: '04' })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.data.record.estado, 'cancelada')
  for (const of of sales)
    assert.deepEqual(await left(of), { ...UNTOUCHED, polizas: 2, clientes: '0.00' })
  assert.equal((await own.read('Cfdi', answer.json.data.record.cfdi))['estado'], 'cancelado')
  assert.equal((await own.actOn('timbrar_venta', sale)).status, 200)
  await stamp(await till.draft())
  for (const [of, clientes] of [
    [sale, '11.60'],
    [other, '23.20'],
  ] as const)
    assert.deepEqual(await left(of), { ...invoiced(clientes), polizas: 3 })
  const again = await act('cancelar_factura_global', id, REASON)
  assert.deepEqual(verdict(again), [409, 'INVALID_STATE'])
  const draft = await act('cancelar_factura_global', await till.draft(), REASON)
  assert.equal(draft.json.data.record.estado, 'cancelada', draft.text)
})

test('a sale of a global invoice can be credited, and then keeps the invoice in force', async () => {
  const sales = [await till.sell('10.00'), await till.sell('20.00')]
  const record = await stamp(await till.draft())
  const nota = await own.create('NotaCreditoVenta', {
    fecha: '2026-03-02',
    cliente: till.publico,
    tipo: 'bonificacion',
    tipo_relacion: await idOf(erp, sql`tipo_relacion_cfdi`, '01'),
    moneda: own.moneda,
    partidas: sales.map((venta) => ({
      venta,
      descripcion: 'Bonificación',
      cantidad: '1',
      precio: '5.00',
    })),
  })
  const stamping = `${API}/NotaCreditoVenta/${nota}/actions/timbrar_nota_credito`
  const credited = await own.client.post(stamping, {})
  assert.equal(credited.status, 200, credited.text)
  const { CfdiRelacionados } = await comprobanteOf(credited.json.data.record.cfdi)
  const { uuid } = await own.read('Cfdi', Number(record['cfdi']))
  assert.deepEqual(CfdiRelacionados?.[0]?.CfdiRelacionado, [{ UUID: uuid }])
  const answer = await act('cancelar_factura_global', Number(record['id']), REASON)
  assert.deepEqual(verdict(answer), [409, 'INVALID_STATE'])
  assert.match(answer.json.errors[0].message, /was collected or credited/)
})

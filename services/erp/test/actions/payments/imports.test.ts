import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql, trusted } from '@oficina/kit/sql.ts'

import { readCfdi } from '../../../src/fiscal/cfdi/xml/read.ts'
import { supplied, type Supplied } from '../payables/supplier-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices, and the DIOT is of all that its company paid.

// LIVA 24, 26 IV and 5: services from abroad owe IVA when they are paid, and whoever pays them credits it.

let on: Supplied
let foreign: number
let dollars: number
let banco: number
let dolares: number
let forma: number
let gasto: number

async function idOf(table: string, clave: string): Promise<number> {
  const [row] = await on.erp.owner.query<{ id: number }>(
    sql`select id from public.${trusted(table)} where clave = ${clave} order by id limit 1`,
  )
  assert.ok(row, `${table} ${clave}`)
  return row.id
}

before(async () => {
  on = await supplied()
  dollars = await idOf('moneda', 'USD')
  foreign = await on.create('Proveedor', {
    clave: 'EXT',
    razon_social: 'Cloud Works, Inc.',
    rfc: 'XEXX010101000',
    estado: 'activo',
  })
  const account = async (clave: string, moneda: number) =>
    await on.create('CuentaBancaria', {
      clave,
      nombre: clave,
      banco: await idOf('banco', '012'),
      tipo: await idOf('tipo_cuenta_bancaria', 'CHEQ'),
      numero_cuenta: clave,
      moneda,
      cuenta_contable: await idOf('cuenta_contable', '102-01'),
      titular: 'Nosotros',
      activo: true,
    })
  banco = await account('B', on.buying.moneda)
  dolares = await account('D', dollars)
  forma = await on.create('FormaPago', {
    clave: 'T',
    nombre: 'Transferencia',
    forma_pago_sat: await idOf('forma_pago_sat', '03'),
    cuenta_bancaria: banco,
    activo: true,
  })
  gasto = await on.create('CatalogoGasto', {
    clave: 'NUBE',
    nombre: 'Servidores',
    cuenta_contable: await idOf('cuenta_contable', '601-84'),
    activo: true,
  })
  await on.create('TipoCambio', {
    moneda: dollars,
    fecha: '2026-03-01',
    tipo_cambio: '18.50',
    fuente: 'banxico',
  })
})

after(() => on.stop())

const get = async (path: string) => await on.get(path)

const act = (model: string, action: string, id: number, inputs: object = {}) =>
  on.erp.admin.post(`${API}/${model}/actions/${action}`, { ids: [id], ...inputs })

async function done(...call: Parameters<typeof act>) {
  const answer = await act(...call)
  assert.deepEqual(verdict(answer), [200, null], answer.text)
  return answer
}

const typed = (numero: string, body: object) =>
  on.create('CuentaPorPagar', {
    fecha: '2026-03-02',
    proveedor: foreign,
    tipo: 'factura',
    numero_factura: numero,
    moneda: dollars,
    tipo_cambio: '18.50',
    vencimiento: '2026-04-01',
    ...body,
  })

async function owed(numero: string, body: object): Promise<number> {
  const id = await typed(numero, body)
  await done('CuentaPorPagar', 'autorizar_factura', id)
  return id
}

async function pay(cuenta: number, importe: string, more: object = {}): Promise<number> {
  const pago = await on.create('PagoProveedor', {
    fecha: '2026-03-02',
    proveedor: foreign,
    forma_pago: forma,
    cuenta_bancaria: dolares,
    moneda: dollars,
    tipo_cambio: '18.60',
    importe,
    aplicaciones: [{ cuenta, importe }],
    ...more,
  })
  await done('PagoProveedor', 'pagar', pago)
  return pago
}

async function wrong(): Promise<readonly unknown[]> {
  const rows: readonly { diferencia: number }[] = (await get('reports/consistency')).data
  return rows.filter(({ diferencia }) => diferencia !== 0)
}

const march = async (): Promise<number> =>
  (await get('PeriodoContable?ejercicio=1&numero=3')).data[0].id

/** What the DIOT of March says of a supplier, without what is nothing, and the warnings of its computation. */
async function diot(proveedor: number) {
  const period = await march()
  const answer = await done('PeriodoContable', 'calcular_diot', period)
  const rows = (await get(`DiotOperacion?periodo=${period}&proveedor=${proveedor}`)).data
  assert.equal(rows.length, 1, JSON.stringify(rows))
  const amounts = Object.entries(rows[0]).filter(
    ([name, value]) =>
      /^(valor|devol|acred|exento|no_|iva_)/.test(name) && value !== 0 && value !== null,
  )
  return {
    row: rows[0],
    amounts: Object.fromEntries(amounts),
    warnings: answer.json.data.results[0].warnings,
  }
}

/** The rows of the report on IVA that are by rate. */
async function acts(concepto: string) {
  const { data } = await get(`reports/vat?periodo=${await march()}`)
  const rows: readonly { concepto: string; tasa: string; base: number; importe: number }[] = data
  return rows
    .filter((row) => row.concepto === concepto)
    .map(({ tasa, base, importe }) => [tasa, base, importe])
}

const SERVICE = { partidas: [{ descripcion: 'Servers', importe: '1000' }] }

test('services from abroad owe IVA when they are paid, by what the money was worth, and it is credited at once', async () => {
  const lines = [{ ...SERVICE.partidas[0], gasto }]
  const cuenta = await owed('INV-1', { partidas: lines })
  assert.deepEqual(await on.books('CuentaPorPagar', cuenta), {
    '201-01': '-18500.00',
    '601-84': '18500.00',
  })
  const pago = await pay(cuenta, '250')
  assert.deepEqual(await on.books('PagoProveedor', pago), {
    '102-01': '-4650.00',
    '118-02': '744.00',
    '201-01': '4625.00',
    '208-01': '-744.00',
    '701-01': '25.00',
  })
  await pay(cuenta, '13875', {
    moneda: on.buying.moneda,
    tipo_cambio: '1',
    cuenta_bancaria: banco,
    aplicaciones: [{ cuenta, importe: '750', importe_pago: '13875' }],
  })
  assert.deepEqual(await wrong(), [])
  const { row, amounts, warnings } = await diot(foreign)
  assert.deepEqual(amounts, {
    acreditable_intangibles: 2964,
    iva_acreditable: 2964,
    valor_intangibles: 18_525,
  })
  assert.deepEqual(
    [row.tipo_tercero_str, row.nombre_extranjero],
    ['05 Proveedor extranjero', 'Cloud Works, Inc.'],
  )
  assert.match(row.tipo_operacion_str, /07/)
  assert.match(warnings[0].message, /identificacion_fiscal and pais/)
  const { meta } = await get(`reports/vat?periodo=${await march()}`)
  assert.deepEqual(
    [meta.trasladado_cobrado, meta.acreditable_pagado, meta.a_cargo, meta.a_favor],
    [2964, 2964, 0, 0],
  )
  assert.deepEqual(await acts('actos_pagados'), [['importacion_servicios', 18_525, 2964]])
})

test('who a supplier abroad is stands in the file of the DIOT, and no RFC', async () => {
  await on.buying.update('Proveedor', foreign, {
    identificacion_fiscal: '98-7654321',
    pais: await idOf('pais', 'USA'),
  })
  const { warnings } = await diot(foreign)
  assert.equal(warnings, undefined)
  const { text } = await on.erp.admin.get(`${API}/reports/diot?periodo=${await march()}`)
  const [line = []] = text.split('\r\n').map((one) => one.split('|'))
  assert.deepEqual(line.slice(0, 7), ['05', '07', '', '98-7654321', 'Cloud Works, Inc.', 'USA', ''])
  assert.deepEqual([line[15], line[25], line.length], ['18525', '2964', 54])
})

test('goods pay it at the customs, what is used abroad owes none, and what is taken back leaves nothing', async () => {
  const iva = await idOf('impuesto', '002')
  const before = (await diot(foreign)).amounts
  const compra = await on.order([{ cantidad: '10', precio: '20' }], {
    proveedor: foreign,
    moneda: dollars,
    tipo_cambio: '18.50',
  })
  await on.receive(compra, ['10'])
  const [{ id: line }] = (await get(`Compra/${compra}?lines=true`)).data.partidas
  const goods = await owed('G-1', {
    compra,
    partidas: [{ descripcion: 'Rods', compra_partida: line, cantidad: '10', precio: '20' }],
  })
  const of = async (tasa: string, factor: string, importe = '0') => ({
    impuesto: iva,
    tipo: 'importacion',
    factor: await idOf('tipo_factor', factor),
    tasa,
    base: '100',
    importe,
  })
  const hundred = [{ descripcion: 'Hotel', gasto, importe: '100' }]
  const abroad = await owed('H-1', { partidas: hundred, desglose: [await of('0', 'Tasa')] })
  const exempt = await owed('E-1', { partidas: hundred, desglose: [await of('0', 'Exento')] })
  const ids: number[] = []
  for (const [cuenta, importe] of [
    [goods, '200'],
    [abroad, '100'],
    [exempt, '100'],
  ] as const)
    ids.push(await pay(cuenta, importe))
  const { amounts } = await diot(foreign)
  assert.deepEqual(amounts, {
    ...before,
    valor_importacion: 3720,
    no_objeto_extranjero: 1860,
    exento_importacion: 1860,
  })
  assert.deepEqual(await wrong(), [])
  const service = await owed('S-1', { partidas: hundred })
  ids.push(await pay(service, '100'))
  assert.equal((await diot(foreign)).amounts['acreditable_intangibles'], 2964 + 297.6)
  for (const id of ids) await done('PagoProveedor', 'cancelar_pago', id, { motivo: 'Por error' })
  assert.deepEqual((await diot(foreign)).amounts, before)
  assert.deepEqual(await wrong(), [])

  const refused = async (numero: string, desglose: readonly object[]) => {
    const id = await typed(numero, { partidas: hundred, desglose })
    const { json } = await act('CuentaPorPagar', 'autorizar_factura', id)
    const [error] = json.data.results[0].errors
    return [error.code, error.field]
  }
  const right = await of('0.16', 'Tasa', '16')
  const cases = [
    await of('0.08', 'Tasa', '8'),
    await of('0.16', 'Tasa', '15'),
    { ...right, base: '200', importe: '32' },
    { ...right, impuesto: await idOf('impuesto', '003') },
    { ...right, es_acreditable: false },
  ]
  for (const [index, one] of cases.entries())
    assert.deepEqual(await refused(`X-${index}`, [one]), ['VALIDATION', 'desglose'])
})

test('an advance that pays services from abroad owes their IVA by what it was worth when it is used', async () => {
  const pago = await pay(0, '580', { tipo_cambio: '18.40', aplicaciones: [] })
  const [{ id: anticipo }] = (await get(`AnticipoProveedor?pago=${pago}`)).data
  const cuenta = await owed('A-1', {
    partidas: [{ descripcion: 'Servers', gasto, importe: '100' }],
  })
  await done('AnticipoProveedor', 'aplicar_anticipo', anticipo, { cuenta })
  const booked = await on.books('AnticipoProveedor', anticipo)
  assert.deepEqual([booked['118-02'], booked['208-01']], ['294.40', '-294.40'])
  assert.deepEqual(await wrong(), [])
  const [{ id: use }] = (await get(`AnticipoProveedorAplicacion?anticipo=${anticipo}`)).data
  await done('AnticipoProveedorAplicacion', 'cancelar_aplicacion', use, { motivo: 'Por error' })
  assert.deepEqual(await wrong(), [])
})

const tasa = (rate: string) =>
  ({
    Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: rate }],
  }) as const
const MIXED = [
  { cantidad: '1', precio: '1000' },
  { cantidad: '1', precio: '500', impuestos: tasa('0.080000') },
  { cantidad: '1', precio: '300', impuestos: tasa('0.000000') },
  {
    cantidad: '1',
    precio: '200',
    impuestos: { Traslados: [{ Impuesto: '002', TipoFactor: 'Exento' }] },
  },
  { cantidad: '1', precio: '100', impuestos: null },
] as const

test('what was paid is told by its rate, and a credit note of it as returned, as the books credit', async () => {
  const proveedor = on.buying.proveedor
  const xml = await on.bill(MIXED)
  const registered = await on.register({ xml, gasto })
  assert.equal(registered.status, 200, registered.text)
  await pay(registered.json.data.id, '2300', {
    proveedor,
    moneda: on.buying.moneda,
    tipo_cambio: '1',
    cuenta_bancaria: banco,
  })
  const paid = {
    acreditable_16: 160,
    acreditable_norte: 40,
    exento: 200,
    iva_acreditable: 200,
    no_objeto_nacional: 100,
    valor_0: 300,
    valor_16: 1000,
    valor_norte: 500,
  }
  assert.deepEqual((await diot(proveedor)).amounts, paid)
  const read = readCfdi(Buffer.from(xml))
  assert.ok(read.ok)
  const { UUID } = read.value.comprobante.Complemento?.TimbreFiscalDigital ?? { UUID: '' }
  const back = await on.bill(
    [
      { cantidad: '1', precio: '200' },
      { cantidad: '1', precio: '100', impuestos: tasa('0.080000') },
      { cantidad: '1', precio: '50', impuestos: tasa('0.000000') },
    ],
    {
      TipoDeComprobante: 'E',
      MetodoPago: 'PUE',
      FormaPago: '15',
      CfdiRelacionados: [{ TipoRelacion: '01', CfdiRelacionado: [{ UUID }] }],
    },
  )
  const noted = await on.erp.admin.post(
    `${API}/NotaCreditoProveedor/actions/registrar_nota_credito`,
    {
      xml: back,
    },
  )
  assert.equal(noted.status, 200, noted.text)
  const { amounts } = await diot(proveedor)
  const returned = {
    ...paid,
    acreditable_16: 128,
    acreditable_norte: 32,
    devoluciones_16: 200,
    devoluciones_norte: 100,
    iva_acreditable: 160,
    valor_0: 250,
  }
  assert.deepEqual(amounts, returned)
  const { meta } = await get(`reports/vat?periodo=${await march()}`)
  assert.equal(meta.acreditable_pagado, 160 + 2964)
  assert.deepEqual(await acts('actos_pagados'), [
    ['0', 250, 0],
    ['16', 800, 128],
    ['8', 400, 32],
    ['exento', 200, 0],
    ['importacion_servicios', 18_525, 2964],
    ['no_objeto', 100, 0],
  ])
  assert.deepEqual(await wrong(), [])
  const nota = noted.json.data.id
  // What is left of it pays another invoice: nothing is returned twice, and what it pays is paid.
  const next = await on.register({ xml: await on.bill([{ cantidad: '1', precio: '100' }]), gasto })
  await done('NotaCreditoProveedor', 'aplicar_nota_credito', nota, { cuenta: next.json.data.id })
  assert.deepEqual((await diot(proveedor)).amounts, {
    ...returned,
    acreditable_16: 144,
    iva_acreditable: 176,
    valor_16: 1100,
  })
  await done('NotaCreditoProveedor', 'cancelar_nota_credito', nota, { motivo: 'No procede' })
  assert.deepEqual((await diot(proveedor)).amounts, paid)
  assert.deepEqual(await wrong(), [])
})

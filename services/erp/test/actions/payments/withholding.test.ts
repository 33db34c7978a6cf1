import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql, trusted } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { readCfdi } from '../../../src/fiscal/cfdi/xml/read.ts'
import { ADMIN } from '../../admin.ts'
import { supplied, type Supplied } from '../payables/supplier-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { problem } from './payment-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices, and its clock goes on to another month.

// LIVA 1-A and 5-IV, LISR 106 and 116: withheld when it is paid; IVA of it is credited when it is remitted.

let on: Supplied
let client: HttpClient
let gasto: number
let banco: number
let forma: number

const FEE = {
  Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
  Retenciones: [
    { Impuesto: '001', TipoFactor: 'Tasa', TasaOCuota: '0.100000' },
    { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.106667' },
  ],
} as const

async function idOf(table: string, clave: string): Promise<number> {
  const [row] = await on.erp.owner.query<{ id: number }>(
    sql`select id from public.${trusted(table)} where clave = ${clave} order by id limit 1`,
  )
  assert.ok(row, `${table} ${clave}`)
  return row.id
}

before(async () => {
  on = await supplied()
  client = on.erp.admin
  gasto = await on.create('CatalogoGasto', {
    clave: 'HON',
    nombre: 'Honorarios',
    cuenta_contable: await idOf('cuenta_contable', '601-84'),
    activo: true,
  })
  banco = await on.create('CuentaBancaria', {
    clave: 'B',
    nombre: 'Banco',
    banco: await idOf('banco', '012'),
    tipo: await idOf('tipo_cuenta_bancaria', 'CHEQ'),
    numero_cuenta: '1',
    moneda: on.buying.moneda,
    cuenta_contable: await idOf('cuenta_contable', '102-01'),
    titular: 'Nosotros',
    activo: true,
  })
  forma = await on.create('FormaPago', {
    clave: 'T',
    nombre: 'Transferencia',
    forma_pago_sat: await idOf('forma_pago_sat', '03'),
    cuenta_bancaria: banco,
    activo: true,
  })
})

after(() => on.stop())

const get = async (path: string) => (await client.get(`${API}/${path}`)).json

/** A fee of 10,000: 1,600 of IVA, of which 1,066.67 are withheld, and 1,000 of ISR. */
async function fee(): Promise<number> {
  const xml = await on.bill([{ cantidad: '1', precio: '10000', impuestos: FEE }])
  const answer = await on.register({ xml, gasto })
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data.id
}

const act = (model: string, action: string, id: number, inputs: object = {}) =>
  client.post(`${API}/${model}/actions/${action}`, { ids: [id], ...inputs })

async function pay(cuenta: number, importe: string): Promise<number> {
  const pago = await on.create('PagoProveedor', {
    fecha: '2026-03-02',
    proveedor: on.buying.proveedor,
    forma_pago: forma,
    cuenta_bancaria: banco,
    moneda: on.buying.moneda,
    importe,
    aplicaciones: [{ cuenta, importe }],
  })
  const answer = await act('PagoProveedor', 'pagar', pago)
  assert.deepEqual(verdict(answer), [200, null], answer.text)
  return pago
}

const march = async (): Promise<number> =>
  (await get('PeriodoContable?ejercicio=1&numero=3')).data[0].id

const vat = async (days: string) => (await get(`reports/vat?${days}`)).meta

const wrong = async (): Promise<readonly unknown[]> =>
  (await get('reports/consistency')).data.filter(
    (row: { diferencia: number }) => row.diferencia !== 0,
  )

async function diot(period: number) {
  const computed = await act('PeriodoContable', 'calcular_diot', period)
  assert.equal(computed.json.meta.succeeded, 1, computed.text)
  const [row] = (await get(`DiotOperacion?periodo=${period}`)).data
  return row === undefined ? null : [row.valor_16, row.acreditable_16, row.iva_retenido]
}

test('what an invoice says is withheld when it is paid, in proportion, and the last payment takes the rest', async () => {
  const cuenta = await fee()
  assert.deepEqual(await on.books('CuentaPorPagar', cuenta), {
    '119-01': '1600.00',
    '201-01': '-9533.33',
    '216-12': '-2066.67',
    '601-84': '10000.00',
  })
  assert.equal((await vat('desde=2026-03-01&hasta=2026-03-31')).retenido_a_proveedores, 0)
  const half = await pay(cuenta, '4766.66')
  assert.deepEqual(await on.books('PagoProveedor', half), {
    '102-01': '-4766.66',
    '118-01': '266.67',
    '119-01': '-800.00',
    '119-11': '533.33',
    '201-01': '4766.66',
    '216-04': '-500.00',
    '216-10': '-533.33',
    '216-12': '1033.33',
  })
  assert.deepEqual(await wrong(), [])
  const rest = await pay(cuenta, '4766.67')
  assert.deepEqual(await on.books('PagoProveedor', rest), {
    '102-01': '-4766.67',
    '118-01': '266.66',
    '119-01': '-800.00',
    '119-11': '533.34',
    '201-01': '4766.67',
    '216-04': '-500.00',
    '216-10': '-533.34',
    '216-12': '1033.34',
  })
  assert.deepEqual(await wrong(), [])
  const { acreditable_pagado, retenido_a_proveedores } = await vat(
    'desde=2026-03-01&hasta=2026-03-31',
  )
  assert.deepEqual([acreditable_pagado, retenido_a_proveedores], [533.33, 1066.67])
  assert.deepEqual(await diot(await march()), [10_000, 533.33, 1066.67])
})

test('what is left of a note of what was paid withholds of the invoice that it pays', async () => {
  const paid = await on.bill([{ cantidad: '1', precio: '10000', impuestos: FEE }])
  const first = await on.register({ xml: paid, gasto })
  assert.equal(first.status, 200, first.text)
  const pago = await pay(first.json.data.id, '9533.33')
  const read = readCfdi(Buffer.from(paid))
  assert.ok(read.ok)
  const { UUID } = read.value.comprobante.Complemento?.TimbreFiscalDigital ?? { UUID: '' }
  const xml = await on.bill([{ cantidad: '1', precio: '10000', impuestos: FEE }], {
    TipoDeComprobante: 'E',
    MetodoPago: 'PUE',
    FormaPago: '15',
    CfdiRelacionados: [{ TipoRelacion: '01', CfdiRelacionado: [{ UUID }] }],
  })
  const noted = await client.post(`${API}/NotaCreditoProveedor/actions/registrar_nota_credito`, {
    xml,
  })
  assert.equal(noted.status, 200, noted.text)
  const nota = noted.json.data.id
  // What was withheld already is owed to the SAT so much less.
  assert.deepEqual(await on.books('NotaCreditoProveedor', nota), {
    '118-01': '-1600.00',
    '201-01': '9533.33',
    '216-04': '1000.00',
    '216-10': '1066.67',
    '503-01': '-10000.00',
  })
  const used = await act('NotaCreditoProveedor', 'aplicar_nota_credito', nota, {
    cuenta: await fee(),
  })
  assert.deepEqual(verdict(used), [200, null], used.text)
  assert.deepEqual(await on.books('NotaCreditoProveedor', nota), {
    '118-01': '-1066.67',
    '119-01': '-1600.00',
    '119-11': '1066.67',
    '201-01': '9533.33',
    '216-12': '2066.67',
    '503-01': '-10000.00',
  })
  assert.deepEqual(await wrong(), [])
  const motivo = 'No procede'
  const back = await act('NotaCreditoProveedor', 'cancelar_nota_credito', nota, { motivo })
  assert.deepEqual(verdict(back), [200, null], back.text)
  assert.deepEqual(await wrong(), [])
  const undone = await act('PagoProveedor', 'cancelar_pago', pago, { motivo })
  assert.deepEqual(verdict(undone), [200, null], undone.text)
})

test('who lets what he owns has his ISR on its own account, and what is taken back withholds nothing', async () => {
  const regimen = await idOf('regimen_fiscal', '606')
  await on.buying.update('Proveedor', on.buying.proveedor, { regimen_fiscal: regimen })
  const cuenta = await fee()
  const pago = await pay(cuenta, '9533.33')
  const booked = await on.books('PagoProveedor', pago)
  assert.deepEqual([booked['216-03'], booked['216-04']], ['-1000.00', undefined])
  const back = await act('PagoProveedor', 'cancelar_pago', pago, { motivo: 'Por error' })
  assert.deepEqual(verdict(back), [200, null], back.text)
  assert.deepEqual(await on.books('PagoProveedor', pago), {})
  assert.deepEqual(await wrong(), [])
})

test('a note of what was paid to a lessor takes ISR off the account on which it was withheld', async () => {
  const paid = await on.bill([{ cantidad: '1', precio: '10000', impuestos: FEE }])
  const first = await on.register({ xml: paid, gasto })
  const pago = await pay(first.json.data.id, '9533.33')
  const read = readCfdi(Buffer.from(paid))
  assert.ok(read.ok)
  const { UUID } = read.value.comprobante.Complemento?.TimbreFiscalDigital ?? { UUID: '' }
  const xml = await on.bill([{ cantidad: '1', precio: '10000', impuestos: FEE }], {
    TipoDeComprobante: 'E',
    MetodoPago: 'PUE',
    FormaPago: '15',
    CfdiRelacionados: [{ TipoRelacion: '01', CfdiRelacionado: [{ UUID }] }],
  })
  const noted = await client.post(`${API}/NotaCreditoProveedor/actions/registrar_nota_credito`, {
    xml,
  })
  assert.equal(noted.status, 200, noted.text)
  const nota = noted.json.data.id
  assert.deepEqual(await on.books('NotaCreditoProveedor', nota), {
    '118-01': '-1600.00',
    '201-01': '9533.33',
    '216-03': '1000.00',
    '216-10': '1066.67',
    '503-01': '-10000.00',
  })
  const motivo = 'No procede'
  const back = await act('NotaCreditoProveedor', 'cancelar_nota_credito', nota, { motivo })
  assert.deepEqual(verdict(back), [200, null], back.text)
  const undone = await act('PagoProveedor', 'cancelar_pago', pago, { motivo })
  assert.deepEqual(verdict(undone), [200, null], undone.text)
  assert.deepEqual(await wrong(), [])
})

test('an invoice whose entry withheld at once, as an earlier release booked it, withholds nothing again', async () => {
  const cuenta = await fee()
  // As it stands in a company that was there before.
  await on.erp.owner.execute(sql`update public.poliza_partida l set cuenta_contable = (
      select id from public.cuenta_contable where clave = '216-10' and empresa_id = ${on.erp.empresaId})
    from public.cuenta_contable c, public.cuenta_por_pagar u
    where c.empresa_id = l.empresa_id and c.id = l.cuenta_contable and c.clave = '216-12'
      and u.empresa_id = l.empresa_id and u.id = ${cuenta} and l.poliza = u.poliza`)
  const pago = await pay(cuenta, '9533.33')
  assert.deepEqual(await on.books('PagoProveedor', pago), {
    '102-01': '-9533.33',
    '118-01': '1600.00',
    '119-01': '-1600.00',
    '201-01': '9533.33',
  })
  assert.deepEqual(await wrong(), [])
  const back = await act('PagoProveedor', 'cancelar_pago', pago, { motivo: 'Por error' })
  assert.deepEqual(verdict(back), [200, null], back.text)
})

test('IVA that was withheld is credited in the month in which it is remitted, once', async () => {
  const period = await march()
  const credit = (fecha: string) =>
    act('PeriodoContable', 'acreditar_iva_retenido', period, { fecha })
  const early = problem(await credit('2026-03-02'))
  assert.deepEqual([early.code, early.field], ['VALIDATION', 'fecha'])
  on.erp.clock.set('2026-04-17T18:00:00Z')
  client = await on.erp.logIn(ADMIN.usuario, ADMIN.password)
  assert.equal(problem(await credit('2026-04-18')).field, 'fecha')
  const done = await credit('2026-04-17')
  assert.deepEqual(verdict(done), [200, null], done.text)
  assert.deepEqual(await on.books('PeriodoContable', period), {
    '118-01': '1066.67',
    '119-11': '-1066.67',
  })
  const april = (await get('PeriodoContable?ejercicio=1&numero=4')).data[0].id
  const { acreditable_pagado } = await vat(`periodo=${april}`)
  assert.equal(acreditable_pagado, 1066.67)
  assert.deepEqual(await diot(april), [0, 1066.67, 0])
  assert.equal(problem(await credit('2026-04-17')).code, 'NO_LINES')
  assert.deepEqual(await wrong(), [])

  const motivo = 'No se enteró'
  const takeBack = () => act('PeriodoContable', 'cancelar_acreditacion', period, { motivo })
  assert.deepEqual(verdict(await takeBack()), [200, null])
  assert.deepEqual(await on.books('PeriodoContable', period), {})
  assert.equal((await vat(`periodo=${april}`)).acreditable_pagado, 0)
  assert.equal(await diot(april), null)
  assert.equal(problem(await takeBack()).code, 'INVALID_STATE')
  assert.deepEqual(await wrong(), [])
  assert.deepEqual(verdict(await credit('2026-04-17')), [200, null])
  assert.deepEqual(await diot(april), [0, 1066.67, 0])
  // What is closed is declared.
  const months: readonly { id: number; numero: number }[] = (
    await get('PeriodoContable?ejercicio=1&numero__lte=4&sort=numero')
  ).data
  for (const { id } of months) {
    const closed = await act('PeriodoContable', 'cerrar_periodo', id)
    assert.deepEqual(verdict(closed), [200, null], closed.text)
  }
  assert.equal(problem(await takeBack()).code, 'PERIOD_CLOSED')
  assert.equal((await vat(`periodo=${april}`)).acreditable_pagado, 1066.67)
})

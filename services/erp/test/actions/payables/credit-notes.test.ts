import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { readCfdi } from '../../../src/fiscal/cfdi/xml/read.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { supplied, type Billed, type Supplied } from './supplier-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices.

let on: Supplied
/** What pays: a bank account and a form of payment. */
let till: { readonly cuenta_bancaria: number; readonly forma_pago: number }

before(async () => {
  on = await supplied()
  const first = async (path: string): Promise<number> => (await on.get(path)).data[0].id
  const cuenta_bancaria = await on.create('CuentaBancaria', {
    clave: 'B',
    nombre: 'Banco',
    banco: await first('Banco?clave=012'),
    tipo: await first('TipoCuentaBancaria?clave=CHEQ'),
    numero_cuenta: '1',
    moneda: on.buying.moneda,
    cuenta_contable: await first('CuentaContable?clave=102-01'),
    titular: 'Nosotros',
    activo: true,
  })
  const forma_pago = await on.create('FormaPago', {
    clave: 'T',
    nombre: 'Transferencia',
    forma_pago_sat: await first('FormaPagoSat?clave=03'),
    cuenta_bancaria,
    activo: true,
  })
  till = { cuenta_bancaria, forma_pago }
})

after(() => on.stop())

function uuidOf(xml: string): string {
  const read = readCfdi(Buffer.from(xml))
  assert.ok(read.ok)
  return read.value.comprobante.Complemento?.TimbreFiscalDigital?.UUID ?? ''
}

async function paid(cuenta: number, importe: string, line: object = {}): Promise<number> {
  const pago = await on.create('PagoProveedor', {
    fecha: '2026-03-02',
    proveedor: on.buying.proveedor,
    moneda: on.buying.moneda,
    importe,
    ...till,
    aplicaciones: [{ cuenta, importe, ...line }],
  })
  const answer = await on.erp.admin.post(`${API}/PagoProveedor/${pago}/actions/pagar`, {})
  assert.equal(answer.status, 200, answer.text)
  return pago
}

interface Owed {
  readonly id: number
  readonly xml: string
  readonly compra: number
  readonly recepcion: number
}

/** An invoice of ten pieces of a hundred pesos each, with IVA. */
async function invoiced(more: object = {}, of: object = {}, line: object = {}): Promise<Owed> {
  const compra = await on.order([{ cantidad: '10', precio: '100', ...line }], more)
  const recepcion = await on.receive(compra, ['10'])
  const xml = await on.bill([{ cantidad: '10', precio: '100' }], of)
  const answer = await on.register({ xml, compra })
  assert.equal(answer.status, 200, answer.text)
  return { id: answer.json.data.id, xml, compra, recepcion }
}

const note = (relation: string, invoices: readonly string[], lines: readonly Billed[], more = {}) =>
  on.bill(lines, {
    TipoDeComprobante: 'E',
    MetodoPago: 'PUE',
    FormaPago: '15',
    CfdiRelacionados: [
      { TipoRelacion: relation, CfdiRelacionado: invoices.map((UUID) => ({ UUID })) },
    ],
    ...more,
  })

const register = (inputs: object) =>
  on.erp.admin.post(`${API}/NotaCreditoProveedor/actions/registrar_nota_credito`, inputs)

const act = (action: string, ids: readonly number[], inputs: object = {}) =>
  on.erp.admin.post(`${API}/NotaCreditoProveedor/actions/${action}`, { ids, ...inputs })

const left = async (id: number) => {
  const { estado, saldo } = (await on.get(`CuentaPorPagar/${id}`)).data
  return [estado, saldo]
}

test('a credit note settles the invoices that it names, and what is left of it another one', async () => {
  const first = await invoiced()
  const second = await invoiced()
  await paid(first.id, '232')
  const xml = await note(
    '01',
    [uuidOf(first.xml)],
    [{ cantidad: '1', precio: '1000', descripcion: 'Bonificación por volumen' }],
  )
  const answer = await register({ xml })
  assert.equal(answer.status, 200, answer.text)
  const { id, record } = answer.json.data
  assert.deepEqual(
    [record.estado, record.motivo, record.total, record.saldo, record.aplicaciones.length],
    ['vigente', 'descuento', 1160, 232, 1],
  )
  assert.deepEqual(await left(first.id), ['pagada', 0])
  assert.deepEqual(await on.books('NotaCreditoProveedor', id), {
    '118-01': '-32.00',
    '119-01': '-128.00',
    '201-01': '1160.00',
    '503-01': '-1000.00',
  })
  assert.deepEqual(verdict(await register({ xml })), [409, 'DUPLICATE'])
  const tooMuch = await act('aplicar_nota_credito', [id], { cuenta: second.id, importe: '233' })
  assert.deepEqual(verdict(tooMuch), [200, 'VALIDATION'])
  const both = await Promise.all(
    ['132', '132'].map((importe) =>
      act('aplicar_nota_credito', [id], { cuenta: second.id, importe }),
    ),
  )
  const done: readonly number[] = both.map(({ json }) => json.meta.succeeded)
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    [0, 1],
  )
  assert.equal(
    (await act('aplicar_nota_credito', [id], { cuenta: second.id })).json.meta.succeeded,
    1,
  )
  assert.deepEqual(await left(second.id), ['pagada_parcial', 928])
  // What the rest of the note pays of the second invoice is credited as if it was paid.
  assert.deepEqual(await on.books('NotaCreditoProveedor', id), {
    '119-01': '-160.00',
    '201-01': '1160.00',
    '503-01': '-1000.00',
  })
  assert.equal((await on.get(`NotaCreditoProveedor/${id}`)).data.estado, 'aplicada')
  const kept = await on.erp.admin.post(
    `${API}/CuentaPorPagar/${first.id}/actions/cancelar_factura`,
    {
      motivo: 'Ya no procede',
    },
  )
  assert.equal(kept.json.errors[0].code, 'INVALID_STATE')
  const back = await act('cancelar_nota_credito', [id], { motivo: 'Se canceló ante el SAT' })
  assert.equal(back.json.meta.succeeded, 1, back.text)
  assert.deepEqual(await left(first.id), ['pagada_parcial', 928])
  assert.deepEqual(await left(second.id), ['autorizada', 1160])
  assert.deepEqual(await on.books('NotaCreditoProveedor', id), {})
  assert.equal((await register({ xml })).status, 200)
})

test('the credit note of a return clears what the return charged to goods received', async () => {
  const articulo = await on.create('Articulo', {
    clave: 'VAR',
    descripcion: 'Varilla',
    unidad: on.buying.unidad,
    tipo: 'servicio',
    se_inventaria: false,
  })
  const { compra, recepcion, xml: invoice, id: cuenta } = await invoiced({}, {}, { articulo })
  const [line] = (await on.get(`RecepcionCompra/${recepcion}?lines=true`)).data.partidas
  const early = await register({
    xml: await note('03', [uuidOf(invoice)], [{ cantidad: '2', precio: '100' }]),
  })
  assert.deepEqual(
    [verdict(early), early.json.errors[0].field],
    [[422, 'VALIDATION'], 'devolucion'],
  )
  const devolucion = await on.create('DevolucionCompra', {
    fecha: '2026-03-02',
    proveedor: on.buying.proveedor,
    compra,
    recepcion,
    almacen: on.almacen,
    motivo: 'defecto',
    moneda: on.buying.moneda,
    partidas: [
      {
        recepcion_partida: line.id,
        articulo,
        cantidad: '2',
        unidad: on.buying.unidad,
        costo: '100',
      },
    ],
  })
  for (const action of ['autorizar_devolucion', 'devolver_compra']) {
    const path = `${API}/DevolucionCompra/${devolucion}/actions/${action}`
    const answer = await on.erp.admin.post(path, {})
    assert.equal(answer.status, 200, answer.text)
  }
  assert.equal((await on.books('DevolucionCompra', devolucion))['205-06'], '200.00')
  const credit = await register({
    xml: await note('03', [uuidOf(invoice)], [{ cantidad: '2', precio: '100' }]),
  })
  assert.equal(credit.status, 200, credit.text)
  const { id, record } = credit.json.data
  assert.deepEqual(
    [record.estado, record.motivo, record.devolucion],
    ['aplicada', 'devolucion', devolucion],
  )
  assert.deepEqual(await on.books('NotaCreditoProveedor', id), {
    '119-01': '-32.00',
    '201-01': '232.00',
    '205-06': '-200.00',
  })
  assert.deepEqual(await left(cuenta), ['pagada_parcial', 928])
  assert.equal((await on.get(`DevolucionCompra/${devolucion}`)).data.estado, 'acreditada')
})

test('a credit note of an invoice in dollars takes it back at the rate at which it was booked', async () => {
  const [{ id: dolar } = { id: 0 }] = (await on.get('Moneda?clave=USD')).data
  const { xml: invoice } = await invoiced(
    { moneda: dolar, tipo_cambio: '17' },
    { Moneda: 'USD', TipoCambio: '17.5' },
  )
  const dollars = { Moneda: 'USD', TipoCambio: '19' }
  const answer = await register({
    xml: await note('01', [uuidOf(invoice)], [{ cantidad: '1', precio: '100' }], dollars),
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await on.books('NotaCreditoProveedor', answer.json.data.id), {
    '119-01': '-280.00',
    '201-01': '2030.00',
    '503-01': '-1750.00',
  })
  const pesos = await register({
    xml: await note('01', [uuidOf(invoice)], [{ cantidad: '1', precio: '100' }]),
  })
  assert.deepEqual([verdict(pesos), pesos.json.errors[0].field], [[422, 'VALIDATION'], 'moneda'])
})

test('a note of a paid invoice takes back IVA that was credited, and the supplier pays it back in money', async () => {
  const { id: cuenta, xml: invoice } = await invoiced()
  const pago = await paid(cuenta, '1160')
  const answer = await register({
    xml: await note('01', [uuidOf(invoice)], [{ cantidad: '1', precio: '1000' }]),
  })
  assert.equal(answer.status, 200, answer.text)
  const { id, record } = answer.json.data
  assert.deepEqual([record.estado, record.saldo, record.iva_pagado], ['vigente', 1160, 160])
  const booked = { '118-01': '-160.00', '201-01': '1160.00', '503-01': '-1000.00' }
  assert.deepEqual(await on.books('NotaCreditoProveedor', id), booked)
  const cuenta_bancaria = till.cuenta_bancaria
  const both = await Promise.all(
    [1, 2].map(() => act('cobrar_reembolso', [id], { cuenta_bancaria, referencia: '99' })),
  )
  const done: readonly number[] = both.map(({ json }) => json.meta.succeeded)
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    [0, 1],
  )
  const refunded = (await on.get(`NotaCreditoProveedor/${id}`)).data
  assert.deepEqual(
    [refunded.estado, refunded.saldo, refunded.importe_devuelto],
    ['aplicada', 0, 1160],
  )
  assert.deepEqual(await on.books('NotaCreditoProveedor', id), {
    '102-01': '1160.00',
    '118-01': '-160.00',
    '503-01': '-1000.00',
  })
  const movement = (await on.get(`MovimientoBancario/${refunded.movimiento}`)).data
  assert.deepEqual(
    [movement.naturaleza, movement.importe, movement.referencia, movement.estado],
    ['abono', 1160, '99', 'aplicado'],
  )
  const early = await act('cancelar_nota_credito', [id], { motivo: 'No procede' })
  assert.deepEqual(verdict(early), [200, 'INVALID_STATE'])
  const payment = await on.erp.admin.post(`${API}/PagoProveedor/${pago}/actions/cancelar_pago`, {
    motivo: 'No procede',
  })
  assert.deepEqual(verdict(payment), [409, 'INVALID_STATE'])
  assert.match(payment.json.errors[0].message, /pays what NotaCreditoProveedor \S+ credits/)
  const back = await act('cancelar_reembolso', [id], { motivo: 'No llegó' })
  assert.equal(back.json.meta.succeeded, 1, back.text)
  assert.deepEqual(await on.books('NotaCreditoProveedor', id), booked)
  const again = await act('cancelar_reembolso', [id], { motivo: 'No llegó' })
  assert.deepEqual(verdict(again), [200, 'INVALID_STATE'])
  const ended = await act('cancelar_nota_credito', [id], { motivo: 'No procede' })
  assert.equal(ended.json.meta.succeeded, 1, ended.text)
  assert.deepEqual(await on.books('NotaCreditoProveedor', id), {})
})

test('a note of an invoice in dollars takes back as much IVA as its payment credited', async () => {
  const [{ id: dolar } = { id: 0 }] = (await on.get('Moneda?clave=USD')).data
  const { id: cuenta, xml: invoice } = await invoiced(
    { moneda: dolar, tipo_cambio: '17' },
    { Moneda: 'USD', TipoCambio: '17.5' },
  )
  await paid(cuenta, '22040', { importe: '1160', importe_pago: '22040' })
  const dollars = { Moneda: 'USD', TipoCambio: '18' }
  const answer = await register({
    xml: await note('01', [uuidOf(invoice)], [{ cantidad: '1', precio: '1000' }], dollars),
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await on.books('NotaCreditoProveedor', answer.json.data.id), {
    // 160 at 19.00, as the pesos paid them; 119-01 gave up and got back 160 at 17.50.
    '118-01': '-3040.00',
    '201-01': '20300.00',
    '503-01': '-17500.00',
    '701-01': '240.00',
  })
})

test('a credit note takes no more off than its invoice was charged, less what was credited of it', async () => {
  const { xml: invoice, id } = await invoiced()
  const uuids = [uuidOf(invoice)]
  const credit = async (lines: readonly Billed[]) =>
    await register({ xml: await note('01', uuids, lines) })
  const beyond = async (lines: readonly Billed[]) => {
    const answer = await credit(lines)
    assert.deepEqual(verdict(answer), [422, 'CFDI_REJECTED'], answer.text)
    return String(answer.json.errors[0].message)
  }
  assert.match(
    await beyond([{ cantidad: '1', precio: '1000.01' }]),
    /credits 1000\.01 before taxes .* 0\.00 was credited before: 1000\.00 is left/,
  )
  const answers = await Promise.all([1, 2].map(() => credit([{ cantidad: '6', precio: '100' }])))
  const codes: readonly number[] = answers.map(({ status }) => status)
  assert.deepEqual(
    codes.toSorted((a, b) => a - b),
    [200, 422],
  )
  assert.match(
    await beyond([{ cantidad: '5', precio: '100' }]),
    /600\.00 was credited before: 400\.00 is left/,
  )
  const taxed = (TasaOCuota: string) => ({
    Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota }],
  })
  await credit([{ cantidad: '1', precio: '100', impuestos: taxed('0.000000') }])
  assert.match(await beyond([{ cantidad: '4', precio: '100' }]), /credits 400\.00 before taxes/)
  assert.equal((await credit([{ cantidad: '3', precio: '100' }])).status, 200)
  assert.deepEqual(await left(id), ['pagada_parcial', 16])
})

test('a credit note that names no invoice of ours is refused', async () => {
  const stray = await note(
    '01',
    ['11111111-2222-3333-4444-555555555555'],
    [{ cantidad: '1', precio: '1' }],
  )
  const unknown = await register({ xml: stray })
  assert.deepEqual(
    [verdict(unknown), unknown.json.errors[0].field],
    [[422, 'CFDI_REJECTED'], 'CfdiRelacionados'],
  )
  const { xml } = await invoiced()
  assert.deepEqual(verdict(await register({ xml })), [422, 'CFDI_REJECTED'])
})

test('what suppliers are owed, and what is received and not invoiced, is what the books say', async () => {
  const controls: readonly { control: string; diferencia: number }[] = (
    await on.get('reports/consistency')
  ).data
  assert.deepEqual(
    controls.filter(({ diferencia }) => diferencia !== 0),
    [],
  )
})

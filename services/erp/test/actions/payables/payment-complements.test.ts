import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import {
  composePagos,
  paidInvoice,
  PAYMENT_DOCUMENT,
} from '../../../src/fiscal/cfdi/compose/payments.ts'
import { readCfdi } from '../../../src/fiscal/cfdi/xml/read.ts'
import { HEAD } from '../../cfdi/any-cfdi.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { supplied, type Supplied } from './supplier-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices.

let on: Supplied
let banco: number
let forma: number

before(async () => {
  on = await supplied()
  const cuenta = await on.create('CuentaContable', {
    clave: '102-PAG',
    nombre: 'Banco',
    nivel: 2,
    naturaleza: await firstOf(sql`select id from public.naturaleza_cuenta where clave = 'D'`),
    tipo: 'activo',
    acepta_movimientos: true,
    activo: true,
  })
  banco = await on.create('CuentaBancaria', {
    clave: 'PAG',
    nombre: 'Pagos',
    banco: await firstOf(sql`select id from public.banco order by id limit 1`),
    tipo: await firstOf(sql`select id from public.tipo_cuenta_bancaria order by id limit 1`),
    numero_cuenta: '0001',
    moneda: on.buying.moneda,
    cuenta_contable: cuenta,
    activo: true,
  })
  forma = await on.create('FormaPago', {
    clave: 'TRANS',
    nombre: 'Transferencia',
    forma_pago_sat: await firstOf(sql`select id from public.forma_pago_sat where clave = '03'`),
    cuenta_bancaria: banco,
    activo: true,
  })
})

after(() => on.stop())

async function firstOf(statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await on.erp.owner.query<{ id: number }>(statement)
  assert.ok(row)
  return row.id
}

/** An invoice of a hundred pesos and its IVA, to be paid later. */
async function invoiced(): Promise<{ readonly id: number; readonly xml: string }> {
  const compra = await on.order([{ cantidad: '1', precio: '100' }])
  await on.receive(compra, ['1'])
  const xml = await on.bill([{ cantidad: '1', precio: '100' }])
  const answer = await on.register({ xml, compra })
  assert.equal(answer.status, 200, answer.text)
  return { id: answer.json.data.id, xml }
}

async function paid(invoices: readonly { readonly id: number; readonly importe: string }[]) {
  const pago = await on.create('PagoProveedor', {
    fecha: '2026-03-02',
    proveedor: on.buying.proveedor,
    forma_pago: forma,
    cuenta_bancaria: banco,
    moneda: on.buying.moneda,
    importe: invoices.reduce((sum, { importe }) => sum + Number(importe), 0).toFixed(2),
    aplicaciones: invoices.map(({ id, importe }) => ({ cuenta: id, importe })),
  })
  const answer = await on.erp.admin.post(`${API}/PagoProveedor/${pago}/actions/pagar`, {})
  assert.equal(answer.status, 200, answer.text)
  return pago
}

/** The supplier's complement for what was paid of invoices. */
async function complement(
  payments: readonly { readonly xml: string; readonly before: string; readonly importe: string }[],
): Promise<string> {
  const documentos = payments.map(({ xml, before: ImpSaldoAnt, importe: ImpPagado }) => {
    const read = readCfdi(Buffer.from(xml))
    assert.ok(read.ok)
    const { comprobante } = read.value
    const uuid = comprobante.Complemento?.TimbreFiscalDigital?.UUID ?? ''
    return { invoice: paidInvoice(uuid, comprobante), NumParcialidad: 1, ImpSaldoAnt, ImpPagado }
  })
  const pagos = composePagos(
    [{ FechaPago: '2026-03-02T12:00:00', FormaDePagoP: '03', MonedaP: 'MXN', documentos }],
    () => 2,
  )
  return await on.bill([], {
    ...PAYMENT_DOCUMENT,
    Receptor: { ...HEAD.Receptor, UsoCFDI: 'CP01' },
    MetodoPago: undefined,
    FormaPago: undefined,
    pagos,
  })
}

const register = (inputs: object) =>
  on.erp.admin.post(`${API}/PagoProveedor/actions/registrar_complemento`, inputs)

const missing = async (hasta: string) =>
  (await on.erp.admin.get(`${API}/reports/pending-payment-complements?hasta=${hasta}`)).json

test('a payment waits for its complement from the sixth of the next month on, until it is registered', async () => {
  const first = await invoiced()
  const second = await invoiced()
  const pago = await paid([
    { id: first.id, importe: '116.00' },
    { id: second.id, importe: '50.00' },
  ])
  assert.deepEqual((await missing('2026-04-05')).data, [])
  const late = await missing('2026-04-06')
  assert.equal(late.meta.total, 2)
  const [row] = late.data
  assert.deepEqual(
    [row.pago, row.cuenta, row.importe, row.vence, row.dias, row.proveedor_str],
    [pago, first.id, 116, '2026-04-05', 1, 'P1 Aceros del Norte, S.A.'],
  )
  const wrong = await register({
    xml: await complement([{ xml: first.xml, before: '116.00', importe: '115.00' }]),
  })
  assert.deepEqual(verdict(wrong), [422, 'CFDI_REJECTED'])
  assert.match(wrong.json.errors[0].message, /115\.00 were paid .* but it was 116\.00 by PP-/)
  const xml = await complement([
    { xml: first.xml, before: '116.00', importe: '116.00' },
    { xml: second.xml, before: '116.00', importe: '50.00' },
  ])
  const both = await Promise.all([register({ xml }), register({ xml })])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const cfdi = (await on.get(`PagoProveedor/${pago}`)).data.complemento
  const [kept] = (await on.get(`CfdiPago?cfdi=${cfdi}`)).data
  assert.deepEqual([kept.pago, kept.monto], [pago, 166])
  assert.equal((await on.get(`CfdiPagoDocumento?pago=${kept.id}`)).meta.total, 2)
  assert.deepEqual((await missing('2026-12-31')).data, [])
})

test('a complement of an invoice, and an invoice as a complement, are refused', async () => {
  const { xml } = await invoiced()
  assert.deepEqual(verdict(await register({ xml })), [422, 'CFDI_REJECTED'])
  const unpaid = await complement([{ xml, before: '116.00', importe: '116.00' }])
  assert.deepEqual(verdict(await on.register({ xml: unpaid })), [422, 'CFDI_REJECTED'])
  const refused = await register({ xml: unpaid })
  assert.match(refused.json.errors[0].message, /No payment that is applied to the invoice/)
})

test('after an invoice, a credit note and a payment nothing of it is left in any account', async () => {
  const { id, xml } = await invoiced()
  const read = readCfdi(Buffer.from(xml))
  assert.ok(read.ok)
  const UUID = read.value.comprobante.Complemento?.TimbreFiscalDigital?.UUID ?? ''
  const credit = await on.bill([{ cantidad: '1', precio: '33.33' }], {
    TipoDeComprobante: 'E',
    MetodoPago: 'PUE',
    FormaPago: '15',
    CfdiRelacionados: [{ TipoRelacion: '01', CfdiRelacionado: [{ UUID }] }],
  })
  const noted = await on.erp.admin.post(
    `${API}/NotaCreditoProveedor/actions/registrar_nota_credito`,
    { xml: credit },
  )
  assert.equal(noted.status, 200, noted.text)
  const parts = [await paid([{ id, importe: '20.01' }]), await paid([{ id, importe: '57.33' }])]
  const invoice = (await on.get(`CuentaPorPagar/${id}`)).data
  assert.deepEqual([invoice.estado, invoice.saldo], ['pagada', 0])
  const books = await Promise.all([
    on.books('CuentaPorPagar', id),
    on.books('NotaCreditoProveedor', noted.json.data.id),
    ...parts.map((part) => on.books('PagoProveedor', part)),
  ])
  const left = (cuenta: string) =>
    Math.round(books.reduce((sum, one) => sum + Number(one[cuenta] ?? 0) * 100, 0))
  assert.deepEqual([left('201-01'), left('119-01'), left('118-01')], [0, 0, 1067])
})

test('a complement whose amounts have a third decimal is refused, with the amounts; nothing is rounded', async () => {
  const dinars = { Moneda: 'KWD', TipoCambio: '60' }
  const read = readCfdi(Buffer.from(await on.bill([{ cantidad: '1', precio: '1.25' }], dinars)))
  assert.ok(read.ok)
  const { comprobante } = read.value
  const uuid = comprobante.Complemento?.TimbreFiscalDigital?.UUID ?? ''
  const invoice = paidInvoice(uuid, comprobante)
  const documentos = [{ invoice, NumParcialidad: 1, ImpSaldoAnt: '1.450', ImpPagado: '1.005' }]
  const payment = { FechaPago: '2026-03-02T12:00:00', FormaDePagoP: '03', TipoCambioP: '60' }
  const xml = await on.bill([], {
    ...PAYMENT_DOCUMENT,
    Receptor: { ...HEAD.Receptor, UsoCFDI: 'CP01' },
    MetodoPago: undefined,
    FormaPago: undefined,
    pagos: composePagos([{ ...payment, MonedaP: 'KWD', documentos }], (clave) =>
      clave === 'KWD' ? 3 : 2,
    ),
  })
  const answer = await register({ xml })
  assert.equal(answer.status, 422, answer.text)
  const place = 'Complemento.Pagos.Pago[0]'
  assert.deepEqual(
    answer.json.errors.map(({ code, field }: { code: string; field: string }) => [code, field]),
    [
      ['CFDI_REJECTED', `${place}.Monto`],
      ['CFDI_REJECTED', `${place}.DoctoRelacionado[0].ImpPagado`],
      ['CFDI_REJECTED', `${place}.DoctoRelacionado[0].ImpSaldoInsoluto`],
    ],
  )
  assert.match(answer.json.errors[1].message, /ImpPagado is 1\.005 KWD.* 2 decimals/)
})

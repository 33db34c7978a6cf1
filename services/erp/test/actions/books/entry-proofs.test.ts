import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import { readZip } from '@oficina/zip/read-zip.ts'

import type { ErpTest } from '../../erp-service.ts'
import { idOf, type Shop } from '../cfdi/stamping-fixture.ts'
import { startStampingShop } from '../cfdi/stamping-shop.ts'
import { paying } from '../payments/payment-fixture.ts'
import { API } from '../purchase-fixture.ts'

// A service of its own: a PAC stamps for it.

// What the entries of a month are proved by, as the SAT is told of them (PL).

const LIMITS = { maxEntries: 2, maxPartBytes: 1e7, maxTotalBytes: 1e7, maxRatio: 100 }

let erp: ErpTest
let store: Shop
let stop: () => Promise<void>

before(async () => {
  ;({ erp, own: store, stop } = await startStampingShop())
})

after(() => stop())

interface Line {
  readonly cuenta: string
  readonly comprobantes: readonly Attributes[]
  /** `[element, attributes]` of what moved money. */
  readonly pagos: readonly (readonly [string, Attributes])[]
}

type Attributes = Readonly<Record<string, string>>

/** The lines of the entries of March that speak of something, as they are sent. */
async function told(client: HttpClient, concepto: string): Promise<readonly Line[]> {
  const [march] = (await client.get(`${API}/PeriodoContable?ejercicio=1&numero=3`)).json.data
  const query = `tipo=PL&periodo=${march.id}&solicitud=AF&orden=ABC1234567/26`
  const answer = await client.get(`${API}/reports/electronic-accounting?${query}`)
  assert.equal(answer.status, 200, answer.text)
  const archive = readZip(answer.bytes, LIMITS)
  assert.ok(archive.ok)
  const [file] = archive.value
  assert.ok(file)
  const xml = (file.method === 0 ? file.compressed : inflateRawSync(file.compressed)).toString()
  const entries = [...xml.matchAll(/<PLZ:Poliza [^>]*>([\s\S]*?)<\/PLZ:Poliza>/g)]
    .map(([whole]) => whole)
    .filter((whole) => whole.includes(concepto))
  assert.equal(entries.length, 1, xml)
  return [
    ...(entries[0] ?? '').matchAll(
      /<PLZ:Transaccion ([^>]*?)(?:\/>|>([\s\S]*?)<\/PLZ:Transaccion>)/g,
    ),
  ].map(([, head = '', children = '']) => {
    const inside = [...children.matchAll(/<PLZ:(\w+) ([^>]*)\/>/g)].map(
      ([, name = '', text = '']) => [name, attributes(text)] as const,
    )
    return {
      cuenta: attributes(head)['NumCta'] ?? '',
      comprobantes: inside.filter(([name]) => name === 'CompNal').map(([, own]) => own),
      pagos: inside.filter(([name]) => name !== 'CompNal'),
    }
  })
}

function attributes(text: string): Attributes {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  )
}

test('the entry of a sale names its CFDI on each line, and that of its collection both CFDI and the transfer on the bank’s line', async () => {
  const sale = await store.sale('100.00')
  assert.equal((await store.actOn('timbrar_venta', sale)).status, 200)
  const { folio, uuid } = await store.read('Venta', sale)
  const invoice = {
    UUID_CFDI: String(uuid).toUpperCase(),
    RFC: 'URE180429TM6',
    MontoTotal: '116.00',
  }
  const sold = await told(erp.admin, String(folio))
  assert.ok(sold.length >= 3)
  assert.deepEqual(
    sold.map(({ comprobantes }) => comprobantes),
    sold.map(() => [invoice]),
  )
  const [account] = (await erp.admin.get(`${API}/CuentaContable?clave=102-01`)).json.data
  const common = { banco: await idOf(erp, sql`banco`, '012'), moneda: store.moneda }
  const cuenta_bancaria = await store.create('CuentaBancaria', {
    ...common,
    clave: 'BBVA',
    nombre: 'BBVA',
    tipo: await idOf(erp, sql`tipo_cuenta_bancaria`, 'CHEQ'),
    numero_cuenta: '0123456789',
    cuenta_contable: account.id,
    activo: true,
  })
  const forma_pago = await store.create('FormaPago', {
    clave: 'T',
    nombre: 'Transferencia',
    forma_pago_sat: await idOf(erp, sql`forma_pago_sat`, '03'),
    cuenta_bancaria,
    activo: true,
  })
  const cuenta_ordenante = await store.create('ClienteCuentaBancaria', {
    ...common,
    banco: await idOf(erp, sql`banco`, '147'),
    cliente: store.cliente,
    cuenta: '9876543210',
  })
  const [receivable] = await store.list(`CuentaPorCobrar?venta=${sale}`)
  const cobro = await store.create('CobroCliente', {
    fecha: '2026-03-02',
    cliente: store.cliente,
    forma_pago,
    cuenta_ordenante,
    moneda: store.moneda,
    importe: '116.00',
    aplicaciones: [{ cuenta: receivable?.['id'], importe: '116.00' }],
  })
  const done = await erp.admin.post(`${API}/CobroCliente/${cobro}/actions/cobrar`, {})
  assert.equal(done.status, 200, done.text)
  const { folio: collection, complemento } = await store.read('CobroCliente', cobro)
  const { uuid: rep } = await store.read('Cfdi', Number(complemento))
  const collected = await told(erp.admin, String(collection))
  const complement = { ...invoice, UUID_CFDI: String(rep).toUpperCase() }
  const both = [invoice, complement].toSorted((a, b) => (a.UUID_CFDI < b.UUID_CFDI ? -1 : 1))
  for (const { comprobantes } of collected) assert.deepEqual(comprobantes, both)
  const paid = collected.filter(({ pagos }) => pagos.length > 0)
  assert.deepEqual(
    paid.map(({ cuenta, pagos }) => [cuenta, pagos]),
    [
      [
        '102-01',
        [
          [
            'Transferencia',
            {
              CtaOri: '9876543210',
              // The bank is newer than the SAT's schema.
              BancoOriNal: '999',
              BancoOriExt: 'BANKAOOL',
              CtaDest: '0123456789',
              BancoDestNal: '012',
              Fecha: '2026-03-02',
              Benef: 'Escuela Kemper Urgate, S.A. de C.V.',
              RFC: 'URE180429TM6',
              Monto: '116.00',
            },
          ],
        ],
      ],
    ],
  )
})

test('the entry of a payment names the invoices that it pays, and how; what is not known of a transfer makes it another method', async () => {
  const other = await erp.otherCompany()
  const payer = await paying(erp, other)
  await erp.owner.execute(sql`
    update public.cuenta_contable set codigo_agrupador = (select id from public.codigo_agrupador where codigo = '102.01')
    where codigo_agrupador is null and clave like '102-%'`)
  const uuid = 'b3c6a1e0-1111-4222-8333-444455556666'
  const cuenta = await payer.invoice({ neto: '1000', more: { uuid } })
  const pay = async (importe: string, more: object) => {
    const id = await payer.payment(importe, [{ partida: 1, cuenta, importe }], more)
    const answer = await payer.act('PagoProveedor', 'pagar', [id])
    assert.equal(answer.json.meta.succeeded, 1, answer.text)
    return await told(other, String((await payer.read('PagoProveedor', id))['folio']))
  }
  const proof = { UUID_CFDI: uuid.toUpperCase(), RFC: 'ANO010101AB1', MontoTotal: '1160.00' }
  const money = { Fecha: '2026-03-02', Benef: 'Proveedor P1, S.A.', RFC: 'ANO010101AB1' }
  const unknown = await pay('116', {})
  assert.deepEqual(unknown[0]?.comprobantes, [proof])
  assert.deepEqual(
    unknown.flatMap(({ cuenta: account, pagos }) => pagos.map((one) => [account, ...one])),
    [['102-BMX', 'OtrMetodoPago', { MetPagoPol: '03', ...money, Monto: '116.00' }]],
  )
  const cash = await pay('58', { forma_pago: payer.efectivo })
  assert.deepEqual(
    cash.flatMap(({ pagos }) => pagos),
    [['OtrMetodoPago', { MetPagoPol: '01', ...money, Monto: '58.00' }]],
  )
})

test('an account without a code of the SAT, which its catalog leaves out, is in no entry either', async () => {
  const client = await erp.otherCompany()
  await erp.owner.execute(
    sql`update public.cuenta_contable set codigo_agrupador = null where clave like '899%'`,
  )
  const account = async (clave: string): Promise<number> =>
    (await client.get(`${API}/CuentaContable?clave=${clave}`)).json.data[0].id
  const entry = async (concepto: string, claves: readonly [string, string]) => {
    const [march] = (await client.get(`${API}/PeriodoContable?ejercicio=1&numero=3`)).json.data
    const lines = await Promise.all(
      claves.map(async (clave, index) => ({
        partida: index + 1,
        cuenta_contable: await account(clave),
        moneda: store.moneda,
        cargo: index === 0 ? '10' : '0',
        abono: index === 0 ? '0' : '10',
      })),
    )
    const made = await client.post(`${API}/Poliza`, {
      fecha: '2026-03-02',
      tipo: 1,
      periodo: march.id,
      concepto,
    })
    assert.equal(made.status, 201, made.text)
    for (const line of lines)
      await client.post(`${API}/PolizaPartida`, { poliza: made.json.data.id, ...line })
    const applied = await client.post(`${API}/Poliza/${made.json.data.id}/actions/aplicar`, {})
    assert.equal(applied.status, 200, applied.text)
  }
  await entry('Compromiso propio', ['899-01', '899-02'])
  await entry('Ingreso contado', ['102-01', '401-01'])
  assert.equal((await told(client, 'Ingreso contado')).length, 2)
  await assert.rejects(told(client, 'Compromiso propio'), /0 !== 1/)
})

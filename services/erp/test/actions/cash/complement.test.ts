import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { holds, type Condition } from '../../../src/dictionary/condition.ts'
import type { ErpTest } from '../../erp-service.ts'
import { idOf, type Shop } from '../cfdi/stamping-fixture.ts'
import { startStampingShop, type StampingShop } from '../cfdi/stamping-shop.ts'
import { API, verdict } from '../purchase-fixture.ts'

// A service of its own: a PAC stamps for it, with a clock that moves.

let erp: ErpTest
let stop: () => Promise<void>
let store: Shop
let forma: number
/** The PAC's clock, which is the service's. */
let pacClock: StampingShop['pacClock']

before(async () => {
  ;({ erp, own: store, pacClock, stop } = await startStampingShop())
  forma = await store.create('FormaPago', {
    clave: 'EFE',
    nombre: 'Efectivo',
    forma_pago_sat: await idOf(erp, sql`forma_pago_sat`, '01'),
    activo: true,
  })
})

after(() => stop())

/** The receivable of a sale of this amount, with IVA beside it, that is invoiced and paid in parts. */
async function invoiced(importe: string): Promise<number> {
  const sale = await store.sale(importe)
  const answer = await store.act('timbrar_venta', [sale])
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  const [receivable] = await store.list(`CuentaPorCobrar?venta=${sale}`)
  return Number(receivable?.['id'])
}

async function cobro(
  importe: string,
  aplicaciones: readonly { readonly cuenta: number; readonly importe: string }[],
  fecha = '2026-03-02',
): Promise<number> {
  return await store.create('CobroCliente', {
    fecha,
    cliente: store.cliente,
    forma_pago: forma,
    moneda: store.moneda,
    importe,
    aplicaciones,
  })
}

const act = (action: string, ids: readonly number[], inputs: object = {}) =>
  erp.admin.post(`${API}/CobroCliente/actions/${action}`, { ids, ...inputs })

test('what is paid of invoices in parts is told to the SAT with its taxes in proportion', async () => {
  const [one, two] = [await invoiced('100.00'), await invoiced('33.33')]
  const first = await cobro('50.00', [{ cuenta: one, importe: '38.66' }])
  const answer = await act('cobrar', [first])
  assert.deepEqual(
    [answer.json.meta.succeeded, answer.json.data.results[0].warnings],
    [1, undefined],
  )
  const { complemento } = await store.read('CobroCliente', first)
  const told = await store.read('Cfdi', Number(complemento))
  assert.deepEqual([told['estado'], told['total']], ['vigente', 0])
  const payment = async (id: number) => {
    const { complemento: cfdi } = await store.read('CobroCliente', id)
    const [pago] = await store.list(`CfdiPago?cfdi=${cfdi}`)
    const documents = await store.list(`CfdiPagoDocumento?pago=${pago?.['id']}&sort=partida`)
    const taxes = await store.list(`CfdiImpuesto?cfdi=${cfdi}&tipo=traslado&sort=id`)
    return {
      monto: pago?.['monto'],
      documents: documents.map((row) =>
        ['parcialidad', 'saldo_anterior', 'importe_pagado', 'saldo_insoluto'].map(
          (name) => row[name],
        ),
      ),
      taxes: taxes.map((row) => [row['base'], row['importe']]),
    }
  }
  assert.deepEqual(await payment(first), {
    monto: 38.66,
    documents: [[1, 116, 38.66, 77.34]],
    taxes: [[33.33, 5.33]],
  })
  const both = await cobro('116.00', [
    { cuenta: one, importe: '77.34' },
    { cuenta: two, importe: '38.66' },
  ])
  assert.equal((await act('cobrar', [both])).json.meta.succeeded, 1)
  assert.deepEqual(await payment(both), {
    monto: 116,
    documents: [
      [2, 77.34, 77.34, 0],
      [1, 38.66, 38.66, 0],
    ],
    taxes: [
      [66.67, 10.67],
      [33.33, 5.33],
    ],
  })
  const [paid] = await store.list(`CuentaPorCobrar?id=${one}`)
  assert.equal((await store.read('Venta', Number(paid?.['venta'])))['estado'], 'pagada')
  const back = await act('cancelar_cobro', [both], { motivo: 'Por error' })
  assert.deepEqual(verdict(back), [200, 'INVALID_STATE'])
  assert.match(back.text, /complement of payments/)
  const cancelled = await act('cancelar_complemento', [both], { motivo: 'Por error' })
  assert.equal(cancelled.json.meta.succeeded, 1, cancelled.text)
  const { complemento: gone } = await store.read('CobroCliente', both)
  assert.equal((await store.read('Cfdi', Number(gone)))['estado'], 'cancelado')
  const after = await act('cancelar_cobro', [both], { motivo: 'Por error' })
  assert.equal(after.json.meta.succeeded, 1, after.text)
  assert.equal((await store.read('Venta', Number(paid?.['venta'])))['estado'], 'facturada')
  assert.equal((await store.read('CuentaPorCobrar', one))['saldo'], 77.34)
})

test('money stays collected when the PAC refuses its complement, which is tried again', async () => {
  const cuenta = await invoiced('10.00')
  const id = await cobro('11.60', [{ cuenta, importe: '11.60' }])
  pacClock.now = () => erp.clock.now() + TOO_LATE_MS
  const answer = await act('cobrar', [id])
  pacClock.now = erp.clock.now
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  const [warning] = answer.json.data.results[0].warnings
  assert.deepEqual([warning.code, warning.pac_code], ['PAC_REJECTED', '401'])
  const told = async () => {
    const { estado, complemento } = await store.read('CobroCliente', id)
    const cfdi = await store.read('Cfdi', Number(complemento))
    return [estado, cfdi['estado'], cfdi['folio']]
  }
  const [, , folio] = await told()
  assert.deepEqual(await told(), ['aplicado', 'rechazado', folio])
  const untold = async (hasta: string) =>
    (await store.list(`reports/pending-collection-complements?hasta=${hasta}`)).map((row) => [
      row['cobro'],
      row['complemento_estado'],
      row['vence'],
      row['dias'],
    ])
  assert.deepEqual(await untold('2026-04-06'), [[id, 'rechazado', '2026-04-05', 1]])
  assert.deepEqual(await untold('2026-04-05'), [])
  assert.deepEqual(await offered(id), ['timbrar_complemento'])
  assert.deepEqual(verdict(await act('cancelar_complemento', [id], { motivo: 'Por error' })), [
    200,
    'INVALID_STATE',
  ])
  const again = await act('timbrar_complemento', [id])
  assert.equal(again.json.meta.succeeded, 1, again.text)
  assert.deepEqual(await told(), ['aplicado', 'vigente', folio])
  assert.deepEqual(await untold('2026-04-06'), [])
  const [{ complemento }, payments] = [
    await store.read('CobroCliente', id),
    await store.list(`CfdiPago?cobro=${id}`),
  ]
  assert.deepEqual(
    payments.map(({ cfdi }) => cfdi),
    [complemento],
    'the refused one is written anew',
  )
  assert.deepEqual(await offered(id), ['cancelar_complemento'])
  assert.deepEqual(verdict(await act('timbrar_complemento', [id])), [200, 'INVALID_STATE'])
  assert.equal(
    (await act('cancelar_complemento', [id], { motivo: 'Por error' })).json.meta.succeeded,
    1,
  )
  assert.deepEqual(await offered(id), ['timbrar_complemento'], 'the SAT cancelled it')
})

/** What metadata offers of the complement of a collection, by what the collection and its complement have. */
async function offered(id: number): Promise<readonly string[]> {
  const { grid } = (await erp.client.get(`${API}/metadata/CobroCliente`)).json.data
  const record = await store.read('CobroCliente', id)
  const cfdi =
    record['complemento'] === null ? {} : await store.read('Cfdi', Number(record['complemento']))
  const valueOf = (field: string): string | null => {
    const value = field === 'complemento.estado' ? cfdi['estado'] : record[field]
    return value === null || value === undefined ? null : String(value)
  }
  const actions = grid.actions as readonly { name: string; offered_if: Condition | null }[]
  return actions.flatMap(({ name, offered_if: condition }) =>
    condition !== null && holds(condition, valueOf) ? [name] : [],
  )
}

/** Beyond the 72 hours in which the SAT takes a CFDI. */
const TOO_LATE_MS = 80 * 60 * 60_000

test('what is owed by an invoice is changed and cancelled with the invoice alone', async () => {
  const cuenta = await invoiced('20.00')
  const change = async (body: object) =>
    verdict(await erp.admin.send('PUT', `${API}/CuentaPorCobrar/${cuenta}`, { body }))
  assert.deepEqual(await change({ retenciones: '1.00' }), [409, 'INVALID_STATE'])
  assert.deepEqual(await change({ estado: 'cancelada' }), [422, 'READ_ONLY_FIELD'])
  assert.deepEqual(await change({ vencimiento: '2026-05-01' }), [200, null])
  const decide = async (action: string) =>
    verdict(
      await erp.admin.post(`${API}/CuentaPorCobrar/${cuenta}/actions/${action}`, {
        motivo: 'No era lo pedido',
      }),
    )
  assert.deepEqual(await decide('cancelar_saldo'), [409, 'INVALID_STATE'])
  assert.deepEqual(await decide('disputar_cuenta'), [200, null])
  const id = await cobro('3.20', [{ cuenta, importe: '3.20' }])
  assert.equal((await act('cobrar', [id])).json.meta.succeeded, 1)
  assert.equal((await store.read('CuentaPorCobrar', cuenta))['estado'], 'en_litigio')
  assert.deepEqual(await decide('resolver_disputa'), [200, null])
  assert.equal((await store.read('CuentaPorCobrar', cuenta))['estado'], 'cobrada_parcial')
  const gone = await erp.admin.send('DELETE', `${API}/CuentaPorCobrar/${cuenta}`, {})
  assert.deepEqual(verdict(gone), [409, 'INVALID_STATE'])
})

test('a discount on an invoice that is paid in parts is for a credit note', async () => {
  const cuenta = await invoiced('10.00')
  const id = await store.create('CobroCliente', {
    fecha: '2026-03-02',
    cliente: store.cliente,
    forma_pago: forma,
    moneda: store.moneda,
    importe: '10.60',
    aplicaciones: [{ cuenta, importe: '10.60', descuento: '1.00' }],
  })
  assert.deepEqual(verdict(await act('cobrar', [id])), [200, 'VALIDATION'])
  const without = await act('timbrar_complemento', [id])
  assert.deepEqual(verdict(without), [200, 'INVALID_STATE'])
})

test('money that came in today was not paid later than now, and that of a day before at its noon', async () => {
  const paidAt = async (fecha: string) => {
    const cuenta = await invoiced('20.00')
    // As if the sale were of a day before: nothing is collected of an invoice before it is made.
    const day = sql`update public.cuenta_por_cobrar set fecha = '2026-03-01' where id = ${cuenta}`
    await erp.owner.execute(day)
    const id = await cobro('20.00', [{ cuenta, importe: '20.00' }], fecha)
    assert.equal((await act('cobrar', [id])).json.meta.succeeded, 1)
    const { complemento } = await store.read('CobroCliente', id)
    const [pago] = await store.list(`CfdiPago?cfdi=${String(complemento)}`)
    return pago?.['fecha_pago']
  }
  // It is nine in the morning.
  assert.equal(await paidAt('2026-03-02'), new Date(erp.clock.now()).toISOString())
  assert.equal(await paidAt('2026-03-01'), '2026-03-01T18:00:00.000Z')
})

test('the RFC of a company stays that of the CFDI that it issued, and may be mended before the first', async () => {
  const { data } = (await erp.admin.get(`${API}/Empresa`)).json
  const [{ id, rfc }] = data
  const put = (body: object, client = erp.admin) =>
    client.send('PUT', `${API}/Empresa/${id}`, { body })
  await invoiced('10.00')
  const refused = await put({ rfc: 'ANO010101AB1' })
  assert.deepEqual(verdict(refused), [409, 'INVALID_STATE'])
  assert.equal(refused.json.errors[0].field, 'rfc')
  assert.equal((await put({ rfc, nombre_comercial: 'Kemper' })).status, 200)
  const other = await erp.otherCompany()
  const [theirs] = (await other.get(`${API}/Empresa`)).json.data
  const mended = await other.send('PUT', `${API}/Empresa/${theirs.id}`, {
    body: { rfc: 'ANO010101AB1' },
  })
  assert.equal(mended.status, 200, mended.text)
})

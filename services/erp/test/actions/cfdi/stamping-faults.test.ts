import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { idOf, type Shop, type TestPac } from './stamping-fixture.ts'
import { startStampingShop } from './stamping-shop.ts'

// A service of its own: a PAC stamps for it, with a clock that moves.

const HOUR_MS = 60 * 60_000

let erp: ErpTest
let pac: TestPac
let stop: () => Promise<void>
let own: Shop
const logged: string[] = []

before(async () => {
  const write = (line: string) => {
    logged.push(line)
  }
  const log = createLog({ service: 'erp-test', level: 'error', format: 'json', write })
  ;({ erp, pac, own, stop } = await startStampingShop({ log }))
})

after(() => stop())

test('an unforeseen fault behind a stamp is told as such, its text is in the log alone, and it is tried again', async () => {
  const id = await own.sale('10.00')
  await erp.owner.execute(sql`
    create function public.broken() returns trigger language plpgsql
      as $$ begin raise exception 'inner workings of the database'; end $$`)
  await erp.owner.execute(sql`
    create trigger broken before insert on public.cuenta_por_cobrar for each row execute function public.broken()`)
  const answer = await own.actOn('timbrar_venta', id)
  await erp.owner.execute(sql`drop function public.broken() cascade`)
  assert.equal(answer.status, 200, answer.text)
  const [warning] = answer.json.data.warnings
  assert.equal(warning.code, 'PAC_UNAVAILABLE')
  assert.match(warning.message, /an unforeseen fault; it is tried again/)
  const notes = await own.client.get(`${API}/BitacoraTimbrado`)
  assert.equal(notes.status, 200, notes.text)
  for (const text of [answer.text, notes.text]) assert.doesNotMatch(text, /inner workings/)
  const told = logged.filter((line) => line.includes('inner workings'))
  assert.equal(told.length, 1)
  assert.equal(JSON.parse(told[0] ?? '').registro, String(id))
  const asked = pac.asked()
  erp.clock.advance(60_000)
  await eventually(
    'the sale is invoiced',
    async () => (await own.read('Venta', id))['estado'] === 'facturada',
  )
  assert.equal(pac.asked(), asked)
})

/** A sale that is sealed, and whose PAC did not answer. */
async function waitingSale(): Promise<number> {
  const id = await own.sale('10.00')
  pac.order({ operation: 'stamp', point: 'before', effect: 'cut', times: 3 })
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.json.data.warnings[0].code, 'PAC_UNAVAILABLE', answer.text)
  return id
}

interface Waiting {
  readonly custom_id: string
  readonly estado: string
  readonly intentos: number
  readonly mensaje: string | null
  readonly hasStamp: boolean
}

async function intentOf(venta: number): Promise<Waiting> {
  const [row] = await erp.owner.query<Waiting>(sql`
    select custom_id, estado, intentos, mensaje, timbrado is not null as "hasStamp" from oficina.timbrado
    where empresa_id = ${erp.empresaId} and modelo = 'Venta' and registro = ${venta}`)
  return row ?? assert.fail('nothing is on its way')
}

async function triedAgain(venta: number): Promise<Waiting> {
  const { intentos } = await intentOf(venta)
  erp.clock.advance(HOUR_MS)
  await eventually('it was tried again', async () => (await intentOf(venta)).intentos > intentos)
  return await intentOf(venta)
}

async function invoicedByItself(venta: number): Promise<void> {
  erp.clock.advance(HOUR_MS)
  await eventually(
    'the sale is invoiced',
    async () => (await intentOf(venta)).estado === 'terminado',
  )
}

test('another document under the identity of a CFDI keeps it waiting, and is named', async () => {
  const first = await own.sale('20.00')
  const { record } = (await own.actOn('timbrar_venta', first)).json.data
  const id = await waitingSale()
  const { custom_id: identity } = await intentOf(id)
  const rename = async (name: string) => {
    await erp.owner.execute(sql`
      update oficina.timbrado set custom_id = ${name} where empresa_id = ${erp.empresaId} and modelo = 'Venta' and registro = ${id}`)
  }
  await rename((await intentOf(first)).custom_id)
  const { estado, hasStamp, mensaje } = await triedAgain(id)
  assert.deepEqual([estado, hasStamp], ['pendiente', false])
  assert.match(mensaje ?? '', new RegExp(`${record.uuid}, another document`))
  await rename(identity)
  await invoicedByItself(id)
})

test('a stamp whose entry the configuration no longer allows is kept, and finished once it does', async () => {
  await own.logIn()
  const id = await waitingSale()
  const [sales] = await own.list('CuentaContable?clave=401-01')
  const account = Number(sales?.['id'])
  await own.update('CuentaContable', account, { activo: false })
  const { estado, hasStamp, mensaje } = await triedAgain(id)
  assert.deepEqual([estado, hasStamp], ['pendiente', true])
  assert.match(mensaje ?? '', /what follows from it waits: .*401-01/)
  await own.logIn()
  assert.equal((await own.read('Venta', id))['estado'], 'confirmada')
  await own.update('CuentaContable', account, { activo: true })
  const asked = pac.asked()
  await invoicedByItself(id)
  assert.equal(pac.asked(), asked)
  await own.logIn()
  assert.equal((await own.read('Venta', id))['estado'], 'facturada')
})

test('each stamp is taken from those of the contract with the PAC, once', async () => {
  await erp.owner.execute(sql`
    insert into public.proveedor_certificacion (clave, razon_social) values ('PAC', 'PAC') on conflict do nothing`)
  const contrato = await own.create('ContratoPac', {
    clave: 'UNO',
    proveedor_certificacion: await idOf(erp, sql`proveedor_certificacion`, 'PAC'),
    ambiente: 'pruebas',
    usuario_pac: 'usuario',
    timbres_contratados: 100,
    es_predeterminado: true,
    activo: true,
  })
  const ids = [await own.sale('10.00'), await own.sale('10.00')]
  const path = `${API}/Venta/actions/timbrar_venta`
  assert.equal((await own.client.post(path, { ids })).status, 200)
  await own.client.post(path, { ids })
  assert.equal((await own.read('ContratoPac', contrato))['timbres_usados'], 2)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { csdInputs, RFC, shop, startPac, type Shop, type TestPac } from './stamping-fixture.ts'

let erp: ErpTest
let pac: TestPac
let own: Shop
const logged: string[] = []
const pacClock = { now: Date.now }

before(async () => {
  pac = await startPac(() => pacClock.now())
  const write = (line: string) => {
    logged.push(line)
  }
  const log = createLog({ service: 'erp-test', level: 'error', format: 'json', write })
  erp = await startErp({ pac: pac.settings, log })
  pacClock.now = erp.clock.now
  own = await shop(erp, erp.admin)
  const registered = await own.client.post(
    `${API}/CertificadoSat/actions/registrar_certificado`,
    await csdInputs(pac, RFC),
  )
  assert.equal(registered.status, 200, registered.text)
})

after(async () => {
  await erp.stop()
  await pac.stop()
})

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

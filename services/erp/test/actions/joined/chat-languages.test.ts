import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { API, purchasing, type Purchasing } from '../purchase-fixture.ts'
import { BOT, chatStub, type ChatStub } from './joined-stubs.ts'

// A service of its own: it has a chat.

let chat: ChatStub
let erp: ErpTest
let company: Purchasing

before(async () => {
  chat = await chatStub()
  erp = await startOwnErp({
    joined: { chatUrl: chat.url, chatBotEmail: BOT.email, chatBotApiKey: BOT.apiKey },
  })
  company = await purchasing(erp, erp.admin)
})

after(async () => {
  await erp.stop()
  await chat.close()
})

test('approvers who read different languages get one message, which says all in each', async () => {
  const small = await company.buyer('auxiliar', '100.00')
  const [boss] = [await company.buyer('boss', null), await company.buyer('jefa', null)]
  const path = `${API}/auth/preferencias/idioma`
  assert.equal((await boss.send('PUT', path, { body: { valor: 'en' } })).status, 200)
  chat.people.set('boss@empresa.example', 7).set('jefa@empresa.example', 8)
  const id = await company.purchase('5000.00')
  const { folio } = (await erp.admin.get(`${API}/Compra/${id}`)).json.data
  assert.equal((await small.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})).status, 200)
  const [message] = await eventually('they are told', () =>
    chat.messages.length > 0 ? chat.messages : undefined,
  )
  assert.deepEqual(message, {
    type: 'direct',
    to: '[7,8]',
    content: [
      `Por autorizar: la orden de compra \`${folio}\` del 2026-03-02 a \`Aceros del Norte, S.A.\` por 5,000.00 MXN.`,
      '',
      `To approve: the purchase order \`${folio}\` of 2026-03-02 to \`Aceros del Norte, S.A.\` for 5000.00 MXN.`,
    ].join('\n'),
  })
})

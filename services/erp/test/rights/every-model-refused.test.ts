import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { inTurn } from '@oficina/testkit/turns.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { assertAllRefused } from './all-refused.ts'

// Deep: it asks five things of each of 1,078 models, of a quarter of them in each turn.

let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

test('a user without any right may do nothing on any of the models', async () => {
  const body = { usuario: 'sin-nada', nombre: 'sin-nada', password: 'secreto-de-prueba' }
  const made = await erp.admin.post('/api/v1/Usuario', { ...body, estado: 'activo' })
  assert.equal(made.status, 201, made.text)
  const noRights = await erp.logIn('sin-nada', 'secreto-de-prueba')
  const { modules } = (await erp.client.get('/api/v1/metadata')).json.data
  const names: string[] = modules.flatMap(({ models }: { models: { name: string }[] }) =>
    models.map(({ name }) => name),
  )
  assert.equal(names.length, 1078)
  await assertAllRefused(noRights, inTurn(names, 4))
})

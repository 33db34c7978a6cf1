import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { hierarchyFields } from '../../src/query/hierarchy.ts'
import { insertAnyRecords } from '../any-records.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// A service of its own: it writes rows that the database would refuse.

const API = '/api/v1'
const { models } = shippedRegistry()
let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

async function departments(client: HttpClient, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const body = { clave: `D${index}`, nombre: `D${index}`, padre: ids.at(-1) ?? null }
    const created = await client.post(`${API}/Departamento`, body)
    assert.equal(created.status, 201, created.text)
    ids.push(created.json.data.id)
  }
  return ids
}

function setParent(client: HttpClient, id: number | undefined, padre: number | null | undefined) {
  return client.send('PUT', `${API}/Departamento/${id}`, { body: { padre } })
}

test('no record of any hierarchy becomes its own parent', async () => {
  const trees = [...models.values()].filter(
    (model) => model.scope === 'tenant' && hierarchyFields(model).length > 0,
  )
  assert.ok(trees.length > 15)
  for (const model of trees) {
    const rows = { empresa: 1, firstId: 700, count: 1, day: '2026-01-31', reference: 700 }
    await erp.owner.transaction((tx) => insertAnyRecords(tx, model, rows))
    for (const { name } of hierarchyFields(model)) {
      const path = `${API}/${model.name}/700`
      const cleared = await erp.admin.send('PUT', path, { body: { [name]: null } })
      if (!model.operations.includes('update') || cleared.status !== 200) continue
      const { status, json } = await erp.admin.send('PUT', path, { body: { [name]: 700 } })
      const [error] = json.errors
      assert.deepEqual([status, error.code, error.field], [422, 'VALIDATION', name], model.name)
    }
  }
})

test('a record does not become a descendant of itself, however far down', async () => {
  const client = await erp.otherCompany()
  const [first, second, third] = await departments(client, 3)
  const circle = await setParent(client, first, third)
  assert.deepEqual(
    [circle.status, circle.json.errors[0].code, circle.json.errors[0].field],
    [422, 'VALIDATION', 'padre'],
  )
  assert.match(circle.json.errors[0].message, /own ancestor/)
  assert.equal((await setParent(client, third, first)).status, 200)
  assert.equal((await setParent(client, second, third)).status, 200)
  assert.equal((await setParent(client, first, null)).status, 200)
})

test('two writes at once do not close a circle together', async () => {
  const client = await erp.otherCompany()
  const ids = await departments(client, 8)
  for (const id of ids) assert.equal((await setParent(client, id, null)).status, 200)
  const answers = await Promise.all(
    ids.map((id, index) => setParent(client, id, ids[(index + 1) % ids.length])),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [...Array.from({ length: ids.length - 1 }, () => 200), 422])
})

test('an import that changes records does not close a circle', async () => {
  const client = await erp.otherCompany()
  const ids = await departments(client, 2)
  const answer = await client.send('POST', `${API}/Departamento/import?upsert_by=clave`, {
    headers: { 'content-type': 'text/csv' },
    body: `clave,padre\nD0,${ids[1]}\n`,
  })
  assert.match(answer.text, /own ancestor/)
  const { json } = await client.get(`${API}/Departamento/${ids[0]}`)
  assert.equal(json.data.padre, null)
})

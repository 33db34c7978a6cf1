import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'

// Deep: its bodies are of megabytes and of a hundred thousand fields.

const API = '/api/v1'
const SHOWN = 100
// An answer to any number of mistakes fits a screen or two.
const MAX_ANSWER = 64 * 1024

let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

/** An object of so many fields that no model has. */
function unknownFields(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"campo_${index}":1`).join(',')}}`
}

const JSON_BODY = { headers: { 'content-type': 'application/json' } }
const JSONL_BODY = { headers: { 'content-type': 'application/x-ndjson' } }

interface Entry {
  readonly code: string
  readonly message: string
  readonly field: string
}

function assertShort(text: string, errors: readonly Entry[]): void {
  assert.ok(text.length < MAX_ANSWER, `${text.length}`)
  const last = errors.findLast(({ code }) => code === 'UNKNOWN_FIELD')
  assert.match(last?.message ?? text, /^There may be more problems; the first 100 are shown\.$/)
  assert.equal(errors.filter(({ code }) => code === 'UNKNOWN_FIELD').length, SHOWN + 1)
}

test('of any number of unknown fields the first hundred are told, and that there are more', async () => {
  for (const path of ['Compra', 'Departamento']) {
    const answer = await erp.admin.send('POST', `${API}/${path}`, {
      ...JSON_BODY,
      body: unknownFields(200_000),
    })
    assert.equal(answer.status, 422)
    assertShort(answer.text, answer.json.errors)
  }
  const action = await erp.admin.send('POST', `${API}/Compra/actions/autorizar_compra`, {
    ...JSON_BODY,
    body: `{"ids":[1],${unknownFields(200_000).slice(1)}`,
  })
  assert.equal(action.status, 422)
  assertShort(action.text, action.json.errors)
})

test('a name of megabytes is shown cut off, and nothing near it is looked for', async () => {
  const name = 'nombre'.repeat(600_000)
  const answer = await erp.admin.send('POST', `${API}/Departamento`, {
    ...JSON_BODY,
    body: `{"clave":"A","nombre":"A","${name}":1}`,
  })
  assert.equal(answer.status, 422)
  const shown = `${name.slice(0, 64)}…`
  assert.deepEqual(answer.json.errors, [
    { code: 'UNKNOWN_FIELD', field: shown, message: `Departamento has no field ${shown}.` },
  ])
})

test('a line or a header of an import with any number of unknown fields is told as shortly', async () => {
  const line = await erp.admin.send('POST', `${API}/Departamento/import`, {
    ...JSONL_BODY,
    body: unknownFields(200_000),
  })
  assert.equal(line.status, 422)
  assertShort(line.text, line.json.errors)
  const header = await erp.admin.send('POST', `${API}/Departamento/import`, {
    headers: { 'content-type': 'text/csv' },
    body: `${Array.from({ length: 2_000 }, (_, index) => `campo_${index}`).join(',')}\n`,
  })
  assert.equal(header.status, 422)
  assertShort(header.text, header.json.errors)
})

test('a null byte in a text that names a record, or finds one, is a problem of its row alone', async () => {
  const csv = { headers: { 'content-type': 'text/csv' } }
  const whole = await erp.admin.send('POST', `${API}/Direccion/import?mode=all`, {
    ...csv,
    body: 'pais\na\0b\n',
  })
  assert.equal(whole.status, 422)
  const ofCountry = whole.json.errors.filter(({ field }: Entry) => field === 'pais')
  assert.deepEqual(
    ofCountry.map(({ code, row }: Entry & { row: number }) => [code, row]),
    [['UNKNOWN_REFERENCE', 2]],
    whole.text,
  )
  const rows = await erp.admin.send('POST', `${API}/Departamento/import?mode=rows`, {
    ...csv,
    body: 'clave,nombre,centro_costo\nA,a,x\0y\nB,b,\n',
  })
  assert.deepEqual(
    rows.json.data.results.map(({ ok }: { ok: boolean }) => ok),
    [false, true],
  )
  const upsert = await erp.admin.send('POST', `${API}/Departamento/import?upsert_by=clave`, {
    ...csv,
    body: 'clave,nombre\nB,b\nx\0y,c\n',
  })
  assert.equal(upsert.status, 422)
  assert.deepEqual([upsert.json.errors[0].field, upsert.json.errors[0].row], ['clave', 3])
})

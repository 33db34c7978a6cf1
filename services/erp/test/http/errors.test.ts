import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { ENTRY } from '../../src/endpoints/answers.ts'
import { ERRORS } from '../../src/errors.ts'

const DECISIONS = join(import.meta.dirname, '../../../../docs/decisions')
const SOURCES = join(import.meta.dirname, '../../src')
const pages = readdirSync(DECISIONS)
  .filter((name) => /^02\d\d-erp/.test(name))
  .map((name) => readFileSync(join(DECISIONS, name), 'utf8'))

test('every error code stands in a decision', () => {
  const missing = Object.keys(ERRORS).filter(
    (code) => !pages.some((page) => page.includes(`\`${code}\``)),
  )
  assert.deepEqual(missing, [])
})

const table = readFileSync(join(DECISIONS, '0200-erp-errors.md'), 'utf8')

test('the table of errors has every code of the service once, with its status, and no other', () => {
  const rows = [...table.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)]
  const told = rows.map(([, code, status]) => `${code} ${status}`)
  const own = Object.entries(ERRORS).map(([code, { status }]) => `${code} ${status}`)
  assert.deepEqual(told.toSorted(), own.toSorted())
})

test('each value that an error may have beside its message is explained, and is in the API’s description', () => {
  const [, values = ''] = /^## Values$([^]*?)^(?!\||$|What )/m.exec(table) ?? []
  const told = [...values.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  const source = readFileSync(join(SOURCES, 'errors.ts'), 'utf8')
  const [, entry = ''] = /interface ErrorEntry \{([^]*?)^\}/m.exec(source) ?? []
  const declared = [...entry.matchAll(/readonly (\w+)\??:/g)].map(([, name = '']) => name)
  const described = Object.keys(ENTRY['properties'] ?? {})
  assert.deepEqual(described.toSorted(), declared.toSorted())
  const common = ['code', 'message', 'field', 'row', 'dependents']
  assert.deepEqual(
    [...new Set(told)].toSorted(),
    declared.filter((name) => !common.includes(name)).toSorted(),
  )
})

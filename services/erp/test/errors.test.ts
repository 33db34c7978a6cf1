import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { ERRORS } from '../src/errors.ts'

const DECISIONS = join(import.meta.dirname, '../../../docs/decisions')
const pages = readdirSync(DECISIONS)
  .filter((name) => /^02\d\d-erp/.test(name))
  .map((name) => readFileSync(join(DECISIONS, name), 'utf8'))

test('every error code stands in a decision', () => {
  const missing = Object.keys(ERRORS).filter(
    (code) => !pages.some((page) => page.includes(`\`${code}\``)),
  )
  assert.deepEqual(missing, [])
})

test('every code of the decisions’ table of errors is in the service’s, with that status', () => {
  const table = readFileSync(join(DECISIONS, '0200-erp-errors.md'), 'utf8')
  const rows = [...table.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)]
  assert.ok(rows.length > 20)
  const statuses = new Map<string, number>(
    Object.entries(ERRORS).map(([code, { status }]) => [code, status]),
  )
  const differing = rows.filter(([, code = '', status]) => statuses.get(code) !== Number(status))
  assert.deepEqual(
    differing.map(([row]) => row),
    [],
  )
})

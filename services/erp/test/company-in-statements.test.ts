import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const SOURCES = resolve(import.meta.dirname, '../src')
// What asks for all companies: who a token belongs to, what the owner tidies up, and which CFDI are to be finished.
const OF_ALL_COMPANIES = [
  'actions/business/cfdi/store/claim-store.ts',
  'store/company-store.ts',
  'store/session-store.ts',
  'store/sign-in-functions.ts',
] as const

test('every table of a statement has the company as a parameter, never as a column of another table', () => {
  const joined = globSync('**/*.ts', { cwd: SOURCES }).filter((file) =>
    /=\s*"?\w+"?\.empresa_id\b|\busing\s*\(\s*empresa_id/.test(
      readFileSync(join(SOURCES, file), 'utf8'),
    ),
  )
  assert.deepEqual(joined.toSorted(), [...OF_ALL_COMPANIES])
})

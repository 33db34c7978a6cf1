import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

import { shippedRegistry } from '../shipped-registry.ts'

const SOURCES = resolve(import.meta.dirname, '../../src')
// What asks for all companies: who a token belongs to, what the owner tidies up, which CFDI are to be finished, and which
// rows of shared catalogs somebody changed.
const OF_ALL_COMPANIES = [
  'actions/business/cfdi/store/claim-store.ts',
  'store/catalogs/catalog-store.ts',
  'store/company-store.ts',
  'store/people/session-store.ts',
  'store/people/sign-in-functions.ts',
] as const

// Likewise, what waits for its day, and what the owner's tools count; the demonstration asks for a company that it finds in the same statement.
const NAMES_NO_COMPANY = [
  'actions/business/inventario/store/reservation-store.ts',
  'actions/business/recursos-humanos/store/due-movement-store.ts',
  'store/catalogs/catalog-store.ts',
  'store/people/api-key-store.ts',
  'store/company-store.ts',
  'store/demo/demo-progress.ts',
  'store/starter/ensure-starter-books.ts',
  'store/schema/rebalance-store.ts',
  'store/people/session-store.ts',
] as const

const files = globSync('**/*.ts', { cwd: SOURCES }).map((file) => ({
  file,
  text: readFileSync(join(SOURCES, file), 'utf8'),
}))

test('every table of a statement has the company as a parameter, never as a column of another table', () => {
  const joined = files.filter(({ text }) =>
    /=\s*"?\w+"?\.empresa_id\b|\busing\s*\(\s*empresa_id/.test(text),
  )
  assert.deepEqual(joined.map(({ file }) => file).toSorted(), OF_ALL_COMPANIES.toSorted())
})

const COMPANY = /\bempresa_id = \$\{/g
const TABLE = /\b(?:from|join|update)\s+(?:public\.)?(\w+)/g

test('a statement names the company as often as it asks for tables of companies', () => {
  const tables = new Set(
    [...shippedRegistry().models.values()]
      .filter(({ scope }) => scope === 'tenant')
      .map(({ table }) => table),
  )
  const lacking = files.filter(({ text }) =>
    statementsOf(text).some((statement) => {
      const asked = [...statement.matchAll(TABLE)].filter(([, table = '']) => tables.has(table))
      return asked.length > (statement.match(COMPANY)?.length ?? 0)
    }),
  )
  assert.deepEqual(lacking.map(({ file }) => file).toSorted(), NAMES_NO_COMPANY.toSorted())
})

/** The texts of the `sql` templates of a source, with those in them. */
function statementsOf(source: string): readonly string[] {
  return [...source.matchAll(/\bsql`/g)].map(({ index }) => {
    const from = index + 'sql`'.length
    let depth = 0
    for (let at = from; at < source.length; at += 1) {
      if (source.startsWith('${', at)) {
        depth += 1
        at += 1
      } else if (depth > 0 && source[at] === '{') depth += 1
      else if (depth > 0 && source[at] === '}') depth -= 1
      else if (depth === 0 && source[at] === '`') return source.slice(from, at)
    }
    return source.slice(from)
  })
}

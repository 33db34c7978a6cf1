import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { encodeAfter } from '../../src/query/listing/keyset.ts'
import { planListing, type ListingPlan } from '../../src/query/listing/listing-plan.ts'
import { parseListing } from '../../src/query/listing/listing-request.ts'
import { exportSql, listingSql } from '../../src/query/listing/listing-sql.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// From a request to the very statement, as committed in listings/<name>.sql. A change of the text is a change of what the
// database does: look at it, then write it anew with UPDATE_SQL=1.
const FOLDER = join(import.meta.dirname, 'listings')
const EMPRESA = '7'

const registry = shippedRegistry()

interface Listing {
  readonly name: string
  readonly model: string
  readonly query: string
  readonly isExport?: true
}

const LISTINGS: readonly Listing[] = [
  { name: 'plain', model: 'Moneda', query: '' },
  { name: 'company', model: 'Departamento', query: '' },
  {
    name: 'references-in-words',
    model: 'MovimientoBancario',
    query: 'fields=fecha,cuenta_bancaria,moneda',
  },
  {
    name: 'lean',
    model: 'MovimientoBancario',
    query: 'fields=fecha,cuenta_bancaria,moneda&lean=true',
  },
  { name: 'without-total', model: 'Departamento', query: 'count=false&fields=clave' },
  { name: 'page', model: 'Departamento', query: 'page=3&per_page=10&fields=clave' },
  {
    name: 'comparisons',
    model: 'MovimientoBancario',
    query:
      'importe__gt=10.50&importe__lte=99&fecha__gte=2026-01-01&fecha__lt=2026-02-01&tipo=deposito&conciliado=true&fields=folio',
  },
  { name: 'in', model: 'Departamento', query: 'id__in=1,2,3&clave__in=["a,b","c"]&fields=clave' },
  {
    name: 'like',
    model: 'Cliente',
    query: 'razon_social__like=%25S.A.&nombre_comercial__like=niño&fields=clave',
  },
  {
    name: 'null',
    model: 'Departamento',
    query: 'padre__null=true&responsable__null=false&fields=clave',
  },
  { name: 'search', model: 'Cliente', query: 'q=acme 50%25&fields=clave' },
  { name: 'sort', model: 'Cliente', query: 'sort=-razon_social,clave&fields=clave' },
  {
    name: 'sort-by-reference',
    model: 'Departamento',
    query: 'sort=centro_costo&order=desc&fields=clave',
  },
  { name: 'sort-by-id', model: 'Departamento', query: 'sort=-id&fields=clave' },
  {
    name: 'after',
    model: 'MovimientoBancario',
    query: `sort=-fecha,folio&fields=folio&after=${afterOf('MovimientoBancario', 'sort=-fecha,folio', ['2026-01-31', 'MB-9', '12'])}`,
  },
  {
    name: 'after-empty',
    model: 'Departamento',
    query: `sort=padre&fields=clave&after=${afterOf('Departamento', 'sort=padre', [null, '12'])}`,
  },
  {
    name: 'export',
    model: 'Departamento',
    query: 'format=csv&fields=clave,padre&sort=clave',
    isExport: true,
  },
]

function planOf(model: string, query: string): ListingPlan {
  const found = registry.models.get(model)
  assert.ok(found, model)
  const parameters = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(query)) {
    parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  const request = parseListing(parameters)
  assert.ok(request.ok, JSON.stringify(request))
  const plan = planListing(found, request.value, (name) => registry.models.get(name))
  assert.ok(plan.ok, JSON.stringify(plan))
  return plan.value
}

function afterOf(model: string, query: string, last: readonly (string | null)[]): string {
  return encodeAfter(last, planOf(model, query).sort)
}

function written({ model, query, isExport }: Listing): string {
  const plan = planOf(model, query)
  const { text, values } =
    isExport === true ? exportSql(registry, plan, EMPRESA) : listingSql(registry, plan, EMPRESA)
  const shown = values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`)
  return [`-- GET /${model}?${query}`, ...shown, text, ''].join('\n')
}

describe('the SQL of a listing', () => {
  for (const listing of LISTINGS) {
    it(`of ${listing.name} is the committed one`, () => {
      const file = join(FOLDER, `${listing.name}.sql`)
      const text = written(listing)
      if (process.env['UPDATE_SQL'] === '1') writeFileSync(file, text)
      assert.equal(text, existsSync(file) ? readFileSync(file, 'utf8') : 'no file is committed')
    })
  }

  it('has no committed file that no listing makes', () => {
    const names = LISTINGS.map(({ name }) => `${name}.sql`).toSorted((a, b) => (a < b ? -1 : 1))
    assert.deepEqual(
      readdirSync(FOLDER).toSorted((a, b) => (a < b ? -1 : 1)),
      names,
    )
  })

  it('never holds a value of the request, whatever that is', () => {
    for (const listing of LISTINGS) {
      const plan = planOf(listing.model, listing.query)
      const { text } = listingSql(registry, plan, EMPRESA)
      for (const value of ['10.50', '2026-01-01', 'a,b', 'niño', 'acme', 'MB-9']) {
        assert.equal(text.includes(value), false, `${listing.name}: ${value}`)
      }
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../erp-service.ts'

let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

test('texts are folded alike, whether PostgreSQL takes the way for ASCII or the one for all', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
    fc.constantFrom('Álvarez Núñez, S.A. de C.V.', 'ÆSIR Œuvre ßtraße', 'n\u0303o', 'İstanbul', ''),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { minLength: 1, maxLength: 200 }), async (texts) => {
      const different = await erp.owner.query(sql`
        select t from unnest(${texts.map((one) => one?.replaceAll('\0', '') ?? null)}::text[]) t
        where oficina.sin_acentos(t) is distinct from public.unaccent('public.unaccent'::regdictionary, lower(t))`)
      assert.deepEqual(different, [])
    }),
    { numRuns: 50 },
  )
})

test('PostgreSQL compares a text of a record without calling a function of ours for it', async () => {
  const plan = await erp.owner.query<{ 'QUERY PLAN': string }>(sql`
    explain select from public.movimiento_bancario r
    where r.empresa_id = ${erp.empresaId} and oficina.sin_acentos(r.beneficiario) like '%a%'`)
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(text, /lower\(/)
  assert.doesNotMatch(text, /sin_acentos\(/)
})

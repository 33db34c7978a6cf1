import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ACTIONS } from '../../src/actions/business/action-list.ts'
import { parseLaws } from '../../src/dictionary/laws.ts'
import type { DictionaryProblem } from '../../src/dictionary/types.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

interface Told {
  readonly name: string
  readonly law: { readonly es: string; readonly en: string } | null
}

async function lawsOf(model: string) {
  const { data } = (await erp.client.get(`/api/v1/metadata/${model}`)).json
  const inputs: readonly Told[] = data.grid.actions.flatMap(
    (action: { readonly inputs: readonly Told[] }) => action.inputs,
  )
  const all: readonly Told[] = [...data.columns, ...inputs]
  return (name: string) => all.find((one) => one.name === name)?.law
}

test('metadata tells what the law wants of a field by its catalog, its name or itself, else null', async () => {
  const ofSale = await lawsOf('Venta')
  const begins = [
    ['uso_cfdi', 'Para qué usará la factura', 'What the receiver will use'],
    ['tipo_cambio', 'Cuántos pesos vale', 'How many pesos'],
    ['sustituye', 'La factura que ésta corrige', 'The invoice that this one corrects'],
    ['motivo_sat', '01 con errores', '01 with errors'],
    ['folio_sustitucion', 'Sólo con motivo 01', 'With reason 01 alone'],
  ] as const
  for (const [name, es, en] of begins) {
    const law = ofSale(name)
    assert.ok(law?.es.startsWith(es) && law.en.startsWith(en), name)
  }
  for (const name of ['observaciones', 'motivo']) assert.equal(ofSale(name), null)
  assert.equal((await lawsOf('Proveedor'))('rfc'), null)
})

test('every input of an action of which the law is said is there', () => {
  const inputs = new Set(
    ACTIONS.all.flatMap(({ model, name, inputs: taken }) =>
      taken.flatMap(({ field }) => [field.name, `${model}.${name}.${field.name}`]),
    ),
  )
  const said = Object.keys(shippedRegistry().laws.inputs)
  assert.deepEqual(
    said.filter((path) => !inputs.has(path)),
    [],
  )
})

test('a law of what is not there, in one language or too long, is a fault by its line', () => {
  const problems: DictionaryProblem[] = []
  const text = `catalogs:
  UsoDeNada: { es: Uno, en: One }
fields:
  Venta.uso: { es: Uno, en: One }
  motivo_sat: { es: Uno, en: One }
  tipo_cambio: { es: Uno }
  Venta.uso_cfdi: { es: ${'a'.repeat(301)}, en: One }
`
  parseLaws({ path: 'normas.yaml', text }, [...shippedRegistry().models.values()], problems)
  assert.deepEqual(
    problems.map(({ file, line }) => `${file}:${line}`),
    [2, 4, 5, 6, 7].map((line) => `normas.yaml:${line}`),
  )
  assert.equal(problems[0]?.message, 'There is no "UsoDeNada".')
})

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

import fc from 'fast-check'

import { DICTIONARY_DIR, loadRegistry, readDictionaryFiles } from '../../src/dictionary-files.ts'
import { compileDictionary } from '../../src/dictionary/compile-dictionary.ts'
import { snakeCase } from '../../src/dictionary/naming.ts'
import { targetOf } from '../../src/dictionary/registry.ts'
import { CONTROLS } from '../../src/query/listing/listing-request.ts'

const cacheDir = mkdtempSync(join(tmpdir(), 'oficina-dictionary-'))
after(() => rmSync(cacheDir, { recursive: true }))

function load(dir: string | null) {
  const loaded = loadRegistry(DICTIONARY_DIR, dir)
  if (!loaded.ok)
    assert.fail(
      loaded.error.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'),
    )
  return loaded.value
}
const registry = load(null)
const models = [...registry.models.values()]
const anyModel = fc.constantFrom(...models)

test('there are 165 models of level 1, 139 of level 2 and 774 of companies, two of them of level 4', () => {
  const byLevel = Object.groupBy(models, ({ level }) => level)
  assert.deepEqual(
    {
      1: byLevel[1]?.length,
      2: byLevel[2]?.length,
      'of companies': models.filter(({ scope }) => scope === 'tenant').length,
      4: byLevel[4]?.map(({ name }) => name),
    },
    { 1: 165, 2: 139, 'of companies': 774, 4: ['Asociado', 'FormaPago'] },
  )
})

test('no control of a listing has the name of a field of any model', () => {
  const taken = models.flatMap((model) =>
    [...model.fieldByName.keys()].filter((name) => CONTROLS.has(name) || name.includes('__')),
  )
  assert.deepEqual(taken, [])
})

test('every model stands in exactly one module, under its file', () => {
  const listed = registry.modules.flatMap(({ models: names }) => names)
  assert.deepEqual(listed.toSorted(), models.map(({ name }) => name).toSorted())
  assert.equal(registry.tenantModel.name, 'Empresa')
})

test('every reference resolves, and its target knows the dependent', () => {
  fc.assert(
    fc.property(anyModel, (model) => {
      for (const field of model.references) {
        const target = targetOf(registry, field)
        assert.ok(
          target.dependents.some(
            (dependent) => dependent.model === model.name && dependent.field === field.name,
          ),
        )
        if (model.scope === 'global') assert.equal(target.scope, 'global')
      }
    }),
    { numRuns: 1000 },
  )
})

test('every field that a part of a model speaks of exists', () => {
  fc.assert(
    fc.property(anyModel, (model) => {
      const keys = [...model.uniqueKeys, ...model.indexes].flatMap(({ fields }) => fields)
      const { listDisplay, searchFields, filters, ordering } = model.admin
      const layout = [
        ...listDisplay,
        ...searchFields,
        ...filters,
        ...ordering.map(({ field }) => field),
        ...model.grid.columns.map(({ field }) => field),
      ]
      for (const name of [...keys, ...layout])
        assert.ok(model.fieldByName.has(name), `${model.name}.${name}`)
      for (const { reference, field } of model.text.parts) {
        const through = reference === null ? undefined : model.fieldByName.get(reference)
        const holder = through?.type === 'reference' ? targetOf(registry, through) : model
        assert.ok(holder.fieldByName.has(field), `${model.name}._str ${field}`)
      }
    }),
    { numRuns: 1000 },
  )
})

test('names of tables, keys and indexes are unique and fit PostgreSQL', () => {
  const relations = models.flatMap(({ table, uniqueKeys, indexes }) => [
    table,
    ...[...uniqueKeys, ...indexes].map(({ name }) => name),
  ])
  assert.equal(new Set(relations).size, relations.length)
  assert.deepEqual(
    relations.filter((name) => Buffer.byteLength(name) > 63),
    [],
  )
  assert.deepEqual(
    models.filter(({ name, table }) => snakeCase(name) !== table),
    [],
  )
})

test('the load order puts a model after all it refers to, but for circles', () => {
  const place = new Map(registry.loadOrder.map(({ name }, i) => [name, i]))
  assert.equal(place.size, models.length)
  const backward = models
    .filter(({ level }) => level <= 2)
    .flatMap((model) =>
      model.references
        .filter(
          ({ target }) =>
            target !== model.name && (place.get(target) ?? 0) > (place.get(model.name) ?? 0),
        )
        .map(({ name }) => `${model.name}.${name}`),
    )
  assert.deepEqual(backward, [])
})

test('a purchase has what its actions change, and only they change it', () => {
  const compra = registry.models.get('Compra')
  const changedBy = compra?.fields.flatMap(({ name, readOnly }) =>
    readOnly?.kind === 'action' ? [[name, ...readOnly.actions]] : [],
  )
  assert.deepEqual(compra?.actions, [
    'autorizar_compra',
    'cancelar_compra',
    'cambiar_iniciada',
    'recibir_compra',
    'cerrar_compra',
  ])
  assert.deepEqual(changedBy, [
    [
      'estado',
      'autorizar_compra',
      'cancelar_compra',
      'cambiar_iniciada',
      'recibir_compra',
      'cerrar_compra',
    ],
    ['motivo_cancelacion', 'cancelar_compra'],
    ['motivo_cierre', 'cerrar_compra'],
    ['autorizada_por', 'autorizar_compra', 'cambiar_iniciada'],
    ['autorizada_en', 'autorizar_compra', 'cambiar_iniciada'],
  ])
})

test('every key of a global catalog is unique', () => {
  const open = models.filter(
    ({ scope, fieldByName, uniqueKeys }) =>
      scope === 'global' &&
      fieldByName.has('clave') &&
      !uniqueKeys.some(({ fields }) => fields.includes('clave')),
  )
  assert.deepEqual(
    open.map(({ name }) => name),
    [],
  )
})

test('the compiled dictionary is kept, read again, and replaced when it is damaged or outdated', () => {
  const first = load(cacheDir)
  const [name = ''] = readdirSync(cacheDir)
  assert.deepEqual([...load(cacheDir).models.values()], [...first.models.values()])
  writeFileSync(join(cacheDir, name), '{"modules": [')
  writeFileSync(join(cacheDir, `dictionary-${'0'.repeat(64)}.json`), '{}')
  assert.deepEqual([...load(cacheDir).models.values()], models)
  assert.deepEqual(readdirSync(cacheDir), [name])
  assert.ok(existsSync(join(cacheDir, name)))
})

test('what is compiled survives JSON', () => {
  const compiled = compileDictionary(readDictionaryFiles(DICTIONARY_DIR))
  assert.ok(compiled.ok)
  assert.deepEqual(JSON.parse(JSON.stringify(compiled.value)), compiled.value)
})

test('no catalog is referred to by nothing, unless its help says why it stands alone', () => {
  const referred = new Set(
    models.flatMap(({ references }) => references.map(({ target }) => target)),
  )
  const wrong = models
    .filter(({ scope }) => scope === 'global')
    .filter(({ name, help }) => referred.has(name) === help.includes('Sin referencias: '))
    .map(({ name }) => name)
  assert.deepEqual(wrong, [])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'

let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

interface Named {
  readonly name: string
}

test('there are 165 models of level 1, 139 of level 2 and 774 of companies, Asociado and FormaPago at level 4', async () => {
  const { json } = await erp.client.get('/api/v1/metadata')
  const models: { name: string; level: number }[] = json.data.modules.flatMap(
    (module: { models: { name: string; level: number }[] }) => module.models,
  )
  const count = (level: number) => models.filter((model) => model.level === level).length
  assert.deepEqual([count(1), count(2), count(3) + count(4)], [165, 139, 774])
  assert.deepEqual(
    models
      .filter(({ level }) => level === 4)
      .map(({ name }) => name)
      .toSorted(),
    ['Asociado', 'FormaPago'],
  )
})

test('metadata is public and holds columns, relations, admin, capture and grid for every model', async () => {
  const index = await erp.client.get('/api/v1/metadata')
  const names: string[] = index.json.data.modules.flatMap((module: { models: Named[] }) =>
    module.models.map(({ name }) => name),
  )
  for (const name of names) {
    const { status, json } = await erp.client.get(`/api/v1/metadata/${name}`)
    assert.equal(status, 200, name)
    const { columns, relations, admin, capture, grid } = json.data
    const known = new Set(columns.map((column: Named) => column.name))
    const shown = [
      ...admin.list_display,
      ...admin.search_fields,
      ...capture.sections.flatMap((section: { fields: { field: string }[] }) =>
        section.fields.map(({ field }) => field),
      ),
      ...grid.columns.map(({ field }: { field: string }) => field),
    ]
    assert.deepEqual(
      shown.filter((field: string) => !known.has(field)),
      [],
      name,
    )
    assert.ok(Array.isArray(relations) && shown.length > 0, name)
  }
})

test('metadata carries an ETag that spares a second answer', async () => {
  const first = await erp.client.get('/api/v1/metadata/Compra')
  const etag = first.headers.get('etag') ?? ''
  const second = await erp.client.get('/api/v1/metadata/Compra', {
    headers: { 'if-none-match': etag },
  })
  assert.deepEqual([second.status, second.text], [304, ''])
})

test('a model has an OpenAPI document of its own that its records fit', async () => {
  const { json } = await erp.client.get('/openapi/Departamento.json')
  assert.deepEqual(Object.keys(json.paths), ['/api/v1/Departamento', '/api/v1/Departamento/{id}'])
  const created = await erp.admin.post('/api/v1/Departamento', { clave: 'D', nombre: 'D' })
  assert.deepEqual(
    Object.keys(created.json.data).toSorted(),
    Object.keys(json.components.schemas.Record.properties).toSorted(),
  )
  assert.deepEqual(json.components.schemas.Create.required, ['clave', 'nombre'])
  assert.equal((await erp.client.get('/openapi/Nada.json')).status, 404)
})

test('metadata tells lines, formulas and the states from which an action may be called', async () => {
  const { data } = (await erp.client.get('/api/v1/metadata/Compra')).json
  const lines = data.relations.filter((relation: { composition: boolean }) => relation.composition)
  assert.deepEqual(
    lines.map(({ name, model, order }: Record<string, string>) => [name, model, order]).toSorted(),
    [
      ['gastos', 'CompraGasto', 'partida'],
      ['partidas', 'CompraPartida', 'partida'],
    ],
  )
  const formula = (name: string) =>
    data.columns.find((column: { name: string }) => column.name === name).computed
  assert.deepEqual(
    [formula('impuestos'), formula('total'), formula('folio')],
    ['sum(partidas.impuestos) or given', 'subtotal - descuento + impuestos - retenciones', null],
  )
  const api = (await erp.client.get('/openapi/Compra.json')).json
  const { Create, Update, Record: shown } = api.components.schemas
  assert.ok(!Create.required.includes('folio'))
  const partida = Create.properties.partidas.items
  assert.ok(!partida.required.includes('compra') && !partida.required.includes('partida'))
  assert.ok(partida.required.includes('cantidad') && !partida.required.includes('importe'))
  const filling = (name: string) =>
    data.columns.find((column: { name: string }) => column.name === name).filled_by
  assert.deepEqual(['proveedor', 'folio', 'total', 'id'].map(filling), [
    null,
    'folio',
    'formula',
    'service',
  ])
  assert.ok('_delete' in Update.properties.partidas.items.properties)
  assert.ok('desglose' in shown.properties.partidas.items.properties)
})

test('what a new record needs is what is required and has nothing that fills it, as in OpenAPI', async () => {
  interface Column {
    readonly name: string
    readonly required: boolean
    readonly filled_by: string | null
  }
  const columnsOf = async (model: string): Promise<readonly Column[]> =>
    (await erp.client.get(`/api/v1/metadata/${model}`)).json.data.columns
  const documents = [
    'VentaPartida',
    'CotizacionPartida',
    'CuentaPorCobrar',
    'Poliza',
    'AnticipoVenta',
  ]
  for (const model of [...documents, 'Articulo', 'Proveedor', 'Existencia', 'Moneda']) {
    const needed = (await columnsOf(model))
      .filter((column) => column.required && column.filled_by === null)
      .map(({ name }) => name)
    const { json } = await erp.client.get(`/openapi/${model}.json`)
    const required: readonly string[] = json.components.schemas.Create?.required ?? needed
    assert.deepEqual(needed.toSorted(), [...required].toSorted(), model)
  }
  const price = (await columnsOf('VentaPartida')).find(({ name }) => name === 'precio')
  assert.deepEqual([price?.required, price?.filled_by], [true, 'price_list'])
})

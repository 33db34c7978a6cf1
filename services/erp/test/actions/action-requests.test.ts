import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { ACTIONS } from '../../src/actions/business/action-list.ts'
import { actionRegistry, type BusinessAction } from '../../src/actions/business/action.ts'
import { textInput } from '../../src/dictionary/action-description.ts'
import { apiError } from '../../src/errors.ts'
import { message } from '../../src/messages/message.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'
import { API, entriesOf, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

// A service of its own: it has settings of its own.

const NOTE = textInput({
  name: 'nota',
  label: 'Nota',
  help: 'Una nota.',
  required: true,
  minLength: 2,
  length: 10,
})

/** A message that is the same in both languages. */
const told = (text: string) => message({ en: () => text, es: () => text })()

function refusing(ids: readonly string[], text: string) {
  const what = told(text)
  const refused = new Map(ids.map((id) => [id, [{ code: 'VALIDATION', message: what } as const]]))
  return () => Promise.resolve({ refused, warnings: new Map() })
}

/** One action of each other mode, and one that fails in ways that none of the service's own can be made to. */
const EXTRA: readonly BusinessAction[] = [
  {
    model: 'Moneda',
    name: 'anotar',
    label: 'Anotar',
    mode: 'url_action',
    inputs: [NOTE],
    emits: [],
    run: () => Promise.resolve({ refused: new Map(), warnings: new Map() }),
  },
  {
    model: 'Moneda',
    name: 'sumar',
    label: 'Sumar',
    mode: 'native',
    inputs: [NOTE],
    emits: [],
    run: ({ inputs }) => Promise.resolve({ eco: inputs.get('nota') }),
  },
  {
    model: 'Moneda',
    name: 'certificar',
    label: 'Certificar',
    mode: 'grid_action',
    inputs: [],
    emits: [],
    ask: (_outside, ids) => Promise.resolve(refusing(ids.slice(0, 1), 'asked')),
    run: () => Promise.reject(new Error('what ask returns runs instead')),
    follow: (_outside, ids) => refusing(ids.slice(-1), 'followed')(),
  },
  {
    model: 'Departamento',
    name: 'renombrar',
    label: 'Renombrar',
    mode: 'grid_action',
    inputs: [],
    emits: [],
    run: async ({ tx, caller }, ids) => {
      for (const id of ids) {
        await tx.execute(sql`update departamento set nombre = 'cambiado'
          where empresa_id = ${caller.empresa}::int8 and id = ${id}::int8`)
        if (id === '2') throw apiError('INVALID_STATE', told('Departamento 2 refuses.'))
        if (id === '3') await tx.execute(sql`select 1 / 0`)
      }
      return { refused: new Map(), warnings: new Map() }
    },
  },
]

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startOwnErp({ actions: actionRegistry([...ACTIONS.all, ...EXTRA]) })
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

async function codesOf(path: string, body: unknown) {
  const answer = await erp.admin.post(`${API}/${path}`, body)
  const errors: readonly { code: string; field?: string }[] = answer.json.errors ?? []
  return [answer.status, ...errors.map(({ code, field }) => `${code} ${field ?? ''}`.trim())]
}

test('an unknown model and an unknown action are 404', async () => {
  assert.deepEqual(await codesOf('Compras/actions/autorizar_compra', { ids: [1] }), [
    404,
    'UNKNOWN_MODEL',
  ])
  const unknown = await erp.admin.post(`${API}/Compra/actions/autorizar`, { ids: [1] })
  assert.deepEqual(verdict(unknown), [404, 'UNKNOWN_ACTION'])
  assert.match(
    unknown.json.errors[0].message,
    /^Compra has no action autorizar; its actions are .*autorizar_compra, .*cancelar_compra/,
  )
})

test('what others say before and after the transaction of an action decides about records too', async () => {
  const { json } = await erp.admin.get(`${API}/Moneda?per_page=3&fields=id`)
  const [first, second, third] = json.data.map(({ id }: { id: number }) => id)
  const path = `${API}/Moneda/actions/certificar`
  const key = { headers: { 'idempotency-key': 'stages' } }
  for (const attempt of ['the first answer', 'its repetition']) {
    const answer = await erp.admin.post(path, { ids: [first, second, third] }, key)
    assert.deepEqual(
      answer.json.data.results,
      [
        { id: first, ok: false, errors: [{ code: 'VALIDATION', message: 'asked' }] },
        { id: second, ok: true },
        { id: third, ok: false, errors: [{ code: 'VALIDATION', message: 'followed' }] },
      ],
      attempt,
    )
  }
  const alone = await erp.admin.post(`${API}/Moneda/${first}/actions/certificar`, {})
  assert.deepEqual(alone.json.errors, [{ code: 'VALIDATION', message: 'asked' }])
})

test('ids are 1 to 500 whole numbers; every problem of a body is named at once', async () => {
  const path = 'Compra/actions/cancelar_compra'
  const many = Array.from({ length: 501 }, (_, index) => index + 1)
  assert.deepEqual(await codesOf(path, { ids: [1], motivo: 'abcd' }), [422, 'VALIDATION motivo'])
  assert.deepEqual(await codesOf(path, { ids: [1], motivo: 'x'.repeat(501) }), [
    422,
    'VALIDATION motivo',
  ])
  assert.deepEqual(await codesOf(path, { ids: [] }), [422, 'VALIDATION ids', 'VALIDATION motivo'])
  assert.deepEqual(await codesOf(path, { ids: many, motivo: 7 }), [
    422,
    'VALIDATION ids',
    'VALIDATION motivo',
  ])
  assert.deepEqual(await codesOf(path, { ids: [1, '2', 3.5, null], motivos: 'x' }), [
    422,
    'VALIDATION ids[1]',
    'VALIDATION ids[2]',
    'VALIDATION ids[3]',
    'UNKNOWN_FIELD motivos',
    'VALIDATION motivo',
  ])
  assert.deepEqual(await codesOf(path, { ids: 5, motivo: 'cinco' }), [422, 'VALIDATION ids'])
  assert.deepEqual(await codesOf(path, [1]), [400, 'MALFORMED_JSON'])
  assert.deepEqual(await codesOf('Compra/1/actions/cancelar_compra', {}), [
    422,
    'VALIDATION motivo',
  ])
  const most = await erp.admin.post(`${API}/${path}`, { ids: many.slice(1), motivo: 'cinco' })
  assert.deepEqual([most.status, most.json.meta.total, most.json.meta.failed], [200, 500, 500])
})

test('an id that no record can have is NOT_FOUND, on both paths', async () => {
  const batch = await company.act('cambiar_iniciada', [-1, 0])
  assert.deepEqual(
    batch.json.data.results.map(({ id, errors }: { id: number; errors: { code: string }[] }) => [
      id,
      errors[0]?.code,
    ]),
    [
      [-1, 'NOT_FOUND'],
      [0, 'NOT_FOUND'],
    ],
  )
  for (const id of ['999999', 'abc', '0']) {
    assert.deepEqual(await codesOf(`Compra/${id}/actions/cambiar_iniciada`, {}), [404, 'NOT_FOUND'])
  }
})

test('an action without required inputs needs no body on the path of its record', async () => {
  const id = await company.purchase('10.00')
  const answer = await erp.admin.send('POST', `${API}/Compra/${id}/actions/autorizar_compra`)
  assert.deepEqual([answer.status, answer.json.data?.ok], [200, true], answer.text)
})

test('a url_action goes by its record’s path alone, a native one by its model’s', async () => {
  assert.deepEqual(await codesOf('Moneda/actions/anotar', { nota: 'hola' }), [
    404,
    'UNKNOWN_ACTION',
  ])
  assert.deepEqual(await codesOf('Moneda/1/actions/sumar', { nota: 'hola' }), [
    404,
    'UNKNOWN_ACTION',
  ])
  const one = await erp.admin.post(`${API}/Moneda/1/actions/anotar`, { nota: 'hola' })
  assert.deepEqual([one.status, one.json.data.id, one.json.data.record.id], [200, 1, 1], one.text)
  const native = await erp.admin.post(`${API}/Moneda/actions/sumar`, { nota: 'hola' })
  assert.deepEqual(native.json.data, { eco: 'hola' })
  assert.deepEqual(await codesOf('Moneda/actions/sumar', { nota: 'h', ids: [1] }), [
    422,
    'UNKNOWN_FIELD ids',
    'VALIDATION nota',
  ])
})

test('when something unforeseen refuses a set, only the records at fault fail', async () => {
  for (const clave of ['A', 'B', 'C', 'D'])
    await company.create('Departamento', { clave, nombre: clave })
  const answer = await erp.admin.post(`${API}/Departamento/actions/renombrar`, { ids: [1, 2, 4] })
  assert.deepEqual(
    answer.json.data.results.map(({ id, ok }: { id: number; ok: boolean }) => [id, ok]),
    [
      [1, true],
      [2, false],
      [4, true],
    ],
  )
  const names = await erp.admin.get(`${API}/Departamento?fields=nombre&sort=id`)
  assert.deepEqual(
    names.json.data.map(({ nombre }: { nombre: string }) => nombre),
    ['cambiado', 'B', 'C', 'cambiado'],
  )
  const fault = await erp.admin.post(`${API}/Departamento/actions/renombrar`, { ids: [3] })
  assert.deepEqual(verdict(fault), [500, 'INTERNAL_ERROR'])
})

test('an amount that no column holds fails its own purchase and no other of the batch', async () => {
  const [usd] = await erp.owner.query<{ id: number }>(
    sql`select id from public.moneda where clave = 'USD'`,
  )
  const compra = { moneda: usd?.id, tipo_cambio: '999999999.5' }
  const ids = [
    await company.purchase('10.00'),
    await company.purchase('999999999999.00', { compra }),
    await company.purchase('10.00'),
  ]
  const answer = await company.act('autorizar_compra', ids)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    answer.json.data.results.map(
      ({ errors }: { errors?: { code: string }[] }) => errors?.[0]?.code,
    ),
    [undefined, 'VALIDATION', undefined],
    answer.text,
  )
  assert.deepEqual(await entriesOf(erp, ids[1] ?? 0), [])
})

test('two calls with one Idempotency-Key are one call', async () => {
  const id = await company.purchase('10.00')
  const headers = { 'idempotency-key': 'autorizar-una-vez' }
  const call = (body: object) =>
    erp.admin.post(`${API}/Compra/actions/autorizar_compra`, body, { headers })
  const [first, second] = [await call({ ids: [id] }), await call({ ids: [id] })]
  assert.equal(first.json.meta.succeeded, 1)
  assert.equal(second.text, first.text)
  assert.equal((await entriesOf(erp, id)).length, 1)
  assert.deepEqual(verdict(await call({ ids: [id, 1] })), [409, 'IDEMPOTENCY_MISMATCH'])
})

test('metadata, permissions and the model’s OpenAPI document tell what is enabled, with its inputs', async () => {
  const expected = {
    name: 'cancelar_compra',
    label: 'Cancelar compra',
    mode: 'grid_action',
    inputs: [
      {
        name: 'motivo',
        label: 'Motivo',
        type: 'text',
        widget: 'textarea',
        required: true,
        min_length: 5,
        max_length: 500,
        scale: null,
        lines: null,
        items: null,
        object: null,
        file: null,
        secret: false,
        choices: null,
        references: null,
        help: 'Por qué se cancela; queda en la compra.',
      },
    ],
    permission: 'Compra.cancelar_compra',
    many: true,
    applies_to: 'many',
    answers: 'record',
    confirmation: 'danger',
    offered_if: null,
  }
  const isExpected = ({ name }: { name: string }) => name === expected.name
  const metadata = (await erp.client.get(`${API}/metadata/Compra`)).json.data.grid.actions
  const from_states = ['iniciada', 'en_autorizacion', 'autorizada', 'recibida_parcial', 'recibida']
  assert.deepEqual(metadata.find(isExpected), {
    ...expected,
    // What the SAT wants of it is told where a form is made.
    inputs: expected.inputs.map((input) => ({ ...input, law: null })),
    from_states,
    to_states: ['cancelada'],
  })
  const { modules } = (await erp.admin.get(`${API}/auth/permissions`)).json.data
  const models = modules.flatMap((module: { models: object[] }) => module.models)
  const compra = models.find(({ name }: { name: string }) => name === 'Compra')
  assert.deepEqual(compra.actions.find(isExpected), expected)
  const proveedor = models.find(({ name }: { name: string }) => name === 'Proveedor')
  assert.deepEqual(proveedor.actions, [])
  const other = (await erp.client.get(`${API}/metadata/Proveedor`)).json.data
  assert.deepEqual(other.grid.actions, [])
  const { paths } = (await erp.client.get('/openapi/Compra.json')).json
  assert.ok(paths[`${API}/Compra/actions/cancelar_compra`])
  assert.ok(paths[`${API}/Compra/{id}/actions/cancelar_compra`])
})

test('the dictionary names exactly the actions that the service has', () => {
  const named = [...shippedRegistry().models.values()].flatMap(({ name, actions }) =>
    actions.map((action) => `${name}.${action}`),
  )
  assert.deepEqual(
    named.toSorted(),
    ACTIONS.all.map(({ model, name }) => `${model}.${name}`).toSorted(),
  )
})

test('without the right to an action it is 403, and permissions do not show it', async () => {
  const reader = await company.buyer('lector', '10.00')
  const id = await company.purchase('5.00')
  const denied = await company.create('PerfilPermiso', {
    perfil: (await company.buyer('otro', null)).perfil,
    permiso: await permission('Compra.eliminar'),
    concedido: true,
  })
  assert.ok(denied)
  const [grant] = (
    await erp.admin.get(
      `${API}/PerfilPermiso?perfil=${reader.perfil}&permiso=${await permission('Compra.cancelar_compra')}`,
    )
  ).json.data
  await company.update('PerfilPermiso', grant.id, { concedido: false })
  await reader.post(`${API}/auth/permissions/invalidate`)
  const path = `${API}/Compra/${id}/actions/cancelar_compra`
  assert.deepEqual(verdict(await reader.post(path, { motivo: 'no debo' })), [403, 'FORBIDDEN'])
  const batch = { ids: [id], motivo: 'no debo' }
  const answer = await reader.post(`${API}/Compra/actions/cancelar_compra`, batch)
  assert.deepEqual(verdict(answer), [403, 'FORBIDDEN'])
  const { modules } = (await reader.get(`${API}/auth/permissions`)).json.data
  assert.deepEqual(
    modules[0].models[0].actions.map(({ name }: { name: string }) => name),
    ['autorizar_compra', 'cambiar_iniciada'],
  )
})

test('a purchase of another company is NOT_FOUND, and nothing of it changes', async () => {
  const id = await company.purchase('10.00')
  const other = await erp.otherCompany()
  const single = await other.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})
  assert.deepEqual(verdict(single), [404, 'NOT_FOUND'])
  const batch = await other.post(`${API}/Compra/actions/autorizar_compra`, { ids: [id] })
  assert.deepEqual(verdict(batch), [200, 'NOT_FOUND'])
  assert.equal(await company.state(id), 'iniciada')
})

async function permission(clave: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.permiso_sistema where clave = ${clave}`,
  )
  assert.ok(row, clave)
  return row.id
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { insertAnyRecords } from '../any-records.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

let erp: ErpTest

const ROWS = 60
const NAMES = ['Álvarez', 'alvarado', 'Ñandú', 'Núñez', 'Zamora', 'oso']

before(async () => {
  erp = await startErp()
  for (let index = 0; index < ROWS; index += 1) {
    const body = {
      clave: `C${String(index).padStart(3, '0')}`,
      nombre: `${NAMES[index % NAMES.length]} ${index}`,
      ...(index % 4 === 0
        ? {}
        : { inicio_vigencia: `2026-01-${String((index % 28) + 1).padStart(2, '0')}` }),
      tipo: ['productivo', 'administrativo', 'comercial', 'servicio'][index % 4],
      activo: index % 2 === 0,
    }
    const answer = await erp.admin.post('/api/v1/CentroCosto', body)
    assert.equal(answer.status, 201, answer.text)
  }
})

after(() => erp.stop())

async function list(query: string) {
  const answer = await erp.admin.get(`/api/v1/CentroCosto?${query}`)
  assert.equal(answer.status, 200, `${query}: ${answer.text}`)
  return answer.json
}

async function claves(query: string): Promise<string[]> {
  const { data } = await list(`per_page=100&${query}`)
  return data.map(({ clave }: { clave: string }) => clave)
}

test('a listing has 25 records, sorted by id, and the counters of the contract', async () => {
  const { data, meta, errors } = await list('')
  assert.equal(data.length, 25)
  assert.deepEqual(
    data.map(({ clave }: { clave: string }) => clave),
    Array.from({ length: 25 }, (_, index) => `C${String(index).padStart(3, '0')}`),
  )
  const { after: next, ...counters } = meta
  assert.deepEqual(counters, { model: 'CentroCosto', total: ROWS, page: 1, per_page: 25, pages: 3 })
  assert.equal(typeof next, 'string')
  assert.equal(errors, null)
})

test('per_page above 100 is served as 100 and says so', async () => {
  assert.equal((await list('per_page=1000')).meta.per_page, 100)
})

test('pages 1 to meta.pages give every record once', async () => {
  const seen = new Set<number>()
  const { meta } = await list('per_page=7&sort=tipo&order=desc')
  for (let page = 1; page <= meta.pages; page += 1) {
    for (const { id } of (await list(`per_page=7&sort=tipo&order=desc&page=${page}`)).data)
      seen.add(id)
  }
  assert.equal(seen.size, ROWS)
})

test('a page past the end is 200 with no records and the right total', async () => {
  const { data, meta } = await list('page=99')
  assert.deepEqual([data, meta.total, meta.page], [[], ROWS, 99])
})

for (const sort of [
  'id',
  'nombre',
  '-nombre',
  'inicio_vigencia',
  '-inicio_vigencia',
  'tipo,-nombre',
  '-id',
]) {
  test(`after walks the listing sorted by ${sort} as the pages do, empty values included`, async () => {
    const byPage = await claves(`sort=${sort}`)
    const walked: string[] = []
    for (let after = ''; ;) {
      const { data, meta } = await list(
        `per_page=7&sort=${sort}${after === '' ? '' : `&after=${after}`}`,
      )
      walked.push(...data.map(({ clave }: { clave: string }) => clave))
      if (meta.after === null) break
      after = meta.after
    }
    assert.deepEqual(walked, byPage)
  })
}

test('order without sort turns the record ID round, and after continues it', async () => {
  const first = await list('per_page=2&order=desc')
  const next = await list(`per_page=2&order=desc&after=${first.meta.after}`)
  const ids = [first, next].flatMap(({ data }) => data.map(({ id }: { id: number }) => id))
  assert.deepEqual(ids, [ROWS, ROWS - 1, ROWS - 2, ROWS - 3])
  assert.deepEqual((await list('per_page=2&sort=&order=desc')).data, first.data)
  const whole = await erp.admin.get('/api/v1/CentroCosto?format=csv&fields=clave&order=desc')
  assert.match(whole.text, new RegExp(`^\uFEFFid,clave\r?\n${ROWS},`))
})

test('a page number that no listing has is refused by the number that is allowed', async () => {
  const answer = await erp.admin.get('/api/v1/CentroCosto?page=10000001')
  assert.equal(
    answer.json.errors[0].message,
    'page must be a whole number from 1 to 10000000, not "10000001".',
  )
})

test('of the fields that no model has the first hundred are named, and long ones cut', async () => {
  const names = ['y'.repeat(300), ...Array.from({ length: 1500 }, (_, index) => `x${index}`)]
  const { status, json } = await erp.admin.get(`/api/v1/CentroCosto?fields=${names.join(',')}`)
  assert.deepEqual([status, json.errors.length], [422, 101])
  assert.equal(json.errors[0].field.length, 65)
  assert.match(json.errors.at(-1).message, /the first 100 are shown/)
})

test('names are sorted as a Spanish reader expects', async () => {
  const { data } = await list('per_page=100&sort=nombre')
  const words = data.map(({ nombre }: { nombre: string }) => nombre.split(' ')[0])
  assert.deepEqual([...new Set(words)], ['alvarado', 'Álvarez', 'Núñez', 'Ñandú', 'oso', 'Zamora'])
})

const FILTERS: readonly (readonly [query: string, count: number])[] = [
  ['clave=C001', 1],
  ['tipo=comercial', 15],
  ['activo=true', 30],
  ['activo=0', 30],
  ['id__gt=50', 10],
  ['id__gte=50', 11],
  ['id__lt=11', 10],
  ['id__lte=11', 11],
  ['id__in=1,2,3,999', 3],
  ['id__in=1&id__in=2', 2],
  ['id__in=%5B1,2%5D', 2],
  ['clave__in=C001,C002', 2],
  ['nombre__like=alvarez', 10],
  ['nombre__like=ALVA%25', 20],
  ['nombre__like=%25ez _', 4],
  ['inicio_vigencia__null=true', 15],
  ['inicio_vigencia__null=0', 45],
  ['inicio_vigencia__gte=2026-01-20&inicio_vigencia__lt=2026-01-22', 2],
  ['q=nunez', 10],
  ['q=c00 zamora', 1],
  ['padre=1', 0],
  ['creado_en__gte=2026-03-02', ROWS],
  ['creado_en__gt=2026-03-02T23:00:00Z', 0],
]

for (const [query, count] of FILTERS) {
  test(`the filter ${query} matches ${count}`, async () => {
    const { data, meta } = await list(`per_page=100&${query}`)
    assert.deepEqual([data.length, meta.total], [count, count])
  })
}

const REFUSED: readonly (readonly [query: string, code: string, field: string])[] = [
  ['page=0', 'INVALID_PARAMETER', 'page'],
  ['page=x', 'INVALID_PARAMETER', 'page'],
  ['per_page=0', 'INVALID_PARAMETER', 'per_page'],
  ['order=up', 'INVALID_PARAMETER', 'order'],
  ['lean=yes', 'INVALID_PARAMETER', 'lean'],
  ['sort=nombr', 'UNKNOWN_FIELD', 'nombr'],
  ['nombr=x', 'UNKNOWN_FIELD', 'nombr'],
  ['nombre__starts=x', 'UNKNOWN_FIELD', 'nombre__starts'],
  ['id=x', 'INVALID_PARAMETER', 'id'],
  ['id__in=1,x', 'INVALID_PARAMETER', 'id__in'],
  ['activo__gt=true', 'INVALID_PARAMETER', 'activo__gt'],
  ['id__like=1\\', 'INVALID_PARAMETER', 'id__like'],
  ['inicio_vigencia=2026-13-01', 'INVALID_PARAMETER', 'inicio_vigencia'],
  ['inicio_vigencia__null=maybe', 'INVALID_PARAMETER', 'inicio_vigencia__null'],
  ['nombre__like=a%25%5C', 'INVALID_PARAMETER', 'nombre__like'],
  ['tipo=otro', 'INVALID_PARAMETER', 'tipo'],
  ['after=x', 'INVALID_PARAMETER', 'after'],
  ['q=%00', 'INVALID_PARAMETER', 'q'],
  ['format=pdf', 'INVALID_PARAMETER', 'format'],
]

for (const [query, code, field] of REFUSED) {
  test(`${query} is 422 ${code}`, async () => {
    const answer = await erp.admin.get(`/api/v1/CentroCosto?${query}`)
    assert.equal(answer.status, 422)
    assert.partialDeepStrictEqual(answer.json.errors[0], { code, field })
  })
}

test('__in takes at most 1,000 values', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',')
  assert.equal((await erp.admin.get(`/api/v1/CentroCosto?id__in=${ids(1000)}`)).status, 200)
  assert.equal((await erp.admin.get(`/api/v1/CentroCosto?id__in=${ids(1001)}`)).status, 422)
})

test('a reference has its companion _str, lean=true leaves it out, fields chooses', async () => {
  const parent = await erp.admin.post('/api/v1/CentroCosto', {
    clave: 'PAD',
    nombre: 'Padre',
    tipo: 'comercial',
  })
  const { id } = parent.json.data
  await erp.admin.post('/api/v1/CentroCosto', {
    clave: 'HIJ',
    nombre: 'Hijo',
    tipo: 'comercial',
    padre: id,
  })
  const [record] = (await list('clave=HIJ')).data
  assert.deepEqual([record.padre, record.padre_str], [id, 'PAD Padre'])
  const [lean] = (await list('clave=HIJ&lean=true')).data
  assert.deepEqual([lean.padre, Object.hasOwn(lean, 'padre_str')], [id, false])
  const [few] = (await list('clave=HIJ&fields=clave,padre')).data
  assert.deepEqual(Object.keys(few), ['id', 'clave', 'padre', 'padre_str'])
})

test('sorting by a reference sorts by its id, not by its _str', async () => {
  const ids: number[] = []
  for (const clave of ['ZZ', 'AA']) {
    const parent = await erp.admin.post('/api/v1/CentroCosto', {
      clave,
      nombre: clave,
      tipo: 'comercial',
    })
    ids.push(parent.json.data.id)
    await erp.admin.post('/api/v1/CentroCosto', {
      clave: `${clave}1`,
      nombre: 'x',
      tipo: 'comercial',
      padre: parent.json.data.id,
    })
  }
  const { data } = await list(`padre__in=${ids.join(',')}&sort=padre`)
  assert.deepEqual(
    data.map(({ padre }: { padre: number }) => padre),
    ids,
  )
})

test('format=csv streams the whole listing with a header, quoting and no formulas', async () => {
  await erp.admin.post('/api/v1/CentroCosto', {
    clave: 'CSV',
    nombre: '=1+1,"x"',
    tipo: 'comercial',
  })
  const answer = await erp.admin.get('/api/v1/CentroCosto?format=csv&fields=clave,nombre&clave=CSV')
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
  assert.match(answer.text, /^\u{feff}id,clave,nombre\r\n\d+,CSV,"'=1\+1,""x"""\r\n$/u)
  const whole = await erp.admin.get('/api/v1/CentroCosto?format=csv')
  const { meta } = await list('')
  assert.equal(whole.text.trim().split('\r\n').length, meta.total + 1)
})

test('count=false leaves the count out', async () => {
  const { meta } = await list('count=false')
  assert.deepEqual([meta.total, meta.pages], [null, null])
})

test('a field named total is filtered by like any other', async () => {
  const model = shippedRegistry().models.get('Venta')
  assert.ok(model)
  const rows = {
    empresa: Number(erp.empresaId),
    firstId: 1,
    count: 2,
    day: '2026-01-31',
    reference: 1,
  }
  await erp.asOwner.transaction((tx) => insertAnyRecords(tx, model, rows))
  await erp.owner.execute(
    sql`update public.venta set total = 46043.02 where empresa_id = ${erp.empresaId} and id = 2`,
  )
  const ids = async (query: string) => {
    const { json } = await erp.admin.get(`/api/v1/Venta?fields=id&${query}`)
    return json.data.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await ids('total=46043.02'), [2])
  assert.deepEqual(await ids('total__lt=46043.02&count=false'), [1])
  assert.deepEqual(await ids('total=1'), [])
  const wrong = await erp.admin.get('/api/v1/Venta?total=false')
  assert.deepEqual([wrong.status, wrong.json.errors[0].field], [422, 'total'])
})

test('total is an unknown field where the model has none', async () => {
  const { status, json } = await erp.admin.get('/api/v1/CentroCosto?total=false')
  assert.deepEqual(
    [status, json.errors[0].code, json.errors[0].field],
    [422, 'UNKNOWN_FIELD', 'total'],
  )
})

test('__like looks into numbers, dates, ids and truth values as they are written on the wire', async () => {
  const ids = async (query: string) => {
    const { data } = await list(`fields=id&per_page=100&activo=true&${query}`)
    return data.map(({ id }: { id: number }) => id)
  }
  const { data } = await list('per_page=100&activo=true')
  const written = (name: string, part: RegExp) =>
    data
      .filter((record: Record<string, unknown>) => part.test(String(record[name])))
      .map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids('id__like=1%25'), written('id', /^1/))
  assert.deepEqual(await ids('id__like=5'), written('id', /5/))
  assert.deepEqual(
    await ids('inicio_vigencia__like=2026-01-0_'),
    written('inicio_vigencia', /^2026-01-0.$/),
  )
  assert.deepEqual(await ids('creado_en__like=%25t%25z'), written('creado_en', /T.*Z/))
  assert.deepEqual(await ids('activo__like=TRUE'), written('activo', /true/))
  assert.deepEqual(await ids('padre__like=7'), [])
  const { json } = await erp.admin.get('/api/v1/Venta?total__like=46043.0_')
  assert.equal(json.meta.total, 1)
})

test('__in with an empty list finds nothing, and [""] the empty text', async () => {
  for (const query of ['tipo__in=', 'clave__in=', 'id__in=', 'tipo__in=[]', 'tipo__in=%20']) {
    assert.deepEqual((await list(query)).meta.total, 0, query)
  }
  assert.equal((await list('clave__in=[""]')).meta.total, 0)
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { refusal } from '../rights/rights-fixture.ts'
import { API, attaching, formOf, PDF, sha256, text, type Attaching } from './attachment-fixture.ts'

let erp: ErpTest
let files: Attaching

before(async () => {
  erp = await startErp()
  files = await attaching(erp)
})

after(() => erp.stop())

describe('a file that is attached', () => {
  it('is told of by name, type, size and checksum, and comes back byte by byte', async () => {
    const sent = { name: 'Factura ñ 1.pdf', content: PDF, type: 'application/pdf' }
    const answer = await files.attach({ ...sent, fields: { descripcion: 'La factura' } })
    const { id, creado_en: made, tipo, ...told } = answer.json.data
    assert.deepEqual(
      [answer.status, told],
      [
        201,
        {
          nombre: 'Factura ñ 1.pdf',
          tipo_str: 'PDF',
          mime: 'application/pdf',
          tamano_bytes: PDF.length,
          huella: sha256(PDF),
          modelo: 'Departamento',
          registro: Number(files.department.split('/')[1]),
          descripcion: 'La factura',
          es_confidencial: false,
          subido_por: 1,
          contenido: `${API}/adjuntos/${id}/contenido`,
        },
      ],
    )
    assert.ok(tipo > 0 && made !== undefined)
    assert.equal(answer.headers.get('location'), told.contenido)
    const { status, headers, bytes } = await files.download(id)
    assert.deepEqual([status, String(bytes)], [200, PDF])
    const shown = ['content-type', 'content-disposition', 'x-content-type-options', 'etag']
    assert.deepEqual(
      shown.map((name) => headers.get(name)),
      [
        'application/pdf',
        `attachment; filename="Factura _ 1.pdf"; filename*=UTF-8''Factura%20%C3%B1%201.pdf`,
        'nosniff',
        `"${sha256(PDF)}"`,
      ],
    )
    assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
    const list = await erp.admin.get(`${API}/${files.department}/adjuntos`)
    assert.deepEqual(list.json.data, [answer.json.data])
  })

  it('is an Adjunto whose facts only the service writes', async () => {
    const id = await files.attached(text('hechos'))
    const changed = await erp.admin.send('PUT', `${API}/Adjunto/${id}`, {
      body: { descripcion: 'Otra', es_confidencial: true },
    })
    assert.deepEqual([changed.status, changed.json.data.descripcion], [200, 'Otra'])
    const facts = { huella: 'x', ruta: '/etc/passwd', registro: '77', nombre: 'x', tamano_bytes: 1 }
    for (const [name, value] of Object.entries(facts)) {
      const answer = await erp.admin.send('PUT', `${API}/Adjunto/${id}`, {
        body: { [name]: value },
      })
      assert.deepEqual(refusal(answer), [422, 'READ_ONLY_FIELD', name])
    }
    const made = await erp.admin.post(`${API}/Adjunto`, { descripcion: 'Sin archivo' })
    assert.deepEqual(refusal(made).slice(0, 2), [403, 'FORBIDDEN'])
  })

  it('is written to the audit log, and so is its removal', async () => {
    const id = await files.attached(text('auditado'))
    const removed = await erp.admin.send('DELETE', `${API}/adjuntos/${id}`)
    assert.deepEqual(removed.json.data, { id })
    const trail = await erp.admin.get(`${API}/reports/audit-trail/Adjunto/${id}`)
    assert.deepEqual(
      trail.json.data.map(
        ({ operacion, antes, despues }: Record<string, { huella: string } | null>) => [
          operacion,
          antes?.huella ?? null,
          despues?.huella ?? null,
        ],
      ),
      [
        ['baja', sha256('auditado'), null],
        ['alta', null, sha256('auditado')],
      ],
    )
  })

  it('may belong to a record of any model, of a global one by whoever may write it', async () => {
    for (const owner of ['Moneda/102', 'Usuario/1', 'Adjunto/1', 'RegistroAuditoria/1']) {
      const id = await files.attached(text(`de ${owner}`), { to: owner })
      assert.equal((await files.download(id)).text, `de ${owner}`)
    }
    const none = await files.attach(text('de nadie'), { to: 'Departamento/999999' })
    assert.deepEqual(refusal(none).slice(0, 2), [404, 'NOT_FOUND'])
    const model = await files.attach(text('de nada'), { to: 'Nada/1' })
    assert.deepEqual(refusal(model).slice(0, 2), [404, 'UNKNOWN_MODEL'])
  })

  it('that is sent again with its Idempotency-Key is one, and another file with the key is refused', async () => {
    const headers = { 'idempotency-key': 'adjunto-1' }
    const send = (content: string) =>
      erp.admin.post(`${API}/${files.department}/adjuntos`, formOf(text(content)), { headers })
    const [first, again] = [await send('una vez'), await send('una vez')]
    assert.equal(first.status, 201, first.text)
    assert.deepEqual([again.status, again.json.data], [201, first.json.data])
    assert.deepEqual(refusal(await send('otra')).slice(0, 2), [409, 'IDEMPOTENCY_MISMATCH'])
  })

  it('of a row that was typed before there were files has no content, whatever checksum it claims', async () => {
    const id = await files.attached(text('original'))
    for (const claimed of ['../../../../../../../etc/passwd', 'x\r\nset-cookie: a=b', '']) {
      await erp.owner.execute(
        sql`update public.adjunto set huella = ${claimed} where id = ${id}::int8 and empresa_id = ${erp.empresaId}`,
      )
      assert.deepEqual(refusal(await files.download(id)).slice(0, 2), [404, 'NOT_FOUND'])
    }
    assert.equal((await erp.admin.send('DELETE', `${API}/adjuntos/${id}`)).status, 200)
  })

  it('keeps its record from being deleted', async () => {
    const id = await files.company.create('Departamento', { clave: 'TIENE', nombre: 'Tiene' })
    const to = `Departamento/${id}`
    const file = await files.attached(text('me quedo'), { to })
    const refused = await erp.admin.send('DELETE', `${API}/${to}`)
    assert.deepEqual(refusal(refused).slice(0, 2), [409, 'HAS_DEPENDENTS'])
    assert.deepEqual(refused.json.errors[0].dependents, { Adjunto: { count: 1, ids: [file] } })
    await erp.admin.send('DELETE', `${API}/adjuntos/${file}`)
    assert.equal((await erp.admin.send('DELETE', `${API}/${to}`)).status, 200)
  })

  it('that another record refers to is not removed', async () => {
    const archivo = await files.attached({ name: 'cv.pdf', content: PDF })
    await files.company.create('RegimenEmpresa', {
      regimen_fiscal: 1,
      inicio_vigencia: '2026-01-01',
      constancia: archivo,
    })
    const refused = await erp.admin.send('DELETE', `${API}/adjuntos/${archivo}`)
    assert.deepEqual(refusal(refused).slice(0, 2), [409, 'HAS_DEPENDENTS'])
    assert.equal((await files.download(archivo)).status, 200)
  })
})

describe('a download', () => {
  let id: number

  before(async () => {
    id = await files.attached({
      name: 'datos.csv',
      content: 'clave,nombre\nA,a\n',
      type: 'text/csv',
    })
  })

  it('is answered 304 to whoever has it already', async () => {
    const etag = `W/"x", "${sha256('clave,nombre\nA,a\n')}"`
    const { status, bytes } = await files.download(id, { 'if-none-match': etag })
    assert.deepEqual([status, bytes.length], [304, 0])
  })

  it('may be of a range, and is never compressed', async () => {
    const cases = [
      ['bytes=0-4', 206, 'clave', 'bytes 0-4/17'],
      ['bytes=13-', 206, 'A,a\n', 'bytes 13-16/17'],
      ['bytes=13-900', 206, 'A,a\n', 'bytes 13-16/17'],
      ['bytes=-4', 206, 'A,a\n', 'bytes 13-16/17'],
      ['bytes=-99', 206, 'clave,nombre\nA,a\n', 'bytes 0-16/17'],
      ['bytes=4-1', 200, 'clave,nombre\nA,a\n', null],
      ['bytes=0-1,3-4', 200, 'clave,nombre\nA,a\n', null],
      ['lines=1-2', 200, 'clave,nombre\nA,a\n', null],
    ] as const
    for (const [range, status, content, place] of cases) {
      const answer = await files.download(id, { range, 'accept-encoding': 'br, gzip' })
      assert.deepEqual(
        [answer.status, answer.text, answer.headers.get('content-range')],
        [status, content, place],
        range,
      )
      assert.equal(answer.headers.get('content-encoding'), null)
    }
  })

  it('of a range behind its end is 416, and of another version whole', async () => {
    for (const range of ['bytes=17-', 'bytes=-0']) {
      const answer = await files.download(id, { range })
      assert.deepEqual(refusal(answer), [416, 'RANGE_NOT_SATISFIABLE', 'Range'])
      assert.equal(answer.headers.get('content-range'), 'bytes */17')
    }
    const other = await files.download(id, { range: 'bytes=0-4', 'if-range': '"x"' })
    assert.deepEqual([other.status, other.bytes.length], [200, 17])
  })

  it('can be asked for its size alone', async () => {
    const { headers: admin } = erp.admin
    const { status, headers, bytes } = await exchange(
      `${erp.url}${API}/adjuntos/${id}/contenido`,
      'HEAD',
      { headers: admin },
    )
    assert.deepEqual([status, headers.get('content-length'), bytes.length], [200, '17', 0])
  })
})

describe('rights', () => {
  it('are those of the record: who may read it reads its files, who may change it adds and removes', async () => {
    const reading = await files.company.profile('LEE', { grants: ['Departamento.leer'] })
    const changing = await files.company.profile('CAMBIA', {
      grants: ['Departamento.leer', 'Departamento.modificar'],
    })
    const reader = (await files.company.person('lectora', [reading])).client
    const changer = (await files.company.person('cambiadora', [changing])).client
    const nobody = (await files.company.person('nadie', [])).client
    const id = await files.attached(text('de quien cambia'), { by: changer })
    assert.equal((await files.download(id, {}, reader)).text, 'de quien cambia')
    assert.equal((await reader.get(`${API}/${files.department}/adjuntos`)).status, 200)
    assert.deepEqual(refusal(await files.attach(text('x'), { by: reader })).slice(0, 2), [
      403,
      'FORBIDDEN',
    ])
    const removal = await reader.send('DELETE', `${API}/adjuntos/${id}`)
    assert.deepEqual(refusal(removal).slice(0, 2), [403, 'FORBIDDEN'])
    for (const answer of [
      await files.download(id, {}, nobody),
      await nobody.send('DELETE', `${API}/adjuntos/${id}`),
    ]) {
      assert.deepEqual(refusal(answer).slice(0, 2), [404, 'NOT_FOUND'])
    }
    const list = await nobody.get(`${API}/${files.department}/adjuntos`)
    assert.deepEqual(refusal(list).slice(0, 2), [403, 'FORBIDDEN'])
    assert.equal((await changer.send('DELETE', `${API}/adjuntos/${id}`)).status, 200)
  })

  it('end where a rule of the profile ends', async () => {
    const limited = await files.company.profile('LIMITADO', {
      grants: ['Departamento.leer', 'Departamento.modificar'],
      rules: [{ modelo: 'Departamento', filtro: { clave: 'SUYO' } }],
    })
    const { client } = await files.company.person('limitada', [limited])
    const id = await files.company.create('Departamento', { clave: 'SUYO', nombre: 'Suyo' })
    const [own, other] = [`Departamento/${id}`, files.department]
    const [mine, theirs] = [
      await files.attached(text('a'), { to: own }),
      await files.attached(text('b')),
    ]
    assert.equal((await files.download(mine, {}, client)).status, 200)
    assert.equal((await files.attach(text('c'), { to: own, by: client })).status, 201)
    for (const answer of [
      await files.download(theirs, {}, client),
      await client.get(`${API}/${other}/adjuntos`),
      await files.attach(text('c'), { to: other, by: client }),
    ]) {
      assert.deepEqual(refusal(answer).slice(0, 2), [404, 'NOT_FOUND'])
    }
  })

  it('show a confidential file to who put it there and to who may read Adjunto', async () => {
    const some = { grants: ['Departamento.leer', 'Departamento.modificar'] }
    const changing = await files.company.profile('CONF', some)
    const auditing = await files.company.profile('CONF2', {
      grants: [...some.grants, 'Adjunto.leer'],
      fields: { 'Adjunto.descripcion': 'oculto' },
    })
    const author = (await files.company.person('autora', [changing])).client
    const other = (await files.company.person('otra', [changing])).client
    const auditor = (await files.company.person('auditora', [auditing])).client
    const fields = { es_confidencial: 'true', descripcion: 'Sueldos' }
    const id = await files.attached({ ...text('sueldos'), fields }, { by: author })
    const statuses = [author, other, auditor].map(
      async (by) => (await files.download(id, {}, by)).status,
    )
    assert.deepEqual(await Promise.all(statuses), [200, 404, 200])
    const listed = await Promise.all(
      [author, other, auditor].map(async (by) => {
        const { json } = await by.get(`${API}/${files.department}/adjuntos`)
        const found = json.data.find((row: { id: number }) => row.id === id)
        return found === undefined ? null : (found.descripcion ?? 'oculta')
      }),
    )
    assert.deepEqual(listed, ['Sueldos', null, 'oculta'])
  })
})

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { docx, p } from './docx/docx-fixture.ts'
import { codeOf, startDocuments, type DocumentsTest } from './http-fixture.ts'

let documents: DocumentsTest

before(async () => {
  documents = await startDocuments()
})

after(() => documents.stop())

const HELLO = docx(p('Hola {nombre}'))

async function etagOf(slug: string): Promise<string> {
  const { headers } = await documents.client.get(`/templates/${slug}`)
  return headers.get('etag') ?? ''
}

test('every answer about a template carries its ETag, the same one for the same version', async () => {
  const created = await documents.upload('etiqueta', HELLO)
  const etag = created.headers.get('etag') ?? ''
  assert.match(etag, /^"[\x21\x23-\x7e]+"$/)
  assert.equal(await etagOf('etiqueta'), etag)
  assert.equal((await documents.client.get('/templates/etiqueta/tags')).headers.get('etag'), etag)
  const schema = await documents.put('etiqueta', { schema: '{}' })
  assert.notEqual(schema.headers.get('etag'), etag, 'the schema is part of the version')
  assert.equal(await etagOf('etiqueta'), schema.headers.get('etag'))
  const same = await documents.put('etiqueta', { file: HELLO })
  assert.notEqual(same.headers.get('etag'), schema.headers.get('etag'))
})

test('If-None-Match with the ETag, weak or in a list, or with *, is 304 without a body', async () => {
  await documents.upload('nuevo', HELLO)
  const etag = await etagOf('nuevo')
  for (const header of [etag, `W/${etag}`, `"otra", ${etag}`, `"otra",W/${etag} , "x"`, '*']) {
    const answer = await documents.client.get('/templates/nuevo', {
      headers: { 'if-none-match': header },
    })
    assert.deepEqual([header, answer.status, answer.bytes.length], [header, 304, 0])
    assert.equal(answer.headers.get('etag'), etag)
    assert.equal(answer.headers.get('content-type'), null)
  }
})

test('If-None-Match with anything else gives the file', async () => {
  for (const header of ['"otra"', '', 'etiqueta', (await etagOf('nuevo')).slice(1)]) {
    const answer = await documents.client.get('/templates/nuevo', {
      headers: { 'if-none-match': header },
    })
    assert.equal(answer.status, 200, header)
    assert.equal(answer.bytes.equals(HELLO), true)
  }
})

test('If-Match with the ETag, in a list, or with *, lets PUT and DELETE through', async () => {
  await documents.upload('cambia', HELLO)
  for (const list of [(etag: string) => etag, (etag: string) => `"otra", ${etag}`, () => '*']) {
    const header = list(await etagOf('cambia'))
    const answer = await documents.put('cambia', { file: HELLO }, { 'if-match': header })
    assert.equal(answer.status, 200, header)
  }
  const headers = { 'if-match': await etagOf('cambia') }
  assert.equal(
    (await documents.client.send('DELETE', '/templates/cambia', { headers })).status,
    204,
  )
})

test('If-Match that names another version, or only a weak one, is 412 and changes nothing', async () => {
  await documents.upload('firme', HELLO)
  const etag = await etagOf('firme')
  for (const header of ['"otra"', `W/${etag}`, '"a", "b"', '']) {
    const headers = { 'if-match': header }
    const put = await documents.put('firme', { file: docx(p('otra')) }, headers)
    const remove = await documents.client.send('DELETE', '/templates/firme', { headers })
    for (const answer of [put, remove]) {
      assert.deepEqual(
        [header, answer.status, codeOf(answer)],
        [header, 412, 'PRECONDITION_FAILED'],
      )
    }
  }
  assert.equal(await etagOf('firme'), etag)
})

test('of many PUTs with the same If-Match exactly one succeeds', async () => {
  const headers = { 'if-match': await etagOf('firme') }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => documents.put('firme', { file: HELLO }, headers)),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 412)])
})

test('a precondition on a template that does not exist is 404 TEMPLATE_NOT_FOUND', async () => {
  const headers = { 'if-match': '*' }
  const put = await documents.put('nadie', { file: HELLO }, headers)
  const remove = await documents.client.send('DELETE', '/templates/nadie', { headers })
  assert.deepEqual([codeOf(put), codeOf(remove)], ['TEMPLATE_NOT_FOUND', 'TEMPLATE_NOT_FOUND'])
})

test('a plain directory that a person put into TEMPLATES_DIR is a template like any other', async () => {
  const folder = join(documents.folder, 'templates', 'a-mano')
  await mkdir(folder)
  await writeFile(join(folder, 'template.docx'), HELLO)
  await writeFile(join(folder, 'schema.json'), '{"required":["nombre"]}')
  const { json } = await documents.client.get('/templates')
  const summary = json.templates.find(({ slug }: { slug: string }) => slug === 'a-mano')
  assert.deepEqual([summary.sizeBytes, summary.hasSchema], [HELLO.length, true])
  assert.equal((await documents.render('a-mano', {})).status, 422)
  assert.equal((await documents.put('a-mano', { schema_clear: 'true' })).status, 200)
  assert.equal((await documents.render('a-mano', {})).status, 200)
  assert.equal((await documents.client.send('DELETE', '/templates/a-mano')).status, 204)
  assert.equal((await documents.client.get('/templates/a-mano')).status, 404)
})

test('a person’s edit of the file or the schema in place is what the next render uses', async () => {
  const folder = join(documents.folder, 'templates', 'editada')
  await mkdir(folder)
  const schema = join(folder, 'schema.json')
  await writeFile(join(folder, 'template.docx'), HELLO)
  await writeFile(schema, '{"required":["nombre"]}')
  assert.equal((await documents.render('editada', {})).status, 422)
  await writeFile(schema, '{"required":["cuenta"]}')
  const answer = await documents.render('editada', { nombre: 'A' })
  assert.equal(answer.json.error.details.errors[0].params.missingProperty, 'cuenta')
})

test('what else lies in TEMPLATES_DIR is no template', async () => {
  const templates = join(documents.folder, 'templates')
  await writeFile(join(templates, 'archivo'), 'x')
  await writeFile(join(templates, 'LEEME.txt'), 'x')
  await mkdir(join(templates, 'vacio'))
  const { status, json } = await documents.client.get('/templates')
  assert.equal(status, 200)
  const slugs = json.templates.map(({ slug }: { slug: string }) => slug)
  assert.deepEqual(
    slugs.filter((slug: string) => ['archivo', 'vacio'].includes(slug)),
    [],
  )
  for (const slug of ['archivo', 'vacio']) {
    assert.equal(codeOf(await documents.client.get(`/templates/${slug}`)), 'TEMPLATE_NOT_FOUND')
  }
})

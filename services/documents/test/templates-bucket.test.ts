import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'

import { startBucketServer } from '@oficina/testkit/bucket-server.ts'

import { BucketTemplates } from '../src/store/bucket-templates.ts'
import { parseSlug, type Slug } from '../src/store/slug.ts'
import { testAddress, testBucket } from './bucket-fixture.ts'
import { docx, p, partsOf, textOf } from './docx/docx-fixture.ts'
import { codeOf, form, startDocuments, type DocumentsTest } from './http-fixture.ts'

const server = await startBucketServer()
after(() => server.stop())

/** Two services on one bucket, each with its own caches. */
async function startTwo(url = server.url): Promise<readonly [DocumentsTest, DocumentsTest]> {
  const config = { bucket: testAddress(url) }
  return [await startDocuments({ config }), await startDocuments({ config })]
}

async function rendered(documents: DocumentsTest, slug: string, data: object = {}) {
  const answer = await documents.render(slug, data)
  assert.equal(answer.status, 200, answer.text.slice(0, 300))
  return textOf(partsOf(answer.bytes).get('word/document.xml') ?? '').trim()
}

test('a template that is uploaded at one process is rendered, listed and refused a second time at another at once', async () => {
  const [here, there] = await startTwo()
  assert.equal((await there.render('nuevo', {})).status, 404)
  assert.equal((await here.upload('nuevo', docx(p('uno')))).status, 201)
  assert.equal(await rendered(there, 'nuevo'), 'uno')
  const again = await there.upload('nuevo', docx(p('otro')))
  assert.deepEqual([again.status, codeOf(again)], [409, 'TEMPLATE_CONFLICT'])
  const { json } = await there.client.get('/templates')
  assert.ok(json.templates.some(({ slug }: { slug: string }) => slug === 'nuevo'))
  await here.stop()
  await there.stop()
})

test('what one process replaces or removes is so at another after a second', async () => {
  const [here, there] = await startTwo()
  await here.upload('cambia', docx(p('uno')))
  assert.equal(await rendered(there, 'cambia'), 'uno')
  const replaced = await here.put('cambia', { file: docx(p('dos')) })
  assert.equal(replaced.status, 200)
  assert.equal(await rendered(here, 'cambia'), 'dos', 'at once where it was replaced')
  there.clock.advance(1_000)
  assert.equal(await rendered(there, 'cambia'), 'dos')
  assert.equal((await here.client.send('DELETE', '/templates/cambia')).status, 204)
  there.clock.advance(1_000)
  assert.equal(codeOf(await there.render('cambia', {})), 'TEMPLATE_NOT_FOUND')
  assert.equal((await there.upload('cambia', docx(p('tres')))).status, 201)
  here.clock.advance(1_000)
  assert.equal(await rendered(here, 'cambia'), 'tres')
  await here.stop()
  await there.stop()
})

test('within its second a version that is gone is looked up again, and nobody hears of it', async () => {
  const [here, there] = await startTwo()
  await here.upload('tarde', docx(p('uno')))
  // Known, and not yet read.
  const { headers } = await there.client.get('/templates/tarde/schema')
  assert.equal(headers.get('etag'), null)
  await here.put('tarde', { file: docx(p('dos')) })
  assert.equal(await rendered(there, 'tarde'), 'dos')
  await here.stop()
  await there.stop()
})

test('a template is asked for once a second at most, and its files once', async () => {
  const own = await startBucketServer()
  const documents = await startDocuments({ config: { bucket: testAddress(own.url) } })
  await documents.upload('visto', docx(p('uno')))
  await rendered(documents, 'visto')
  own.requests.length = 0
  await Promise.all(Array.from({ length: 20 }, () => rendered(documents, 'visto')))
  assert.deepEqual(own.requests, [])
  documents.clock.advance(1_000)
  await Promise.all(Array.from({ length: 20 }, () => rendered(documents, 'visto')))
  assert.deepEqual(own.requests, ['GET documents/templates/links/visto'])
  await documents.stop()
  await own.stop()
})

test('of many uploads of one slug at two processes one is stored', async () => {
  const both = await startTwo()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (both[index % 2] ?? both[0]).upload('carrera', docx(p(`es ${index}`))),
    ),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 409)])
  for (const one of both) await one.stop()
})

test('of changes at two processes that name the same version one is made, and 412 is told to the others', async () => {
  const both = await startTwo()
  const { headers } = await both[0].upload('etag', docx(p('uno')))
  const etag = headers.get('etag') ?? ''
  assert.match(etag, /^"etag\./)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      (both[index % 2] ?? both[0]).put(
        'etag',
        { file: docx(p(`es ${index}`)) },
        { 'if-match': etag },
      ),
    ),
  )
  const won = answers.findIndex(({ status }) => status === 200)
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412, 412, 412, 412, 412],
  )
  for (const one of both) {
    one.clock.advance(1_000)
    assert.equal(await rendered(one, 'etag'), `es ${won}`)
    await one.stop()
  }
})

test('a file and a schema that two processes change at once are both kept', async () => {
  const both = await startTwo()
  for (let round = 0; round < 5; round += 1) {
    const slug = `partes-${round}`
    await both[0].upload(slug, docx(p('uno')))
    const changes = await Promise.all([
      both[0].put(slug, { file: docx(p('dos')) }),
      both[1].put(slug, { schema: '{"description":"nuevo"}' }),
    ])
    assert.deepEqual(
      changes.map(({ status }) => status),
      [200, 200],
    )
    both[0].clock.advance(1_000)
    assert.equal(await rendered(both[0], slug), 'dos')
    const schema = await both[0].client.get(`/templates/${slug}/schema`)
    assert.equal(schema.json.description, 'nuevo')
  }
  for (const one of both) await one.stop()
})

test('a change whose answer was lost is told as made, since it is', async () => {
  const own = await startBucketServer()
  const documents = await startDocuments({ config: { bucket: testAddress(own.url) } })
  own.trouble = {
    kind: 'lost',
    when: ({ method, key }) => method === 'PUT' && key.includes('links/') && !own.objects.has(key),
  }
  assert.equal((await documents.upload('perdido', docx(p('uno')))).status, 201)
  assert.equal(await rendered(documents, 'perdido'), 'uno')
  await documents.stop()
  await own.stop()
})

test('while the bucket does not answer it is 503 STORAGE_UNAVAILABLE, health is down, and afterwards all is well', async () => {
  const own = await startBucketServer()
  const documents = await startDocuments({ config: { bucket: testAddress(own.url) } })
  await documents.upload('queda', docx(p('uno')))
  own.trouble = { kind: 'answer', status: 403, code: 'AccessDenied' }
  documents.clock.advance(5_000)
  for (const answer of [
    await documents.render('queda', {}),
    await documents.client.get('/templates'),
    await documents.upload('otro', docx(p('uno'))),
    await documents.client.send('DELETE', '/templates/queda'),
  ]) {
    assert.deepEqual([answer.status, codeOf(answer)], [503, 'STORAGE_UNAVAILABLE'])
    assert.equal(answer.headers.get('retry-after'), '1')
    assert.doesNotMatch(answer.text, /127\.0\.0\.1|test-key|AccessDenied/)
  }
  const health = await documents.client.get('/health')
  assert.deepEqual([health.status, health.json.status], [503, 'down'])
  assert.deepEqual(health.json.templatesDir, { readable: false })
  own.trouble = undefined
  documents.clock.advance(5_000)
  assert.equal((await documents.client.get('/health')).status, 200)
  assert.equal(await rendered(documents, 'queda'), 'uno')
  await documents.stop()
  await own.stop()
})

test('a bucket that cannot be used ends the start with what is missing', async () => {
  const own = await startBucketServer()
  own.trouble = { kind: 'answer', status: 404, code: 'NoSuchBucket' }
  await assert.rejects(startDocuments({ config: { bucket: testAddress(own.url) } }), {
    name: 'BucketUnavailable',
    message: /there is no such bucket; make it, or set S3_BUCKET to one that exists/,
  })
  await own.stop()
})

test('nothing is left of what was replaced, and what a killed process left goes after ten minutes', async () => {
  const own = await startBucketServer()
  const documents = await startDocuments({ config: { bucket: testAddress(own.url) } })
  await documents.upload('limpio', docx(p('uno')), { description: 'x' })
  await documents.put('limpio', { file: docx(p('dos')) })
  const files = () => [...own.objects.keys()].filter((key) => key.includes('/versions/'))
  assert.equal(files().length, 2)
  const left = 'documents/templates/versions/limpio.0123456789abcdef01/template.docx'
  const object = { bytes: Buffer.from('x'), etag: '"x"' }
  own.objects.set(left, { ...object, updatedAt: new Date() })
  const at = (nowMs: number) => async () => {
    const store = new BucketTemplates(await testBucket(own.url), () => nowMs)
    await store.sweep()
  }
  await at(Date.now())()
  assert.equal(files().length, 3, 'it may be work in progress')
  await at(Date.now() + 11 * 60_000)()
  assert.equal(files().length, 2)
  assert.equal(await rendered(documents, 'limpio'), 'dos')
  await documents.stop()
  await own.stop()
})

const CHILD = new URL('store-writer.ts', import.meta.url)

test('processes that are killed in the middle of changes leave a template whole, old or new', async () => {
  const own = await startBucketServer()
  const slug = parseSlug('matado')
  assert.ok(slug)
  const seen = new Set<string>()
  for (let round = 0; round < 2; round += 1) {
    const children = [0, 1].map(() => fork(CHILD, [own.url], { stdio: 'ignore' }))
    await Promise.all(children.map((child) => once(child, 'message')))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map((child) => once(child, 'exit')))
    seen.add(await wholeNumber(own.url, slug))
  }
  assert.equal(seen.size, 2, 'the writers came to different points')
  await own.stop()
})

/** The number that the file and the schema of the template have in common. */
async function wholeNumber(url: string, slug: Slug): Promise<string> {
  const store = new BucketTemplates(await testBucket(url), () => Date.now())
  const template = await store.find(slug)
  assert.ok(template, 'it was there before the kill, so it is there now')
  const file = (await store.readDocx(template))?.toString('utf8') ?? ''
  const schema = (await store.readSchema(template))?.toString('utf8') ?? ''
  const [, number = ''] = /^docx (\d+) x+$/.exec(file) ?? []
  assert.equal(schema, `{"description":"${number}"}`)
  return number
}

test('an object that somebody else put beside the templates is passed over', async () => {
  const own = await startBucketServer()
  own.objects.set('documents/templates/links/No.Es', {
    bytes: Buffer.from('x'),
    etag: '"x"',
    updatedAt: new Date(),
  })
  const documents = await startDocuments({ config: { bucket: testAddress(own.url) } })
  const listed = await documents.client.get('/templates')
  assert.deepEqual([listed.status, listed.json.templates], [200, []])
  const refused = await documents.client.post('/templates', form({ slug: 'No.Es' }))
  assert.equal(refused.status, 400)
  await documents.stop()
  await own.stop()
})

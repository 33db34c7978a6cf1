import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'

import { startBucketServer } from '@oficina/testkit/bucket-server.ts'

import { BucketTemplates } from '../src/store/bucket-templates.ts'
import { parseSlug, type Slug } from '../src/store/slug.ts'
import { testAddress, testBucket } from './bucket-fixture.ts'
import { docx, p } from './docx/docx-fixture.ts'
import { codeOf, form, startDocuments } from './http-fixture.ts'
import { rendered, testSharedTemplates, type Two } from './shared-templates.ts'

const server = await startBucketServer()
after(() => server.stop())

/** Two services on one bucket, each with its own caches. */
async function startTwo(): Promise<Two> {
  const config = { bucket: testAddress(server.url) }
  return [await startDocuments({ config }), await startDocuments({ config })]
}

testSharedTemplates(startTwo)

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

test('a bucket whose form a newer version has changed is refused with what to do, and left as it is', async () => {
  const own = await startBucketServer()
  const bucket = await testBucket(own.url)
  const config = { bucket: testAddress(own.url) }
  const first = await startDocuments({ config })
  await first.upload('guardado', docx(p('uno')))
  await first.stop()
  await bucket.write('documents/templates/.form', Buffer.from('2\n'))
  const before = [...own.objects.keys()].toSorted()
  await assert.rejects(
    startDocuments({ config }),
    /bucket .*form "2" of a newer version of documents.*nothing was changed.*backup/sv,
  )
  assert.deepEqual([...own.objects.keys()].toSorted(), before)
  await bucket.write('documents/templates/.form', Buffer.from('1\n'))
  const again = await startDocuments({ config })
  assert.equal(await rendered(again, 'guardado'), 'uno')
  await again.stop()
  bucket.close()
  await own.stop()
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
    const ends = Promise.all(children.map((child) => once(child, 'exit')))
    // One that ends by itself never tells of a change.
    await Promise.race([ends, Promise.all(children.map((child) => once(child, 'message')))])
    for (const child of children) child.kill('SIGKILL')
    assert.deepEqual(
      (await ends).map(([, signal]) => signal),
      ['SIGKILL', 'SIGKILL'],
    )
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

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'

import { startBucketServer } from '@oficina/testkit/bucket-server.ts'

import { BucketUnavailable, type BucketFault } from '../src/bucket.ts'
import { probeBucket } from '../src/probe-bucket.ts'
import { bucketAt, keysOf, textOf } from './bucket-fixture.ts'

const server = await startBucketServer()
after(() => server.stop())

test('an object that must be new is written once, whoever else tries', async () => {
  const bucket = await bucketAt(server.url, { s3Prefix: 'once' })
  const writes = Array.from({ length: 8 }, (_, index) =>
    bucket.write('a/b', Buffer.from(`writer ${index}`), { kind: 'absent' }),
  )
  const etags = (await Promise.all(writes)).filter((etag) => etag !== undefined)
  assert.equal(etags.length, 1)
  assert.equal((await bucket.head('a/b'))?.etag, etags[0])
  assert.ok(server.objects.has('once/a/b'), 'the prefix is part of the key')
  bucket.close()
})

test('an object is replaced only while it is the one that was read', async () => {
  const bucket = await bucketAt(server.url, { s3Prefix: 'same/' })
  const first = (await bucket.write('x', Buffer.from('one'))) ?? ''
  const second = await bucket.write('x', Buffer.from('two'), { kind: 'same', etag: first })
  assert.ok(second)
  assert.equal(await bucket.write('x', Buffer.from('no'), { kind: 'same', etag: first }), undefined)
  await bucket.remove('x')
  assert.equal(
    await bucket.write('x', Buffer.from('no'), { kind: 'same', etag: second }),
    undefined,
  )
  assert.equal(await bucket.head('x'), undefined)
  bucket.close()
})

test('what is known by its ETag is not read again, and what is not there is undefined', async () => {
  const bucket = await bucketAt(server.url, { s3Prefix: 'known' })
  const etag = (await bucket.write('x', Buffer.from('text'))) ?? ''
  assert.equal(await bucket.read('x', etag), 'unchanged')
  const found = await bucket.read('x', '"another"')
  assert.ok(found !== undefined && found !== 'unchanged')
  assert.deepEqual([found.bytes.toString(), found.etag, found.sizeBytes], ['text', etag, 4])
  assert.equal(await bucket.read('y'), undefined)
  assert.equal(await bucket.open('y'), undefined)
  await bucket.remove('y')
  bucket.close()
})

test('a range is read alone, and says how much there is', async () => {
  const bucket = await bucketAt(server.url, { s3Prefix: 'ranges' })
  await bucket.write('x', Buffer.from('0123456789'))
  assert.equal(await textOf(bucket, 'x', { start: 2, end: 4 }), '234')
  const found = await bucket.open('x', { start: 8, end: 100 })
  assert.deepEqual([found?.lengthBytes, found?.sizeBytes], [2, 10])
  found?.stream.destroy()
  bucket.close()
})

test('a list goes on over its pages, in order, without the prefix', async () => {
  const bucket = await bucketAt(server.url, { s3Prefix: 'pages' })
  const bytes = Buffer.from('x')
  const object = { bytes, etag: '"e"', updatedAt: new Date() }
  const keys = Array.from({ length: 1_001 }, (_, index) => `a/${String(index).padStart(4, '0')}`)
  for (const key of keys) server.objects.set(`pages/${key}`, object)
  server.objects.set('pages/b', object)
  assert.deepEqual(await keysOf(bucket, 'a/'), keys)
  bucket.close()
})

test('a write whose answer is lost is sent again, at most three times', async () => {
  const own = await startBucketServer()
  const bucket = await bucketAt(own.url)
  own.trouble = { kind: 'lost', when: ({ method }) => method === 'PUT' }
  await assert.rejects(bucket.write('x', Buffer.from('x')), { fault: 'unreachable' })
  assert.equal(own.requests.filter((request) => request === 'PUT x').length, 3)
  bucket.close()
  await own.stop()
})

test('a probe leaves nothing in a bucket that works', async () => {
  const own = await startBucketServer()
  const bucket = await bucketAt(own.url)
  await probeBucket(bucket)
  assert.deepEqual([...own.objects.keys()], [])
  bucket.close()
  await own.stop()
})

test('a store that passes over conditions is refused', async () => {
  const own = await startBucketServer({ ignoresConditions: true })
  const bucket = await bucketAt(own.url)
  await assert.rejects(probeBucket(bucket), { fault: 'noConditions' })
  assert.deepEqual([...own.objects.keys()], [])
  bucket.close()
  await own.stop()
})

const REFUSALS: readonly (readonly [number, string, BucketFault, RegExp])[] = [
  [404, 'NoSuchBucket', 'noBucket', /S3_BUCKET/],
  [403, 'AccessDenied', 'forbidden', /s3:PutObject/],
  [403, 'InvalidAccessKeyId', 'wrongKeys', /S3_ACCESS_KEY_ID/],
  [403, 'SignatureDoesNotMatch', 'wrongKeys', /S3_SECRET_ACCESS_KEY/],
  [403, 'RequestTimeTooSkewed', 'clock', /clock/],
  [301, 'PermanentRedirect', 'region', /S3_REGION/],
  [503, 'SlowDown', 'busy', /fewer requests/],
  [500, 'InternalError', 'failing', /failed/],
]

test('what a bucket refuses is told with what to do, and without its keys', async () => {
  const own = await startBucketServer()
  const bucket = await bucketAt(own.url)
  for (const [status, code, fault, advice] of REFUSALS) {
    own.trouble = { kind: 'answer', status, code }
    const error = await probeBucket(bucket).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof BucketUnavailable, code)
    assert.equal(error.fault, fault)
    assert.match(error.message, advice)
    assert.ok(error.message.startsWith(`bucket oficina at ${new URL(own.url).host}: `))
    assert.doesNotMatch(JSON.stringify(error) + error.stack, /test-key|test-secret|Signature=/)
    assert.equal(error.cause, undefined)
  }
  bucket.close()
  await own.stop()
})

test('a name that nobody knows and a port where nobody listens are told apart from refusals', async () => {
  const own = await startBucketServer()
  await own.stop()
  for (const url of [own.url, 'http://no-such-host.invalid']) {
    const bucket = await bucketAt(url)
    await assert.rejects(probeBucket(bucket), { fault: 'unreachable' })
    bucket.close()
  }
})

test('a web server that is no S3 is told from one', async () => {
  for (const status of [200, 404]) {
    const pages = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello')
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    const { port } = pages.address() as AddressInfo
    const bucket = await bucketAt(`http://127.0.0.1:${port}`)
    await assert.rejects(probeBucket(bucket), { fault: 'noS3' })
    bucket.close()
    pages.closeAllConnections()
    pages.close()
  }
})

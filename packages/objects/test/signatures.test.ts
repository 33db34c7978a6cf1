import assert from 'node:assert/strict'
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { bucketAt, keysOf, textOf } from './bucket-fixture.ts'

interface Double {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

// It has no types of its own. It checks every signature, which the server of the testkit does not, and passes over the
// conditions of writes, which that one keeps.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (
  options: object,
) => Double

const directory = await mkdtemp(join(tmpdir(), 'oficina-s3rver-'))
const running: Double[] = []

async function start(more: object = {}): Promise<string> {
  const double = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'oficina' }],
    ...more,
  })
  running.push(double)
  return `http://127.0.0.1:${(await double.run()).port}`
}

const url = await start()
const KEYS = { s3AccessKeyId: 'S3RVER', s3SecretAccessKey: 'S3RVER' }
after(async () => {
  for (const double of running) await double.close()
  await rm(directory, { recursive: true, force: true })
})

test('what is written under a signature is read and removed under one', async () => {
  const bucket = await bucketAt(url, { ...KEYS, s3Prefix: 'a' })
  await bucket.write('carpeta/uno dos+ñ.txt', Buffer.from('text'))
  assert.equal(await textOf(bucket, 'carpeta/uno dos+ñ.txt'), 'text')
  assert.equal(await textOf(bucket, 'carpeta/uno dos+ñ.txt', { start: 1, end: 2 }), 'ex')
  assert.equal((await bucket.head('carpeta/uno dos+ñ.txt'))?.sizeBytes, 4)
  await bucket.remove('carpeta/uno dos+ñ.txt')
  assert.equal(await bucket.head('carpeta/uno dos+ñ.txt'), undefined)
  bucket.close()
})

test('what is written is listed by its prefix', async () => {
  // For lists it signs another path than was sent: without the slash behind the bucket.
  const bucket = await bucketAt(await start({ allowMismatchedSignatures: true }), {
    ...KEYS,
    s3Prefix: 'list',
  })
  for (const key of ['a/uno dos+ñ.txt', 'a/b/c', 'b']) await bucket.write(key, Buffer.from('text'))
  assert.deepEqual(await keysOf(bucket, 'a/'), ['a/b/c', 'a/uno dos+ñ.txt'])
  bucket.close()
})

test('a wrong secret is told as wrong keys', async () => {
  const bucket = await bucketAt(url, { ...KEYS, s3SecretAccessKey: 'another' })
  await assert.rejects(bucket.write('x', Buffer.from('x')), { fault: 'wrongKeys' })
  bucket.close()
})

test('a file is sent from the disk, and one above 64 MiB in parts', async () => {
  const bucket = await bucketAt(url, KEYS)
  const path = join(directory, 'large')
  const file = await open(path, 'w')
  const sizeBytes = 65 * 1024 * 1024
  await file.truncate(sizeBytes)
  await file.write('end', sizeBytes - 3)
  await file.close()
  const own = import.meta.filename
  await bucket.write('small', { path: own, sizeBytes: (await stat(own)).size })
  assert.equal(await textOf(bucket, 'small'), await readFile(own, 'utf8'))
  const etag = await bucket.write('large', { path, sizeBytes })
  assert.ok(etag)
  assert.equal((await bucket.head('large'))?.sizeBytes, sizeBytes)
  assert.equal(
    await textOf(bucket, 'large', { start: sizeBytes - 4, end: sizeBytes - 1 }),
    '\u0000end',
  )
  await bucket.remove('large')
  bucket.close()
})

test('a signed address gives the file for its time to whoever has it, and nothing else', async () => {
  const bucket = await bucketAt(url, { ...KEYS, s3PublicEndpoint: url })
  assert.equal(bucket.publicOrigin, url)
  await bucket.write('dos.txt', Buffer.from('text'))
  const address = await bucket.signedUrl('dos.txt', {
    contentType: 'text/plain; charset=utf-8',
    contentDisposition: 'attachment; filename="uno.txt"',
    cacheControl: 'private',
    lifeSeconds: 30,
  })
  assert.ok(address)
  const answer = await fetch(address)
  assert.equal(answer.status, 200)
  assert.equal(await answer.text(), 'text')
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="uno.txt"')
  assert.equal(new URL(address).searchParams.get('X-Amz-Expires'), '30')
  const other = await fetch(address.replace('dos.txt', 'tres.txt'))
  assert.equal(other.status, 403)
  const longer = await fetch(address.replace('X-Amz-Expires=30', 'X-Amz-Expires=3000'))
  assert.equal(longer.status, 403)
  bucket.close()
})

test('without a public endpoint nobody is sent anywhere', async () => {
  const bucket = await bucketAt(url, KEYS)
  const options = { contentType: 'a/b', contentDisposition: 'inline', cacheControl: 'private' }
  assert.equal(await bucket.signedUrl('x', { ...options, lifeSeconds: 30 }), undefined)
  bucket.close()
})

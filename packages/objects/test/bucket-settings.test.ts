import assert from 'node:assert/strict'
import { test } from 'node:test'

import { describeProblems, parseConfig } from '@oficina/kit/config.ts'

import { bucketAddress, bucketSettings } from '../src/bucket-settings.ts'

const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'a-secret' }

function read(environment: Readonly<Record<string, string>>) {
  const config = parseConfig(bucketSettings(), environment)
  return config.ok ? bucketAddress(config.value) : config
}

test('without a bucket there is none, and files stay in folders', () => {
  assert.deepEqual(read({}), { ok: true, value: undefined })
})

test('a bucket of AWS needs its name alone', () => {
  assert.deepEqual(read({ S3_BUCKET: 'oficina' }), {
    ok: true,
    value: {
      bucket: 'oficina',
      endpoint: undefined,
      publicEndpoint: undefined,
      region: 'us-east-1',
      keys: undefined,
      prefix: '',
      isPathStyle: false,
    },
  })
})

test('an own store is asked by paths, with a prefix that ends in a slash', () => {
  const found = read({ S3_BUCKET: 'oficina', S3_ENDPOINT: 'http://minio:9000', S3_PREFIX: 'a/b' })
  assert.ok(found.ok)
  assert.deepEqual([found.value?.isPathStyle, found.value?.prefix], [true, 'a/b/'])
  const names = { S3_BUCKET: 'oficina', S3_ENDPOINT: 'http://s3', S3_FORCE_PATH_STYLE: '0' }
  const other = read(names)
  assert.equal(other.ok && other.value?.isPathStyle, false)
})

const WRONG: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
  [KEYS, /S3_BUCKET is required, because S3_ACCESS_KEY_ID is set/],
  [{ S3_ENDPOINT: 'http://minio:9000' }, /S3_BUCKET is required, because S3_ENDPOINT is set/],
  [{ S3_BUCKET: 'oficina', S3_ACCESS_KEY_ID: 'id' }, /S3_SECRET_ACCESS_KEY is required/],
  [{ S3_BUCKET: 'oficina', S3_SECRET_ACCESS_KEY: 'a-secret' }, /S3_ACCESS_KEY_ID is required/],
  [{ S3_BUCKET: 'No!' }, /S3_BUCKET must be the name of a bucket/],
  [{ S3_BUCKET: 'oficina', S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT must be a URL/],
  [{ S3_BUCKET: 'oficina', S3_PREFIX: '../x' }, /S3_PREFIX must be names/],
  [{ S3_BUCKET: 'oficina', S3_REGION: 'us east' }, /S3_REGION must be the name of a region/],
]

test('settings that do not fit are named, and no secret is repeated', () => {
  for (const [environment, message] of WRONG) {
    const found = read(environment)
    assert.ok(!found.ok)
    const words = describeProblems('chat', found.error)
    assert.match(words, message)
    assert.doesNotMatch(words, /a-secret/)
  }
})

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

import { problemsOf, type Exception } from '../test-runner/exceptions.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const why = 'no triggers there'
const ended = [
  { file: 'a.test.ts', test: 'one', isPassed: true },
  { file: 'a.test.ts', test: 'two', isPassed: false },
  { file: 'b.test.ts', test: 'two', isPassed: true },
]
const files = ['a.test.ts', 'b.test.ts']

test('a test that fails is wrong, unless it is an exception of its own file', () => {
  assert.deepEqual(problemsOf(ended, [{ file: 'a.test.ts', test: 'two', why }], files), [])
  assert.deepEqual(problemsOf(ended, [{ file: 'c.test.ts', test: 'two', why }], files), [
    'failed: a.test.ts: two',
  ])
})

test('an exception that passes is wrong, and so is one that does not exist', () => {
  const exceptions = ['one', 'two', 'three'].map((name) => ({
    file: 'a.test.ts',
    test: name,
    why,
  }))
  assert.deepEqual(problemsOf(ended, exceptions, files), [
    'an exception that is no test: a.test.ts: three',
    'an exception that passes, so strike it off: a.test.ts: one',
  ])
})

test('an exception without a title is of a whole file, of which something must fail', () => {
  assert.deepEqual(problemsOf(ended, [{ file: 'a.test.ts', why }], files), [])
  assert.deepEqual(problemsOf(ended, [{ file: 'b.test.ts', why }], files), [
    'failed: a.test.ts: two',
    'an exception that passes, so strike it off: b.test.ts: the whole file',
  ])
})

test('every exception names a test that exists, and says why', () => {
  for (const list of globSync('services/*/test/citus-exceptions.json', { cwd: ROOT })) {
    // The files are ours; what they lack fails the assertions below.
    const exceptions = JSON.parse(readFileSync(join(ROOT, list), 'utf8')) as readonly Exception[]
    for (const exception of exceptions) {
      const { file, why: reason } = exception
      const more = Object.keys(exception).filter((key) => !['file', 'test', 'why'].includes(key))
      assert.deepEqual(more, [])
      assert.ok(existsSync(join(ROOT, file)), file)
      assert.ok(reason.length > 20, file)
    }
  }
})

import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

import { groupMembers, residentBytes } from '../../src/office/process-group.ts'
import { atRest, hasPoppler, officeProcess, SMALL, textOf, withPool } from './office-fixture.ts'

// Deep: it starts an office again and again, and walks through all files of Word.

const FIXTURES = resolve(import.meta.dirname, '../fixtures')

test('files that Word made become PDFs with their words', async (context) => {
  if (!(await hasPoppler(context))) return
  await withPool(context, {}, async (pool) => {
    const names = (await readdir(FIXTURES)).filter((name) => name.endsWith('.docx'))
    assert.ok(names.length > 5)
    for (const name of names) {
      const pdf = await pool.convert(await readFile(join(FIXTURES, name)))
      assert.ok(pdf.ok, name)
      assert.notEqual((await textOf(pdf.value)).trim(), '', name)
    }
    assert.equal(pool.stats().restarts, 1)
  })
})

test('an office is replaced by a fresh one after so many conversions', (context) =>
  withPool(context, { recycleAfter: 2 }, async (pool) => {
    const processes: number[] = []
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await pool.convert(SMALL)).ok, true)
      await atRest(pool)
      processes.push(await officeProcess(pool))
    }
    const [first, second, third, fourth] = processes
    assert.deepEqual([second === third, first === second, third === fourth], [true, false, false])
    assert.equal(pool.stats().restarts, 3)
  }))

test('an office that has grown too large is replaced before the next conversion', (context) =>
  withPool(context, { maxResidentBytes: 50_000_000 }, async (pool) => {
    assert.equal((await pool.convert(SMALL)).ok, true)
    await atRest(pool)
    assert.equal(pool.stats().restarts, 2)
    const [group = 0] = pool.processIds()
    const bytes = await residentBytes((await groupMembers(group)).map(({ pid }) => pid))
    assert.ok(bytes > 50_000_000 && bytes < 600_000_000, `${bytes} bytes`)
  }))

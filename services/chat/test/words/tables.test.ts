import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { textTableFaults } from '@oficina/testkit/text-table-faults.ts'

import { SPANISH } from '../../src/tenancy/words/say.ts'

const SOURCES = join(import.meta.dirname, '../../src')

test('every text is told in both languages with the same values, and none stands unused in a table', () => {
  const faults = textTableFaults(SPANISH, { sources: SOURCES, tables: ['tenancy/words'] })
  assert.deepEqual(faults, [])
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { textTableFaults } from '@oficina/testkit/text-table-faults.ts'

import { SPANISH } from '../../src/messages/say.ts'

const SOURCES = join(import.meta.dirname, '../../src')

test('every text is told in both languages with the same values, and none stands unused in a table', () => {
  assert.deepEqual(
    textTableFaults(SPANISH, { sources: SOURCES, tables: ['messages', 'docx/messages'] }),
    [],
  )
})

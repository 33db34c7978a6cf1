import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { rowTypesText, WRITTEN_MODELS } from '../../../../tools/model-rows/row-types-text.ts'
import { DICTIONARY_DIR } from '../../src/dictionary-files.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// The formatter breaks lines, begins those of a union with a bar, and drops semicolons.
const bare = (text: string) =>
  text
    .replaceAll(/[\s;]/g, '')
    .replaceAll(/([:=])\|/g, '$1')
    .split('readonly')

test('the types of rows are what the dictionary says; `npm run rows` writes them', () => {
  const registry = shippedRegistry()
  for (const module of Object.keys(WRITTEN_MODELS)) {
    const path = join(DICTIONARY_DIR, `../src/dictionary/rows/${module}.ts`)
    const written = bare(readFileSync(path, 'utf8'))
    assert.deepEqual(written, bare(rowTypesText(registry, module)), `run npm run rows (${module})`)
  }
})

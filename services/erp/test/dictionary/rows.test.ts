import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import {
  documentMovesText,
  movedModules,
} from '../../../../tools/model-rows/document-moves-text.ts'
import { rowTypesText, WRITTEN_MODELS } from '../../../../tools/model-rows/row-types-text.ts'
import { DICTIONARY_DIR } from '../../src/dictionary-files.ts'
import { shippedRegistry } from '../shipped-registry.ts'

const FOLDER = join(DICTIONARY_DIR, '../src/dictionary')

// The formatter breaks lines, adds commas before the breaks, begins lines of a union with a bar, and drops semicolons.
const bare = (text: string) =>
  text
    .replaceAll(/[\s;]/g, '')
    .replaceAll(/([:=])\|/g, '$1')
    .replaceAll(/,(?=[\]}])/g, '')
    .split(/readonly|(?<=\]),/)

const written = (path: string) => bare(readFileSync(join(FOLDER, path), 'utf8'))

test('the types of rows are what the dictionary says; `npm run rows` writes them', () => {
  const registry = shippedRegistry()
  for (const module of Object.keys(WRITTEN_MODELS)) {
    const text = bare(rowTypesText(registry, module))
    assert.deepEqual(written(`rows/${module}.ts`), text, `run npm run rows (${module})`)
  }
})

test('the moves of documents are what the dictionary says; `npm run rows` writes them', () => {
  const registry = shippedRegistry()
  const modules = movedModules(registry)
  assert.deepEqual(
    readdirSync(join(FOLDER, 'moves')).toSorted(),
    modules.map((module) => `${module}.ts`).toSorted(),
  )
  for (const module of modules) {
    const text = bare(documentMovesText(registry, module))
    assert.deepEqual(written(`moves/${module}.ts`), text, `run npm run rows (${module})`)
  }
})

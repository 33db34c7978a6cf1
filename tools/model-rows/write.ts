import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { DICTIONARY_DIR, loadRegistry } from '../../services/erp/src/dictionary-files.ts'
import { documentMovesText, movedModules } from './document-moves-text.ts'
import { rowTypesText, WRITTEN_MODELS } from './row-types-text.ts'

// Writes what the ERP's actions must know of the dictionary before they start, the types of rows and the moves of
// documents: `npm run rows`.

const FOLDER = join(DICTIONARY_DIR, '../src/dictionary')

const loaded = loadRegistry(DICTIONARY_DIR, null)
if (!loaded.ok) {
  for (const { file, line, message } of loaded.error) console.error(`${file}:${line}: ${message}`)
  process.exit(1)
}
const registry = loaded.value
const paths = [
  ...Object.keys(WRITTEN_MODELS).map((module) =>
    write(`rows/${module}.ts`, rowTypesText(registry, module)),
  ),
  ...movedModules(registry).map((module) =>
    write(`moves/${module}.ts`, documentMovesText(registry, module)),
  ),
]
execFileSync('npx', ['oxfmt', ...paths], { stdio: 'inherit' })

function write(name: string, text: string): string {
  const path = join(FOLDER, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

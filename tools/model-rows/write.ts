import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { DICTIONARY_DIR, loadRegistry } from '../../services/erp/src/dictionary-files.ts'
import { rowTypesText, WRITTEN_MODELS } from './row-types-text.ts'

// Writes the types of the rows that the ERP's actions write, from the dictionary: `npm run rows`.

const FOLDER = join(DICTIONARY_DIR, '../src/dictionary/rows')

const loaded = loadRegistry(DICTIONARY_DIR, null)
if (!loaded.ok) {
  for (const { file, line, message } of loaded.error) console.error(`${file}:${line}: ${message}`)
  process.exit(1)
}
const paths = Object.keys(WRITTEN_MODELS).map((module) => {
  const path = join(FOLDER, `${module}.ts`)
  writeFileSync(path, rowTypesText(loaded.value, module))
  return path
})
execFileSync('npx', ['oxfmt', ...paths], { stdio: 'inherit' })

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { SERVICES } from '../service-list.ts'

const DATA_DIR = join('the', 'data')

function compiledCode(environment: Readonly<Record<string, string>>) {
  const secrets = {
    documentsApiKey: 'd',
    erpPassword: 'e',
    chatPassword: 'c',
    chatApiKey: 'k',
  }
  const context = { url: 'http://127.0.0.1:1', dataDir: DATA_DIR, secrets, environment }
  return SERVICES.map((service) => service.environment(context)['NODE_COMPILE_CACHE'])
}

test('documents and chat keep their compiled code in the data directory, and the ERP sees to its own', () => {
  const folders = [
    join(DATA_DIR, 'cache', 'documents-code'),
    '',
    join(DATA_DIR, 'cache', 'chat-code'),
  ]
  assert.deepEqual(compiledCode({}), folders)
})

test('NODE_COMPILE_CACHE of whoever starts the launcher holds for documents and chat', () => {
  assert.deepEqual(compiledCode({ NODE_COMPILE_CACHE: 'mine' }), ['mine', '', 'mine'])
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { SERVICES } from '../service-list.ts'

const DATA_DIR = join('the', 'data')

function contextOf(environment: Readonly<Record<string, string>>) {
  const secrets = {
    documentsApiKey: 'd',
    erpPassword: 'e',
    chatPassword: 'c',
    chatApiKey: 'k',
    chatBotApiKey: 'b',
  }
  const beside = new Map([
    ['documents', 'http://127.0.0.1:3000'],
    ['chat', 'http://10.1.2.3:3002'],
  ])
  return { url: 'http://127.0.0.1:1', dataDir: DATA_DIR, secrets, environment, beside }
}

function compiledCode(environment: Readonly<Record<string, string>>) {
  const context = contextOf(environment)
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

function environmentOf(name: string, environment: Readonly<Record<string, string>> = {}) {
  return SERVICES.find((service) => service.name === name)?.environment(contextOf(environment))
}

test('the ERP is told where documents and chat are, with their keys, and that they may be asked', () => {
  const erp = environmentOf('erp')
  assert.equal(erp?.['DOCUMENTS_URL'], 'http://127.0.0.1:3000')
  assert.equal(erp?.['DOCUMENTS_API_KEY'], environmentOf('documents')?.['API_KEY'])
  assert.equal(erp?.['DOCUMENTS_URL_ALLOW'], '127.0.0.1,::1,127.0.0.1')
  assert.equal(erp?.['CHAT_URL'], 'http://10.1.2.3:3002')
  assert.equal(erp?.['CHAT_URL_ALLOW'], '127.0.0.1,::1,10.1.2.3')
  const chat = environmentOf('chat')
  for (const name of ['CHAT_BOT_EMAIL', 'CHAT_BOT_API_KEY'])
    assert.equal(erp?.[name], chat?.[name], name)
  assert.equal(chat?.['CHAT_BOT_EMAIL'], 'erp-bot@localhost')
})

test('the ERP asks the documents and the chat that a person names, with what he says of them', () => {
  const own = { DOCUMENTS_URL: 'https://docs.example.com', CHAT_URL: 'https://chat.example.com' }
  const erp = environmentOf('erp', own) ?? {}
  const named = Object.keys(erp).filter((name) => /^(?:DOCUMENTS|CHAT)_/.test(name))
  assert.deepEqual(named, [])
})

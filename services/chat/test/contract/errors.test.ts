import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { ERRORS } from '../../src/errors.ts'

const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url))
const SOURCES = fileURLToPath(new URL('../../src', import.meta.url))

test('every error code stands in the contract or in a decision', async () => {
  const folder = join(DOCS, 'decisions')
  const decisions = (await readdir(folder)).filter((name) => /^03\d\d-chat/.test(name))
  const pages = [join(DOCS, 'contract', 'chat.md'), ...decisions.map((name) => join(folder, name))]
  const text = (await Promise.all(pages.map((page) => readFile(page, 'utf8')))).join('\n')
  assert.deepEqual(
    Object.keys(ERRORS).filter((code) => !text.includes(code)),
    [],
  )
})

test('every error code of the contract is one that the service has', async () => {
  const contract = await readFile(join(DOCS, 'contract', 'chat.md'), 'utf8')
  const errors = contract.slice(contract.indexOf('## Errors'), contract.indexOf('## Limits'))
  const named = [...errors.matchAll(/^\| ([A-Z_]+) \|/gm)].map(([, code = '']) => code)
  assert.ok(named.length >= 7)
  assert.deepEqual(
    named.filter((code) => !(code in ERRORS)),
    [],
  )
})

test('every error code is answered somewhere', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const text = (await Promise.all(files.map((name) => readFile(join(SOURCES, name), 'utf8')))).join(
    '\n',
  )
  assert.deepEqual(
    Object.keys(ERRORS).filter((code) => !text.includes(`'${code}'`)),
    [],
  )
})

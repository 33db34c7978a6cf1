import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { openTestDatabase, testDatabase } from '@oficina/testkit/test-postgres.ts'

import { oneConnection } from '../../src/tenancy/store/one-connection.ts'
import { sendDirect, startOwnChat } from '../chat-service.ts'

// Deep: it starts services with pools of each size under load.
// A service of its own: it sets pools of each size.

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url))

for (const databasePoolSize of [2, 10]) {
  test(`thirty clients that register at once right after a start all get their state, with ${databasePoolSize} connections`, async () => {
    const chat = await startOwnChat({ databasePoolSize })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => chat.owner.post('/register', {})),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 30 }, () => 200),
    )
    await chat.stop()
  })

  test(`twenty-four messages edited at once to mention a group are all changed, with ${databasePoolSize} connections`, async () => {
    const chat = await startOwnChat({ databasePoolSize })
    const { owner } = chat
    const group = { name: 'g', description: '', members: [owner.id] }
    assert.equal((await owner.post('/user_groups/create', group)).status, 200)
    const ids = await Promise.all(Array.from({ length: 24 }, () => sendDirect(owner, [owner], 'x')))
    const answers = await Promise.all(
      ids.map((id) => owner.patch(`/messages/${id}`, { content: 'hello @*g*' })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      ids.map(() => 200),
    )
    await chat.stop()
  })
}

test('a statement on the pool inside a transaction is refused, whoever runs it', async () => {
  const empty = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
  const database = oneConnection(openTestDatabase(empty.url))
  const select = { text: 'select 1 as one', values: [] }
  const nested = [
    () => database.query(select),
    () => database.execute(select),
    () => database.transaction((tx) => tx.query(select)),
  ]
  for (const statement of nested) {
    await assert.rejects(
      database.transaction(async () => await statement()),
      /inside a transaction/,
    )
  }
  assert.deepEqual(
    await database.transaction((tx) => tx.query(select)),
    await database.query(select),
  )
  await database.close()
  await empty.drop()
})

test('no action names the pool in its transaction', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const found: string[] = []
  for (const file of files) {
    const text = await readFile(join(SOURCES, file), 'utf8')
    for (const work of transactionsIn(text)) {
      if (/\bdatabase\b/.test(work)) found.push(`${file}: ${work.slice(0, 80)}`)
    }
  }
  assert.deepEqual(found, [])
})

/** The work that is given to `act` and `transaction`: from the arrow on, as far as its parentheses go. */
function* transactionsIn(text: string): Generator<string> {
  for (const { index, 0: opening } of text.matchAll(/\b(?:act|\.transaction)\(/g)) {
    let depth = 1
    let end = index + opening.length
    for (; depth > 0 && end < text.length; end += 1) {
      if (text[end] === '(') depth += 1
      if (text[end] === ')') depth -= 1
    }
    const [, ...work] = text.slice(index, end).split('=>')
    yield work.join('=>')
  }
}

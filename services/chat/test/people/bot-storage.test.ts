import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let bot: Person
let other: Person

before(async () => {
  chat = await startChat()
  bot = await chat.bot('Counter', chat.owner)
  other = await chat.bot('Reminder', chat.owner)
})
after(() => chat.stop())

const MISSING = [400, 'Key does not exist.']

async function refused(answer: ReturnType<Person['get']>): Promise<readonly [number, string]> {
  const { status, json } = await answer
  return [status, json.msg]
}

test('a bot finds what it has stored, key by key or all of it, and nobody else does', async () => {
  const storage = { count: '3', __proto__x: 'a', 'ключ 🔑': '{"a":1}' }
  assert.equal((await bot.put('/bot_storage', { storage })).status, 200)
  assert.deepEqual((await bot.get('/bot_storage')).json.storage, storage)
  const some = await bot.get('/bot_storage', { keys: ['count', 'ключ 🔑'] })
  assert.deepEqual(some.json.storage, { count: '3', 'ключ 🔑': '{"a":1}' })
  assert.deepEqual((await other.get('/bot_storage')).json.storage, {})
  assert.deepEqual(await refused(other.get('/bot_storage', { keys: ['count'] })), MISSING)
})

test('storing replaces the keys that are named and leaves the others', async () => {
  await other.put('/bot_storage', { storage: { a: '1', b: '2' } })
  await other.put('/bot_storage', { storage: { b: '3', c: '4' } })
  assert.deepEqual((await other.get('/bot_storage')).json.storage, { a: '1', b: '3', c: '4' })
  // A key of any length is a key.
  const long = 'k'.repeat(10_000)
  await other.put('/bot_storage', { storage: { [long]: 'x' } })
  assert.deepEqual((await other.get('/bot_storage', { keys: [long] })).json.storage, {
    [long]: 'x',
  })
})

test('removing takes the named keys or everything, and nothing when one of them is not there', async () => {
  await bot.put('/bot_storage', { storage: { a: '1', b: '2', c: '3' } })
  assert.deepEqual(await refused(bot.delete('/bot_storage', { keys: ['a', 'nope'] })), MISSING)
  assert.equal((await bot.get('/bot_storage', { keys: ['a'] })).json.storage.a, '1')
  assert.equal((await bot.delete('/bot_storage', { keys: ['a', 'b'] })).status, 200)
  assert.equal((await bot.get('/bot_storage')).json.storage.c, '3')
  assert.equal((await bot.delete('/bot_storage')).status, 200)
  assert.deepEqual((await bot.get('/bot_storage')).json.storage, {})
})

test('what is no text by name is refused with its place', async () => {
  for (const [storage, msg] of [
    [{ a: 1 }, 'storage["a"] is not a string'],
    [['a'], 'storage is not a dict'],
    [{ a: 'b\0' }, 'storage["a"] must not contain null bytes'],
  ] as const) {
    assert.deepEqual(await refused(bot.put('/bot_storage', { storage })), [400, msg])
  }
})

test('a bot stores ten million characters and not one more, and a refused call stores nothing', async () => {
  await other.delete('/bot_storage')
  const part = 'x'.repeat(499_999)
  // Each key with its text is half a million characters.
  for (const key of 'abcdefghijklmnopqrst') {
    assert.equal((await other.put('/bot_storage', { storage: { [key]: part } })).status, 200)
  }
  const beyond = other.put('/bot_storage', { storage: { a: 'y', b: `${part}${part}` } })
  assert.deepEqual(await refused(beyond), [
    400,
    'The storage would hold 10000001 characters. The limit is 10000000 characters.',
  ])
  assert.equal((await other.get('/bot_storage', { keys: ['a'] })).json.storage.a, part)
})

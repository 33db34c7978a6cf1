import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
})
after(() => chat.stop())

async function snippet(by: Person, title: string, content: string): Promise<number> {
  return (await by.post('/saved_snippets', { title, content })).json.saved_snippet_id
}

test('a snippet is the caller’s own from creation to deletion, and their clients hear of each step', async () => {
  const [own, other] = [await hamlet.listen(), await cordelia.listen()]
  const id = await snippet(hamlet, ' Greeting ', ' Hello **all** ')
  const made = {
    id,
    title: 'Greeting',
    content: 'Hello **all**',
    date_created: Math.floor(chat.clock.now() / 1000),
  }
  assert.deepEqual((await hamlet.get('/saved_snippets')).json.saved_snippets, [made])
  assert.deepEqual((await cordelia.get('/saved_snippets')).json.saved_snippets, [])
  assert.equal((await hamlet.patch(`/saved_snippets/${id}`, { title: 'Hi' })).status, 200)
  assert.equal((await hamlet.patch(`/saved_snippets/${id}`, { content: 'Hello' })).status, 200)
  const state = await hamlet.listen({ fetch_event_types: ['saved_snippets'] })
  assert.deepEqual(state.state['saved_snippets'], [{ ...made, title: 'Hi', content: 'Hello' }])
  assert.equal((await hamlet.delete(`/saved_snippets/${id}`)).status, 200)
  assert.deepEqual(
    (await own.events()).map(({ id: _id, ...event }) => event),
    [
      { type: 'saved_snippets', op: 'add', saved_snippet: made },
      { type: 'saved_snippets', op: 'update', saved_snippet: { ...made, title: 'Hi' } },
      {
        type: 'saved_snippets',
        op: 'update',
        saved_snippet: { ...made, title: 'Hi', content: 'Hello' },
      },
      { type: 'saved_snippets', op: 'remove', saved_snippet_id: id },
    ],
  )
  assert.deepEqual(await other.events(), [])
})

test('a change of nothing succeeds and is no event', async () => {
  const id = await snippet(hamlet, 'Title', 'Content')
  const own = await hamlet.listen()
  assert.equal((await hamlet.patch(`/saved_snippets/${id}`)).status, 200)
  assert.deepEqual(await own.events(), [])
})

test('a title of 60 characters fits, one more does not; nothing may be blank', async () => {
  const id = await snippet(hamlet, '🙂'.repeat(60), 'x')
  assert.ok(id > 0)
  for (const [fields, msg, whenNew = msg] of [
    [{ title: '🙂'.repeat(61) }, 'title is too long (limit: 60 characters)'],
    [{ title: '  ' }, 'title cannot be blank', 'Title cannot be empty.'],
    [{ content: '' }, 'content cannot be blank'],
    [{ content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
  ] as const) {
    const added = { title: 'Title', content: 'Content', ...fields }
    for (const [refused, text] of [
      [await hamlet.patch(`/saved_snippets/${id}`, fields), msg],
      [await hamlet.post('/saved_snippets', added), whenNew],
    ] as const) {
      assert.equal(refused.status, 400)
      assert.deepEqual([refused.json.msg, refused.json.code], [text, 'BAD_REQUEST'])
    }
  }
  const missing = await hamlet.post('/saved_snippets', { title: 'Title' })
  assert.deepEqual(
    [missing.json.code, missing.json.var_name],
    ['REQUEST_VARIABLE_MISSING', 'content'],
  )
})

test('another’s snippet does not exist', async () => {
  const id = await snippet(hamlet, 'Title', 'Content')
  for (const refused of [
    await cordelia.patch(`/saved_snippets/${id}`, { title: 'Mine' }),
    await cordelia.delete(`/saved_snippets/${id}`),
    await hamlet.patch('/saved_snippets/999999', { title: 'Mine' }),
    await hamlet.delete('/saved_snippets/999999'),
  ]) {
    assert.equal(refused.status, 404)
    assert.deepEqual(refused.json, {
      result: 'error',
      msg: 'Saved snippet does not exist.',
      code: 'BAD_REQUEST',
    })
  }
})

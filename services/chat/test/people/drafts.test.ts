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

const NOTE = { type: '', to: [], topic: '', content: 'To be', timestamp: 1_595_479_019 } as const

test('created drafts come back by the time of their last edit, and the user’s other clients hear of them', async () => {
  const [own, other] = [await hamlet.listen(), await cordelia.listen()]
  const private_ = { ...NOTE, type: 'private', to: [cordelia.id, hamlet.id], timestamp: 5 }
  const created = await hamlet.post('/drafts', { drafts: [NOTE, private_] })
  assert.equal(created.status, 200)
  const [first, second] = created.json.ids
  const { json } = await hamlet.get('/drafts')
  const drafts = [
    { ...private_, id: second, to: [cordelia.id] },
    { ...NOTE, id: first },
  ]
  assert.equal(json.count, 2)
  assert.deepEqual(json.drafts, drafts)
  const [event] = await own.events()
  assert.deepEqual(event, { id: 0, type: 'drafts', op: 'add', drafts: drafts.toReversed() })
  assert.deepEqual(await other.events(), [])
  assert.deepEqual((await cordelia.get('/drafts')).json.drafts, [])
})

test('no drafts at all may be given, and then none is made', async () => {
  assert.deepEqual((await hamlet.post('/drafts')).json.ids, [])
})

test('a draft without a time is of now, one to nobody is to nobody, one to oneself names oneself', async () => {
  const { timestamp: _timestamp, ...note } = NOTE
  const made = await cordelia.post('/drafts', {
    drafts: [note, { ...NOTE, type: 'private' }, { ...NOTE, type: 'private', to: [cordelia.id] }],
  })
  const { json } = await cordelia.get('/drafts')
  const byId = new Map(json.drafts.map((draft: { id: number }) => [draft.id, draft]))
  const [timed, nobody, self] = made.json.ids.map((id: number) => byId.get(id))
  assert.equal(timed.timestamp, Math.floor(chat.clock.now() / 1000))
  assert.equal(nobody.type, '')
  assert.deepEqual(self.to, [cordelia.id])
})

test('texts are trimmed and cut as messages are', async () => {
  const made = await hamlet.post('/drafts', {
    drafts: [
      { ...NOTE, content: '\n\nTo be  \n' },
      { ...NOTE, content: 'é'.repeat(10_001) },
    ],
  })
  const { json } = await hamlet.get('/drafts')
  const contents = made.json.ids.map(
    (id: number) => json.drafts.find((draft: { id: number }) => draft.id === id).content,
  )
  assert.equal(contents[0], 'To be')
  assert.equal([...contents[1]].length, 10_000)
  assert.ok(contents[1].endsWith('\n[message truncated]'))
})

test('what is no draft is refused with the place of the first problem, and nothing is created', async () => {
  const { timestamp: _timestamp, to: _to, ...without } = NOTE
  const before = (await hamlet.get('/drafts')).json.count
  for (const [draft, msg] of [
    [{ ...NOTE, id: 17 }, 'Argument "id" at drafts[1]["id"] is unexpected'],
    [without, 'drafts[1]["to"] field is missing: Field required'],
    [{ ...NOTE, content: '' }, 'drafts[1]["content"] cannot be blank'],
    [{ ...NOTE, content: ' \n ' }, 'Message must not be empty'],
    [{ ...NOTE, timestamp: 1e300 }, 'drafts[1]["timestamp"] is too large'],
    [{ ...NOTE, content: 'a\0b' }, 'Message must not contain null bytes'],
    [{ ...NOTE, timestamp: -1 }, 'Timestamp must not be negative.'],
    [{ ...NOTE, type: 'stream', to: [1], topic: 'a\0b' }, 'Topic must not contain null bytes'],
    [{ ...NOTE, type: 'stream', to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
    [
      { ...NOTE, type: 'stream', to: [1, 2] },
      'Must specify exactly 1 channel ID for channel messages',
    ],
    [{ ...NOTE, type: 'stream', to: [999_999] }, 'Invalid channel ID'],
    [{ ...NOTE, type: 'private', to: [999_999] }, 'Invalid user ID 999999'],
    [{ ...NOTE, type: 'letter' }, 'Invalid drafts[1]["type"]'],
    [{ ...NOTE, to: 'all' }, 'drafts[1]["to"] is not a list'],
    ['note', 'drafts[1] is not a dict'],
  ] as const) {
    const { status, json } = await hamlet.post('/drafts', { drafts: [NOTE, draft] })
    assert.equal(status, 400)
    assert.deepEqual([json.msg, json.code], [msg, 'BAD_REQUEST'])
  }
  assert.equal((await hamlet.get('/drafts')).json.count, before)
})

test('a draft is changed and deleted by its owner alone', async () => {
  const id = (await hamlet.post('/drafts', { drafts: [NOTE] })).json.ids[0]
  const own = await hamlet.listen()
  const changed = { ...NOTE, content: 'or not to be', timestamp: 7 }
  for (const refused of [
    await cordelia.patch(`/drafts/${id}`, { draft: changed }),
    await cordelia.delete(`/drafts/${id}`),
    await hamlet.patch('/drafts/999999', { draft: changed }),
    await hamlet.delete('/drafts/999999'),
  ]) {
    assert.equal(refused.status, 404)
    assert.deepEqual(refused.json, {
      result: 'error',
      msg: 'Draft does not exist',
      code: 'BAD_REQUEST',
    })
  }
  assert.equal((await hamlet.patch(`/drafts/${id}`, { draft: changed })).status, 200)
  assert.equal((await hamlet.delete(`/drafts/${id}`)).status, 200)
  assert.equal((await hamlet.delete(`/drafts/${id}`)).status, 404)
  const events = await own.events()
  assert.deepEqual(
    events.map(({ id: _id, ...event }) => event),
    [
      { type: 'drafts', op: 'update', draft: { ...changed, id } },
      { type: 'drafts', op: 'remove', draft_id: id },
    ],
  )
})

test('whoever turned the synchronizing of drafts off has none', async () => {
  const laertes = await chat.person('Laertes')
  const id = (await laertes.post('/drafts', { drafts: [NOTE] })).json.ids[0]
  await chat.database.execute({
    text: `update user_profile set settings = '{"enable_drafts_synchronization": false}' where id = $1`,
    values: [laertes.id],
  })
  for (const refused of [
    await laertes.get('/drafts'),
    await laertes.post('/drafts', { drafts: [NOTE] }),
    await laertes.patch(`/drafts/${id}`, { draft: NOTE }),
    await laertes.delete(`/drafts/${id}`),
  ]) {
    assert.equal(refused.status, 400)
    assert.equal(refused.json.msg, 'User has disabled synchronizing drafts.')
  }
})

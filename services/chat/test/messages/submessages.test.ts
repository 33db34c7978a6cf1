import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let other: Person
let place: number

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  other = await chat.person('Cordelia')
  place = await channel(hamlet, 'polls', [hamlet, other])
})
after(() => chat.stop())

async function say(by: Person, messageId: number, content: string) {
  const { status, json } = await by.post('/submessage', {
    message_id: messageId,
    msg_type: 'widget',
    content,
  })
  return status === 200 ? 'success' : `${status} ${json.msg}`
}

test('what is said to a poll is the JSON text that clients send, and reaches the others as it was', async () => {
  const poll = await send(hamlet, place, 'polls', '/poll Who?\nme')
  const listening = await hamlet.listen()
  const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
  assert.equal(await say(other, poll, vote), 'success')
  const [event] = await listening.events()
  assert.deepEqual(
    [event?.['type'], event?.['sender_id'], event?.['content']],
    ['submessage', other.id, vote],
  )
  const { json } = await hamlet.get(`/messages/${poll}`)
  assert.equal(json.message.submessages.at(-1).content, vote)
})

const CASES: readonly (readonly [
  kind: 'poll' | 'todo',
  by: 'author' | 'reader',
  said: unknown,
  answer: string,
])[] = [
  ['poll', 'reader', { type: 'new_option', option: 'you', idx: 1 }, 'success'],
  ['poll', 'author', { type: 'question', question: 'When?' }, 'success'],
  ['todo', 'reader', { type: 'strike', key: '0,1' }, 'success'],
  ['todo', 'author', { type: 'new_task_list_title', title: 'Today' }, 'success'],
  [
    'todo',
    'reader',
    { type: 'new_task', key: 2, task: 'sweep', desc: '', completed: false },
    'success',
  ],
  ['poll', 'reader', 'vote', '400 poll data is not a dict'],
  ['poll', 'reader', { key: 'canned,0' }, '400 type key is missing from poll data'],
  ['poll', 'reader', { type: 5 }, '400 poll data["type"] is not a string'],
  ['poll', 'reader', { type: 'veto' }, '400 Unknown type for poll data: veto'],
  ['poll', 'reader', { type: 'constructor' }, '400 Unknown type for poll data: constructor'],
  ['todo', 'reader', { type: 'vote', key: 'x', vote: 1 }, '400 Unknown type for todo data: vote'],
  ['poll', 'reader', { type: 'vote', vote: 1 }, '400 key key is missing from poll data'],
  ['poll', 'reader', { type: 'vote', key: 'x', vote: 2 }, '400 Invalid poll data["vote"]'],
  [
    'poll',
    'reader',
    { type: 'vote', key: 'x', vote: 1, also: 1 },
    '400 Unexpected arguments: also',
  ],
  [
    'poll',
    'reader',
    { type: 'new_option', option: 'x', idx: 1001 },
    '400 poll data["idx"] is too large (max 1000)',
  ],
  [
    'poll',
    'reader',
    { type: 'question', question: 'Why?' },
    "400 You can't edit a question unless you are the author.",
  ],
  [
    'todo',
    'reader',
    { type: 'new_task_list_title', title: 'Mine' },
    "400 You can't edit the task list title unless you are the author.",
  ],
]

test('a widget takes only what its kind knows, and from its author alone what is the author’s', async () => {
  const widgets = {
    poll: await send(hamlet, place, 'polls', '/poll Who?\nme'),
    todo: await send(hamlet, place, 'polls', '/todo Today\nsweep'),
  }
  for (const [kind, by, said, answer] of CASES) {
    const person = by === 'author' ? hamlet : other
    assert.equal(await say(person, widgets[kind], JSON.stringify(said)), answer)
  }
  assert.equal(await say(other, widgets.poll, '{'), '400 Invalid json for submessage')
  const plain = await send(hamlet, place, 'polls', 'no widget')
  assert.equal(
    await say(hamlet, plain, '{"type":"vote","key":"x","vote":1}'),
    '400 You cannot attach a submessage to this message.',
  )
})

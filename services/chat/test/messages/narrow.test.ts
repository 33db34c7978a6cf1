import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import {
  channel,
  send,
  sendDirect,
  startChat,
  type ChatTest,
  type Person,
} from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let othello: Person
let guest: Person
const sent: Record<string, number> = {}

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  othello = await chat.person('Othello')
  guest = await chat.person('Polonius', ROLE.guest)
  await channel(chat.owner, 'Denmark', [hamlet, cordelia])
  await channel(chat.owner, 'Verona', [hamlet, cordelia, guest])
  await channel(hamlet, 'secret', [hamlet], { invite_only: true })
  sent['lunch'] = await send(hamlet, 'Denmark', 'lunch', 'Who eats **apples** today? @**Cordelia**')
  sent['lunch2'] = await send(
    cordelia,
    'Denmark',
    'Lunch',
    'I am eating pears, see https://example.com',
  )
  sent['verona'] = await send(hamlet, 'Verona', 'lunch', 'Verona eats at two')
  sent['resolved'] = await send(hamlet, 'Verona', '✔ done', 'finished')
  sent['secret'] = await send(hamlet, 'secret', 'plans', 'the apples are poisoned')
  sent['dm'] = await sendDirect(hamlet, [cordelia], 'just us two')
  sent['group'] = await sendDirect(hamlet, [cordelia, othello], 'the three of us')
  sent['self'] = await sendDirect(cordelia, [cordelia], 'note to self')
  sent['all'] = await send(hamlet, 'Denmark', 'news', 'hello @**all**')
})
after(() => chat.stop())

type Term = readonly [string, unknown] | { operator: string; operand: unknown; negated?: boolean }

function term(one: Term): unknown {
  if (!Array.isArray(one)) return one
  const [operator, operand]: readonly unknown[] = one
  return { operator, operand }
}

async function found(by: Person, ...terms: Term[]): Promise<string[]> {
  const { status, json } = await by.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: terms.map(term),
  })
  assert.equal(status, 200, json.msg)
  const names = new Map(Object.entries(sent).map(([name, id]) => [id, name]))
  return json.messages
    .map(({ id }: { id: number }) => names.get(id) ?? 'other')
    .filter((name: string) => name !== 'other')
}

async function refused(by: Person, ...terms: unknown[]): Promise<readonly unknown[]> {
  const { status, json } = await by.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: terms,
  })
  return [status, json.code, json.msg]
}

test('without a channel only one’s own history is searched', async () => {
  assert.deepEqual(await found(othello), ['group'])
  assert.deepEqual(await found(guest), ['verona', 'resolved'])
  assert.equal((await found(cordelia)).length, 8)
})

test('channel by name, by id, by its old name, whatever the case', async () => {
  const inVerona = ['verona', 'resolved']
  assert.deepEqual(await found(cordelia, ['channel', 'verona']), inVerona)
  assert.deepEqual(await found(cordelia, ['stream', 'Verona']), inVerona)
  const { json } = await cordelia.get(`/messages/${sent['verona']}`)
  assert.deepEqual(await found(othello, ['channel', json.message.stream_id]), inVerona)
})

test('legacy pairs of strings are narrows too', async () => {
  const { json } = await cordelia.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow: [
      ['stream', 'Denmark'],
      ['topic', 'LUNCH'],
    ],
  })
  assert.deepEqual(
    json.messages.map(({ id }: { id: number }) => id),
    [sent['lunch'], sent['lunch2']],
  )
})

test('channels:public reads every public channel, subscribed or not, and no private one', async () => {
  assert.deepEqual(await found(othello, ['channels', 'public']), [
    'lunch',
    'lunch2',
    'verona',
    'resolved',
    'all',
  ])
  assert.deepEqual(await found(guest, ['channels', 'public']), [])
  assert.deepEqual(await found(othello, ['channels', 'web-public']), [])
})

test('topic without a channel compares without case over one’s own history', async () => {
  assert.deepEqual(await found(cordelia, ['topic', 'LUNCH']), ['lunch', 'lunch2', 'verona'])
  assert.deepEqual(await found(guest, ['topic', 'lunch']), ['verona'])
})

test('sender by address and by id', async () => {
  assert.deepEqual(await found(cordelia, ['sender', cordelia.email]), ['lunch2', 'self'])
  assert.deepEqual(await found(cordelia, ['sender', cordelia.id]), ['lunch2', 'self'])
})

test('dm is the very conversation; dm-including holds every one with the user', async () => {
  assert.deepEqual(await found(cordelia, ['dm', hamlet.email]), ['dm'])
  assert.deepEqual(await found(cordelia, ['pm-with', `${hamlet.email},${othello.email}`]), [
    'group',
  ])
  assert.deepEqual(await found(cordelia, ['dm', [hamlet.id, othello.id]]), ['group'])
  assert.deepEqual(await found(cordelia, ['dm', cordelia.email]), ['self'])
  assert.deepEqual(await found(othello, ['dm', hamlet.email]), [])
  assert.deepEqual(await found(cordelia, ['dm-including', hamlet.id]), ['dm', 'group'])
  assert.deepEqual(await found(cordelia, ['group-pm-with', hamlet.email]), ['group'])
})

test('is: each of its operands', async () => {
  assert.deepEqual(await found(cordelia, ['is', 'dm']), ['dm', 'group', 'self'])
  assert.deepEqual(await found(cordelia, ['is', 'private']), ['dm', 'group', 'self'])
  assert.deepEqual(await found(cordelia, ['is', 'mentioned']), ['lunch', 'all'])
  assert.deepEqual(await found(cordelia, ['is', 'resolved']), ['resolved'])
  await cordelia.post('/messages/flags', { messages: [sent['dm']], op: 'add', flag: 'starred' })
  assert.deepEqual(await found(cordelia, ['is', 'starred']), ['dm'])
  await cordelia.post('/messages/flags', {
    messages: [sent['lunch'], sent['all']],
    op: 'add',
    flag: 'read',
  })
  assert.deepEqual(await found(cordelia, ['is', 'unread'], ['channel', 'Denmark']), ['lunch2'])
  const { json } = await cordelia.get(`/messages/${sent['verona']}`)
  const place = { stream_id: json.message.stream_id, topic: 'lunch' }
  await cordelia.post('/user_topics', { ...place, visibility_policy: 3 })
  assert.deepEqual(await found(cordelia, ['is', 'followed'], ['channel', 'Verona']), ['verona'])
  await cordelia.post('/user_topics', { ...place, visibility_policy: 1 })
  assert.deepEqual(await found(cordelia, ['is', 'muted']), ['verona'])
  assert.ok(!(await found(cordelia, ['in', 'home'])).includes('verona'))
  assert.ok((await found(cordelia, ['in', 'all'])).includes('verona'))
  await cordelia.post('/user_topics', { ...place, visibility_policy: 0 })
})

test('has: links', async () => {
  assert.deepEqual(await found(cordelia, ['has', 'link']), ['lunch2'])
  assert.deepEqual(await found(cordelia, ['has', 'attachment']), [])
})

test('negation turns any term around', async () => {
  const notDenmark = { operator: 'channel', operand: 'Denmark', negated: true }
  assert.deepEqual(
    await found(cordelia, notDenmark, { operator: 'is', operand: 'dm', negated: true }),
    ['verona', 'resolved'],
  )
  const notApples = { operator: 'search', operand: 'apples', negated: true }
  assert.deepEqual(await found(cordelia, ['channel', 'Denmark'], notApples), ['lunch2', 'all'])
})

test('search finds stems, requires all words, and phrases as they stand', async () => {
  assert.deepEqual(await found(cordelia, ['search', 'eat']), ['lunch', 'lunch2', 'verona'])
  assert.deepEqual(await found(cordelia, ['search', 'eat apple']), ['lunch'])
  assert.deepEqual(await found(cordelia, ['search', '"eating pears"']), ['lunch2'])
  assert.deepEqual(await found(cordelia, ['search', '"pears eating"']), [])
  assert.deepEqual(await found(cordelia, ['search', 'poisoned']), [])
  assert.deepEqual(await found(hamlet, ['search', 'poisoned']), ['secret'])
})

test('what was found is highlighted', async () => {
  const { json } = await cordelia.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [term(['search', 'pears']), term(['topic', 'lunch'])],
  })
  assert.match(json.messages[0].match_content, /<span class="highlight">pears<\/span>/)
  assert.equal(json.messages[0].match_subject, 'Lunch')
})

test('with: the conversation that a message is in now', async () => {
  assert.deepEqual(await found(cordelia, ['with', sent['lunch2']]), ['lunch', 'lunch2'])
  assert.deepEqual(await found(cordelia, ['with', sent['dm']]), ['dm'])
  assert.deepEqual(
    await found(cordelia, ['channel', 'Denmark'], ['topic', 'nowhere'], ['with', sent['lunch']]),
    ['lunch', 'lunch2'],
  )
  const wrong = [400, 'BAD_NARROW', "Invalid narrow operator: Invalid 'with' operator"]
  assert.deepEqual(await refused(othello, term(['with', sent['secret']])), wrong)
  assert.deepEqual(await refused(othello, term(['with', 123_456])), wrong)
})

test('a private channel that one may not know is as unknown as one that is not there', async () => {
  for (const name of ['secret', 'nothing']) {
    assert.deepEqual(await refused(cordelia, term(['channel', name])), [
      400,
      'BAD_NARROW',
      `Invalid narrow operator: unknown channel ${name}`,
    ])
  }
})

test('an administrator knows a private channel and does not read it', async () => {
  assert.deepEqual(await found(chat.owner, ['channel', 'secret']), [])
  assert.equal((await chat.owner.get(`/messages/${sent['secret']}`)).json.msg, 'Invalid message(s)')
})

test('what is wrong with a narrow is told', async () => {
  const bad = (description: string) => [
    400,
    'BAD_NARROW',
    `Invalid narrow operator: ${description}`,
  ]
  const ask = async (...terms: Term[]) => await refused(cordelia, ...terms.map(term))
  assert.deepEqual(
    await ask(['sender', 'nobody@example.com']),
    bad('unknown user nobody@example.com'),
  )
  assert.deepEqual(
    await ask(['dm', 'nobody@example.com']),
    bad('unknown user in nobody@example.com'),
  )
  assert.deepEqual(await ask(['is', 'odd']), bad("unknown 'is' operand odd"))
  assert.deepEqual(await ask(['in', 'odd']), bad("unknown 'in' operand odd"))
  assert.deepEqual(await ask(['has', 'odd']), bad("unknown 'has' operand odd"))
  assert.deepEqual(await ask(['channels', 'odd']), bad('unknown channels operand odd'))
  assert.deepEqual(await ask(['id', 'x']), bad('Invalid message ID'))
  const both = 'No message can be both a channel message and direct message'
  assert.deepEqual(await ask(['channel', 'Denmark'], ['is', 'dm']), bad(both))
  const shape = async (one: unknown) => (await refused(cordelia, one))[2]
  assert.equal(await shape(7), 'Invalid narrow[0]: Value error, dict or list required')
  assert.equal(await shape(['a']), 'Invalid narrow[0]: Value error, element is not a string pair')
  assert.equal(
    await shape({ operator: 'is' }),
    'Invalid narrow[0]: Value error, operand is missing',
  )
  assert.equal(await shape({ operand: 'x' }), 'Invalid narrow[0]: Value error, operator is missing')
  assert.equal(
    await shape({ operator: 'topic', operand: {} }),
    'Invalid narrow[0]: Value error, operand is not a string or integer',
  )
})

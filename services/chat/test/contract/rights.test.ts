import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ENDPOINTS } from '../../src/routes.ts'
import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'
import { OWN, type Case, type Fields, type Things } from './rights-case.ts'
import { MESSAGE_CASES } from './rights-cases-messages.ts'
import { PEOPLE_CASES } from './rights-cases-people.ts'

const CASES = { ...PEOPLE_CASES, ...MESSAGE_CASES }

let chat: ChatTest
let things: Things
let people: Readonly<Record<'member' | 'guest' | 'bot' | 'owner', Person>>

before(async () => {
  chat = await startChat()
  const { owner } = chat
  const member = await chat.person('Member')
  const other = await chat.person('Other')
  people = {
    owner,
    member,
    guest: await chat.person('Guest', ROLE.guest),
    bot: await chat.bot('Robot', member),
  }
  const groups = await owner.get('/user_groups')
  const members = groups.json.user_groups.find(
    ({ name }: { name: string }) => name === 'role:members',
  )
  await owner.patch('/realm', { can_access_all_users_group: { new: members.id } })
  things = await ownersThings(owner, member, other)
  await owner.patch('/realm', { moderation_request_channel_id: things.stream })
})
after(() => chat.stop())

async function ownersThings(owner: Person, member: Person, other: Person): Promise<Things> {
  const made = async (path: string, fields: Fields) => {
    const { status, json, text } = await owner.post(path, fields)
    assert.equal(status, 200, text)
    return json
  }
  const stream = await channel(owner, 'secret', [owner], { invite_only: true })
  const open = await channel(owner, 'open', [owner, member])
  const form = new FormData()
  form.set('file', new Blob(['text']), 'owners.txt')
  const authorization = `Basic ${Buffer.from(`${owner.email}:${owner.key}`).toString('base64')}`
  const uploaded = await chat.client.send('POST', '/api/v1/user_uploads', {
    headers: { authorization },
    body: form,
  })
  assert.equal((await sendPicture(owner, '/realm/emoji/owned')).status, 200)
  const attachments = await owner.get('/attachments')
  const { invitation, link } = await ownersInvitations(owner)
  const draft = { type: '', to: [], topic: '', content: 'x' }
  return {
    stream,
    message: await send(owner, stream, 'secret', 'the secret'),
    open,
    openMessage: await send(owner, open, 'open', 'for all'),
    draft: (await made('/drafts', { drafts: [draft] })).ids[0],
    snippet: (await made('/saved_snippets', { title: 't', content: 'c' })).saved_snippet_id,
    scheduled: (
      await made('/scheduled_messages', {
        type: 'direct',
        to: [owner.id],
        content: 'x',
        scheduled_delivery_timestamp: 4_102_444_800,
      })
    ).scheduled_message_id,
    group: (
      await made('/user_groups/create', { name: 'owners', description: '', members: [owner.id] })
    ).group_id,
    bot: (await made('/bots', { full_name: 'Owners bot', short_name: 'owners' })).user_id,
    field: (await made('/realm/profile_fields', { name: 'Phone', field_type: 1 })).id,
    filter: (
      await made('/realm/filters', {
        pattern: '#(?P<id>[0-9]+)',
        url_template: 'https://example.com/{id}',
      })
    ).id,
    folder: (await made('/channel_folders/create', { name: 'folder' })).channel_folder_id,
    upload: uploaded.json.url,
    attachment: attachments.json.attachments[0].id,
    queue: (await owner.listen()).queueId,
    invitation,
    link,
    playground: (
      await made('/realm/playgrounds', {
        name: 'Own',
        pygments_language: 'Python',
        url_template: 'https://python.example.com/{code}',
      })
    ).id,
    reminder: (
      await made('/reminders', {
        message_id: await send(owner, open, 'remember', 'me'),
        scheduled_delivery_timestamp: 4_102_444_800,
      })
    ).reminder_id,
    owner: owner.id,
    member: member.id,
    other: other.id,
  }
}

async function ownersInvitations(owner: Person) {
  await owner.post('/invites', { invitee_emails: 'invited@example.com', stream_ids: [] })
  await owner.post('/invites/multiuse')
  const { json } = await owner.get('/invites')
  const [invitation, link] = json.invites.map(({ id }: { id: number }) => id)
  return { invitation, link }
}

/** A call with a picture, which is no form of texts. */
async function sendPicture(person: Person, path: string, fields: Fields = {}): Promise<TestAnswer> {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await image.png().toBuffer())]), 'picture.png')
  for (const [name, value] of Object.entries(fields)) form.set(name, JSON.stringify(value))
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.key}`).toString('base64')}`
  return await chat.client.send('POST', `/api/v1${path}`, {
    headers: { authorization },
    body: form,
  })
}

async function call(
  person: Person,
  name: string,
  { path, fields, takesPicture }: Case,
): Promise<string> {
  const [method = '', pattern = ''] = name.split(' ')
  const values = path?.(things) ?? {}
  const url = pattern.replaceAll(/:(\w+)/g, (_, one: string) => String(values[one]))
  const verbs: Readonly<Record<string, Person['get']>> = person as never
  const ask = verbs[method.toLowerCase()]
  assert.ok(ask)
  const { status, json } =
    takesPicture === true
      ? await sendPicture(person, url, fields?.(things))
      : await ask(url, fields?.(things))
  return `${status} ${json.code ?? ''} ${json.msg}`.trim()
}

test('every operation has a case of somebody who lacks the right, or is about what is one’s own', () => {
  const served = ENDPOINTS.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(Object.keys(CASES).toSorted(), served.toSorted())
})

for (const [name, one] of Object.entries(CASES)) {
  if (one === OWN) continue
  test(`${name} is refused to a ${one.as} who lacks the right, and not to those who have it`, async () => {
    const refused = await call(people[one.as], name, one)
    assert.ok(refused.startsWith(one.refused), refused)
    const allowed = await call(people.owner, name, one)
    assert.ok(!allowed.startsWith(one.refused), allowed)
  })
}

test('what is for people takes no bots', async () => {
  for (const { method, path, auth } of ENDPOINTS) {
    if (auth !== 'human') continue
    const answer = await call(people.bot, `${method} ${path.replaceAll(/:\w+/g, '1')}`, {
      as: 'bot',
      refused: '',
    })
    assert.equal(answer, '400 BAD_REQUEST This endpoint does not accept bot requests.', path)
  }
})

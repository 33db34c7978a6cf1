import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)
const PATH = '/realm/profile_fields'

async function field(name: string, type: number, fields: object = {}): Promise<number> {
  const answer = await chat.owner.post(PATH, { name, field_type: type, ...fields })
  assert.equal(answer.status, 200, answer.text)
  return answer.json.id
}

test('fields are added, changed, ordered and deleted by administrators, and told to everybody', async () => {
  const heard = await hamlet.listen()
  const first = await field('Phone', 1, { hint: 'With prefix' })
  const second = await field('Size', 3, { field_data: { s: { text: 'Small', order: '1' } } })
  await chat.owner.patch(PATH, { order: [second, first] })
  await chat.owner.patch(`${PATH}/${first}`, { name: 'Telephone', required: true })
  const { json } = await hamlet.get(PATH)
  assert.deepEqual(
    json.custom_fields.map((one: Record<string, unknown>) => [
      one['id'],
      one['name'],
      one['required'],
    ]),
    [
      [second, 'Size', false],
      [first, 'Telephone', true],
    ],
  )
  assert.deepEqual(JSON.parse(json.custom_fields[0].field_data), {
    s: { text: 'Small', order: '1' },
  })
  const events = without(await heard.events())
  assert.equal(events.length, 4)
  assert.deepEqual(events.at(-1), { type: 'custom_profile_fields', fields: json.custom_fields })
  for (const [by, method, path, fields, msg] of [
    [hamlet, 'post', PATH, { name: 'x', field_type: 1 }, 'Must be an organization administrator'],
    [chat.owner, 'post', PATH, { name: ' ', field_type: 1 }, 'Label cannot be blank.'],
    [chat.owner, 'post', PATH, { name: 'x', field_type: 9 }, 'Invalid field type.'],
    [
      chat.owner,
      'post',
      PATH,
      { name: 'SIZE', field_type: 1 },
      'A field with that label already exists.',
    ],
    [
      chat.owner,
      'post',
      PATH,
      { name: 'x', field_type: 3 },
      'Field must have at least one choice.',
    ],
    [
      chat.owner,
      'post',
      PATH,
      { name: 'x', field_type: 2, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
    [
      chat.owner,
      'post',
      PATH,
      { name: 'x'.repeat(41), field_type: 1 },
      'name is too long (limit: 40 characters)',
    ],
    [chat.owner, 'patch', PATH, { order: [first] }, 'Invalid order mapping.'],
    [chat.owner, 'patch', `${PATH}/999999`, { name: 'x' }, 'Field id 999999 not found.'],
    [chat.owner, 'delete', `${PATH}/999999`, {}, 'Field id 999999 not found.'],
  ] as const) {
    const { status, json: body } = await by[method](path, fields)
    assert.deepEqual([status, body.msg], [400, msg])
  }
  assert.equal((await chat.owner.delete(`${PATH}/${second}`)).status, 200)
})

test('a user’s values are shown, rendered where they are Markdown, told to all, and removed', async () => {
  const about = await field('About', 2)
  const born = await field('Born', 4)
  const heard = await cordelia.listen()
  const set = await hamlet.patch('/users/me/profile_data', {
    data: [
      { id: about, value: '**Prince**' },
      { id: born, value: '1600-02-29' },
    ],
  })
  assert.equal(set.status, 200)
  const rendered = '<p><strong>Prince</strong></p>'
  const told = (entry: object) => ({
    type: 'realm_user',
    op: 'update',
    person: { user_id: hamlet.id, custom_profile_field: entry },
  })
  const { json } = await cordelia.get(`/users/${hamlet.id}`, {
    include_custom_profile_fields: true,
  })
  assert.deepEqual(json.user.profile_data, {
    [about]: { value: '**Prince**', rendered_value: rendered },
    [born]: { value: '1600-02-29' },
  })
  await hamlet.delete('/users/me/profile_data', { data: [born] })
  assert.deepEqual(without(await heard.events()), [
    told({ id: about, value: '**Prince**', rendered_value: rendered }),
    told({ id: born, value: '1600-02-29' }),
    told({ id: born, value: null, rendered_value: null }),
  ])
  await hamlet.patch('/users/me/profile_data', { data: [{ id: about, value: '**Prince**' }] })
  assert.deepEqual(await heard.events(), [])
})

test('a value must fit its field, and some fields are the administrators’', async () => {
  const ids = {
    short: await field('Nick', 1),
    choice: await field('Colour', 3, { field_data: { r: { text: 'Red', order: '1' } } }),
    date: await field('Since', 4),
    url: await field('Page', 5),
    users: await field('Mentor', 6),
    fixed: await field('Badge', 1, { editable_by_user: false }),
  }
  for (const [id, value, msg] of [
    [ids.short, 'x'.repeat(51), 'Nick is too long (limit: 50 characters)'],
    [ids.short, 7, 'Nick is not a string'],
    [ids.choice, 'g', "'g' is not a valid choice for 'Colour'."],
    [ids.date, '2023-02-30', 'Since is not a date'],
    [ids.url, 'javascript:alert(1)', 'Page is not a URL'],
    [ids.users, 'x', 'Mentor is not a list'],
    [999_999, 'x', 'Field id 999999 not found.'],
    [
      ids.fixed,
      'x',
      'You are not allowed to change this field. Contact an administrator to update it.',
    ],
  ] as const) {
    const answer = await hamlet.patch('/users/me/profile_data', { data: [{ id, value }] })
    assert.deepEqual([answer.status, answer.json.msg], [400, msg])
  }
  const data = [
    { id: ids.fixed, value: 'Gold' },
    { id: ids.users, value: [cordelia.id] },
  ]
  const set = await chat.owner.patch(`/users/${hamlet.id}`, { profile_data: data })
  assert.equal(set.status, 200)
  const { json } = await hamlet.get('/users/me')
  assert.equal(json.profile_data[ids.fixed].value, 'Gold')
  assert.equal(json.profile_data[ids.users].value, `[${cordelia.id}]`)
})

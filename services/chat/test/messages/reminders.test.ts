import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import {
  channel,
  send,
  startOwnChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'

// A service of its own: it moves the clock by an hour.

let chat: ChatTest
let hamlet: Person
let ophelia: Person
let denmark: number
let message: number

before(async () => {
  chat = await startOwnChat()
  hamlet = await chat.person('Hamlet')
  ophelia = await chat.person('Ophelia')
  denmark = await channel(chat.owner, 'Denmark', [chat.owner, hamlet, ophelia])
  message = await send(hamlet, denmark, 'ghosts. and more', 'Mark me.')
})
after(() => chat.stop())

const seconds = () => Math.floor(chat.clock.now() / 1000)
const newest = async (person: Person): Promise<Loose> => {
  const { json } = await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  return json.messages.at(-1)
}

test('a reminder is a message of the notification bot that quotes the message, at its time', async () => {
  const queue = await ophelia.listen({ event_types: ['reminders', 'message'] })
  const at = seconds() + 3_600
  const made = await ophelia.post('/reminders', {
    message_id: message,
    scheduled_delivery_timestamp: at,
    note: 'before\nnoon',
  })
  assert.equal(made.status, 200, made.text)
  const { json } = await ophelia.get('/reminders')
  const content = [
    `You requested a reminder for #**Denmark>ghosts. and more@${message}**. Note:`,
    '> before',
    '> noon',
    '',
    `@_**Hamlet|${hamlet.id}** [said](https://chat.example.com/#narrow/channel/${denmark}/topic/ghosts.2E.20and.20more/near/${message}):`,
    '```quote',
    'Mark me.',
    '```',
  ].join('\n')
  const [shown] = json.reminders
  assert.match(shown.rendered_content, /<blockquote>\n<p>Mark me\.<\/p>/)
  assert.deepEqual(json.reminders, [
    {
      reminder_id: made.json.reminder_id,
      type: 'private',
      to: [ophelia.id],
      content,
      rendered_content: shown.rendered_content,
      scheduled_delivery_timestamp: at,
      failed: false,
      reminder_target_message_id: message,
    },
  ])
  const { state } = await ophelia.listen({ fetch_event_types: ['reminders'] })
  assert.deepEqual(state['reminders'], json.reminders)
  assert.deepEqual((await hamlet.get('/reminders')).json.reminders, [])
  chat.clock.advance(3_600_000)
  await eventually('the reminder', async () => {
    return (await ophelia.get('/reminders')).json.reminders.length === 0
  })
  const told = await newest(ophelia)
  assert.deepEqual([told['sender_full_name'], told['flags']], ['Notification Bot', []])
  assert.match(told['content'], /Mark me/)
  const events = await eventually('the events', async () => {
    const heard = await queue.events()
    return heard.length >= 3 ? heard : undefined
  })
  assert.deepEqual(
    events.map(({ type, op }) => [type, op]),
    [
      ['reminders', 'add'],
      ['message', undefined],
      ['reminders', 'remove'],
    ],
  )
  assert.deepEqual(events[0]?.['reminders'], json.reminders)
  assert.equal(events[2]?.['reminder_id'], made.json.reminder_id)
})

test('a reminder can be given up, and goes with the message', async () => {
  const remind = async (id: number) => {
    const scheduled_delivery_timestamp = seconds() + 60
    const { json } = await ophelia.post('/reminders', {
      message_id: id,
      scheduled_delivery_timestamp,
    })
    return json.reminder_id
  }
  const id = await remind(message)
  const refused = await hamlet.delete(`/reminders/${id}`)
  assert.deepEqual([refused.status, refused.json.msg], [404, 'Reminder does not exist'])
  assert.equal((await ophelia.delete(`/reminders/${id}`)).status, 200)
  assert.equal((await ophelia.delete(`/reminders/${id}`)).status, 404)
  const gone = await send(hamlet, denmark, 'ghosts', 'Adieu')
  await remind(gone)
  assert.equal((await chat.owner.delete(`/messages/${gone}`)).status, 200)
  assert.deepEqual((await ophelia.get('/reminders')).json.reminders, [])
})

test('there are no reminders of the past, of what one may not read, or with endless notes', async () => {
  const ask = async (fields: Loose) => {
    const { json } = await ophelia.post('/reminders', {
      message_id: message,
      scheduled_delivery_timestamp: seconds() + 60,
      ...fields,
    })
    return json.msg
  }
  assert.equal(
    await ask({ scheduled_delivery_timestamp: seconds() }),
    'Scheduled delivery time must be in the future.',
  )
  const secret = await channel(hamlet, 'Secret', [hamlet], { invite_only: true })
  const hidden = await send(hamlet, secret, 'a', 'hidden')
  assert.equal(await ask({ message_id: hidden }), 'Invalid message(s)')
  assert.equal(
    await ask({ note: 'x'.repeat(1_001) }),
    'Maximum reminder note length: 1000 characters',
  )
})

test('a long message and its fences are quoted so that the reminder can be sent', async () => {
  const long = await send(hamlet, denmark, 'long', `\`\`\`\`\n${'word '.repeat(1_900)}\n\`\`\`\``)
  const made = await ophelia.post('/reminders', {
    message_id: long,
    scheduled_delivery_timestamp: seconds() + 60,
  })
  assert.equal(made.status, 200)
  const [{ content }] = (await ophelia.get('/reminders')).json.reminders
  assert.ok(Array.from(content).length <= 10_000)
  assert.match(content, /\n`````quote\n````\n/)
  assert.ok(content.endsWith('\n`````'))
})

test('a message is reported in the channel for moderators, where there is one', async () => {
  const report = async (fields: Loose, id = message, by = ophelia) => {
    const { status, json } = await by.post(`/messages/${id}/report`, {
      report_type: 'harassment',
      ...fields,
    })
    return status === 200 ? 'reported' : json.msg
  }
  assert.equal(
    await report({}),
    'Moderation request channel must be specified to enable message reporting.',
  )
  const moderators = await channel(chat.owner, 'Moderators', [chat.owner], { invite_only: true })
  await chat.owner.patch('/realm', { moderation_request_channel_id: moderators })
  assert.equal(await report({ description: 'He is ```rude```' }), 'reported')
  const told = await newest(chat.owner)
  assert.deepEqual(
    [told['stream_id'], told['subject'], told['sender_full_name']],
    [moderators, "Hamlet's moderation requests", 'Notification Bot'],
  )
  const { json } = await chat.owner.get(`/messages/${told['id']}`, { apply_markdown: false })
  assert.equal(
    json.message.content,
    [
      `@_**Ophelia|${ophelia.id}** reported #**Denmark>ghosts. and more@${message}** sent by @_**Hamlet|${hamlet.id}**.`,
      '- Reason: **Harassment**',
      '- Notes:',
      '````quote',
      'He is ```rude```',
      '````',
      `\`\`\` spoiler **Message sent by @_**Hamlet|${hamlet.id}****`,
      'Mark me.',
      '```',
    ].join('\n'),
  )
  assert.match(told['content'], /class="spoiler-block"/)
  assert.equal(
    await report({ report_type: 'other' }),
    'For report_type=other, an explanation must be provided.',
  )
  assert.equal(await report({ report_type: 'envy' }), 'Invalid report_type')
  const own = await hamlet.post('/messages', { type: 'direct', to: [hamlet.id], content: 'mine' })
  assert.equal(await report({}, own.json.id), 'Invalid message(s)')
  const direct = await hamlet.post('/messages', {
    type: 'direct',
    to: [ophelia.id],
    content: 'Nun',
  })
  assert.equal(await report({}, direct.json.id), 'reported')
  const about = await newest(chat.owner)
  assert.match(about['content'], /reported a DM sent by/)
})

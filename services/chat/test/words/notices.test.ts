import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { channel, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let juana: Person
let hamlet: Person

before(async () => {
  chat = await startChat()
  juana = await chat.person('Juana Inés')
  hamlet = await chat.person('Hamlet')
  await juana.patch('/settings', { default_language: 'es' })
  await chat.owner.patch('/realm', { default_language: 'es' })
})
after(() => chat.stop())

/** What a person finds, by topic and text as it was written. */
async function found(person: Person, narrow: readonly (readonly [string, string])[]) {
  const { json } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  return json.messages.map(
    ({ subject, content }: { subject: string; content: string }) => [subject, content] as const,
  )
}

test('the notification bot writes in a channel in the language of its organization', async () => {
  const id = await channel(chat.owner, 'Cocina', [chat.owner, hamlet])
  await chat.owner.patch(`/streams/${id}`, { new_name: 'Comedor' })
  const owner = `@_**${chat.owner.name}|${chat.owner.id}**`
  await eventually('it is told', async () => {
    assert.deepEqual(await found(hamlet, [['channel', 'Comedor']]), [
      [
        'eventos del canal',
        `Canal creado por ${owner}. **Acceso:** Público. **Descripción:**\n\`\`\`\` quote\n*Sin descripción.*\n\`\`\`\``,
      ],
      ['eventos del canal', `${owner} cambió el nombre del canal **Cocina** a **Comedor**.`],
    ])
    return true
  })
})

test('the notification bot writes to a person in the language of that person', async () => {
  await channel(chat.owner, 'Archivo', [chat.owner])
  await chat.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Archivo' }],
    principals: [juana.id, hamlet.id],
  })
  const owner = `@_**${chat.owner.name}|${chat.owner.id}**`
  const told = async (person: Person) =>
    (await found(person, [['is', 'dm']])).map(([, content]: readonly [string, string]) => content)
  await eventually('it is told', async () => {
    assert.deepEqual(await told(juana), [`${owner} te suscribió a #**Archivo**.`])
    assert.deepEqual(await told(hamlet), [`${owner} subscribed you to #**Archivo**.`])
    return true
  })
})

test('a move and a topic that is resolved are told in the language of the organization', async () => {
  await channel(chat.owner, 'Mudanza', [chat.owner])
  const { json } = await chat.owner.post('/messages', {
    type: 'stream',
    to: 'Mudanza',
    topic: 'caja',
    content: 'libros',
  })
  const owner = `@_**${chat.owner.name}|${chat.owner.id}**`
  await chat.owner.patch(`/messages/${json.id}`, {
    topic: 'estante',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: true,
  })
  await chat.owner.patch(`/messages/${json.id}`, {
    topic: '✔ estante',
    propagate_mode: 'change_all',
  })
  await eventually('it is told', async () => {
    const told = await found(chat.owner, [
      ['channel', 'Mudanza'],
      ['topic', '✔ estante'],
    ])
    assert.deepEqual(
      told.map(([, content]: readonly [string, string]) => content),
      [
        'libros',
        `${owner} movió este tema aquí desde #**Mudanza>caja**.`,
        `${owner} marcó este tema como resuelto.`,
      ],
    )
    return true
  })
})

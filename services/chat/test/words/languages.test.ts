import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let spanish: Person
let english: Person
let channelId: number

before(async () => {
  chat = await startChat()
  spanish = await chat.person('Juana Inés', ROLE.member)
  english = await chat.person('Hamlet', ROLE.member)
  await spanish.patch('/settings', { default_language: 'es' })
  channelId = await channel(chat.owner, 'Anuncios', [chat.owner, spanish, english])
})
after(() => chat.stop())

type Call = (person: Person) => Promise<TestAnswer>

const REFUSALS: readonly (readonly [call: Call, code: string, es: string, en: string])[] = [
  [
    (person) => person.get('/messages/999999'),
    'BAD_REQUEST',
    'Mensajes no válidos',
    'Invalid message(s)',
  ],
  [
    (person) => person.post('/messages', { type: 'stream', to: 'Nadie', topic: 'x', content: 'x' }),
    'STREAM_DOES_NOT_EXIST',
    "El canal 'Nadie' no existe",
    "Channel 'Nadie' does not exist",
  ],
  [
    (person) =>
      person.post('/messages', { type: 'stream', to: 'Anuncios', topic: 'x', content: '' }),
    'BAD_REQUEST',
    'El mensaje no debe estar vacío',
    'Message must not be empty',
  ],
  [
    (person) =>
      person.post('/messages', { type: 'direct', to: '["nadie@example.com"]', content: 'x' }),
    'BAD_REQUEST',
    "Correo no válido 'nadie@example.com'",
    "Invalid email 'nadie@example.com'",
  ],
  [
    (person) => person.get('/messages'),
    'BAD_REQUEST',
    "Falta el argumento 'anchor'.",
    "Missing 'anchor' argument.",
  ],
  [
    (person) => person.post('/messages/flags', { messages: [1], flag: 'read' }),
    'REQUEST_VARIABLE_MISSING',
    "Falta el argumento 'op'",
    "Missing 'op' argument",
  ],
  [
    (person) => person.post('/messages/flags', { messages: 'no', op: 'add', flag: 'read' }),
    'BAD_REQUEST',
    'messages no es JSON válido',
    'messages is not valid JSON',
  ],
  [
    (person) => person.patch('/settings', { color_scheme: 9 }),
    'BAD_REQUEST',
    'color_scheme no es válido: no está en la lista de valores posibles',
    'Invalid color_scheme: Value error, Not in the list of possible values',
  ],
  [
    (person) => person.patch('/settings', { full_name: 'x' }),
    'BAD_REQUEST',
    '¡El nombre es demasiado corto!',
    'Name too short!',
  ],
  [
    (person) => person.patch('/realm', { name: 'Otra' }),
    'UNAUTHORIZED_PRINCIPAL',
    'Debes ser administrador de la organización',
    'Must be an organization administrator',
  ],
  [
    (person) => person.patch(`/streams/${channelId}`, { new_name: 'Otro' }),
    'BAD_REQUEST',
    'No tienes permiso para administrar este canal.',
    'You do not have permission to administer this channel.',
  ],
  [
    (person) => person.post('/mark_topic_as_read', { stream_id: channelId, topic_name: 'nada' }),
    'BAD_REQUEST',
    "No existe el tema 'nada'",
    "No such topic 'nada'",
  ],
  [
    (person) => person.delete('/saved_snippets/999'),
    'BAD_REQUEST',
    'El fragmento guardado no existe.',
    'Saved snippet does not exist.',
  ],
  [
    (person) => person.get('/events', { queue_id: 'nada', last_event_id: -1 }),
    'BAD_EVENT_QUEUE_ID',
    'ID de cola de eventos incorrecto: nada',
    'Bad event queue ID: nada',
  ],
]

test('a refusal is told in the language that a person has chosen, under the same code and with the same values', async () => {
  for (const [call, code, es, en] of REFUSALS) {
    const [inSpanish, inEnglish] = [await call(spanish), await call(english)]
    assert.deepEqual([inSpanish.json.code, inSpanish.json.msg], [code, es])
    assert.deepEqual([inEnglish.json.code, inEnglish.json.msg], [code, en])
    assert.equal(inSpanish.status, inEnglish.status)
    assert.deepEqual({ ...inSpanish.json, msg: '' }, { ...inEnglish.json, msg: '' })
  }
})

test('a choice holds against what a browser asks for, and from the next call on', async () => {
  const person = await chat.person('Sor Filotea')
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.key}`).toString('base64')}`
  const msg = async () => {
    const headers = { authorization, 'accept-language': 'es-MX' }
    const answer = await chat.client.send('GET', '/api/v1/messages/999999', { headers })
    return answer.json.msg
  }
  assert.equal(await msg(), 'Invalid message(s)')
  await person.patch('/settings', { default_language: 'es-mx' })
  assert.equal(await msg(), 'Mensajes no válidos')
  await person.patch('/settings', { default_language: 'de' })
  assert.equal(await msg(), 'Invalid message(s)')
})

test('before it is known who calls, the call is answered in the language that it asks for, else in English', async () => {
  const inSpanish = chat.client.with({ 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' })
  const told = async (client: ChatTest['client']) => {
    const noKey = await client.get('/api/v1/messages')
    const noPath = await client.get('/api/v1/nada')
    const noName = await client.post(
      '/api/v1/fetch_api_key',
      new URLSearchParams({ username: 'nadie@example.com', password: 'no' }),
    )
    return [noKey.json.msg, noPath.json.msg, noName.json.msg]
  }
  assert.deepEqual(await told(inSpanish), [
    'No has iniciado sesión: se requiere autenticación de la API o una sesión',
    'No existe GET /api/v1/nada',
    'Tu usuario o contraseña no es correcto',
  ])
  assert.deepEqual(await told(chat.client), [
    'Not logged in: API authentication or user session required',
    'There is no GET /api/v1/nada',
    'Your username or password is incorrect',
  ])
})

test('why each address was not invited, and what a command did, is told in the person’s language too', async () => {
  await chat.owner.patch('/settings', { default_language: 'es' })
  const invited = await chat.owner.post('/invites', {
    invitee_emails: `no, ${english.email}`,
    stream_ids: [],
  })
  assert.equal(
    invited.json.msg,
    'Algunos correos no son válidos, así que no enviamos ninguna invitación.',
  )
  assert.deepEqual(invited.json.errors, [
    ['no', 'La dirección no es válida.', false],
    [english.email, 'Ya tiene una cuenta.', false],
  ])
  const command = await spanish.post('/zcommand', { command: '/dark' })
  assert.equal(command.json.msg, '¡Cambiaste al tema oscuro! Para volver, escribe `/light`.')
  await chat.owner.patch('/settings', { default_language: 'en' })
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import type { OpenedPage } from '@oficina/testkit/small-page.ts'

import type { Person } from '../chat-service.ts'
import { channelOfAll } from './seed-messages.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

// Deep: it takes each step; one flow of each page is in the contract tier.

let client: SmallConsole
let ana: Person
let beto: Person
let works: number

before(async () => {
  client = await startSmallConsole()
  ana = await client.chat.person('Ana López')
  beto = await client.chat.person('Beto Ruiz')
  works = await channelOfAll('obra-12', [client.chat.owner, ana, beto])
})
after(() => client.stop())

const fieldOf = ({ page }: OpenedPage) =>
  page.getByRole('textbox', { name: 'Mensaje', exact: true })

/** The view of a topic, with the box open for it. */
async function openTopic(person: Person, topic: string): Promise<OpenedPage> {
  const opened = await client.openAs(person, `/narrow/channel/${works}-obra-12/topic/${topic}`)
  await opened.page.getByRole('button', { name: `Mensaje a # obra-12 › ${topic}` }).click()
  await fieldOf(opened).waitFor()
  return opened
}

test('a call is a link that one press puts into the message', async () => {
  const { owner } = client.chat
  const opened = await openTopic(ana, 'llamada')
  const { page } = opened
  const video = page.getByRole('button', { name: 'Videollamada' })
  assert.equal(await video.count(), 0, 'without a server for calls there are none')
  const settings = await client.openAs(owner, '/organization/settings')
  const { page: form } = settings
  const server = form.getByLabel('Servidor de las videollamadas')
  await server.waitFor()
  assert.deepEqual(await server.locator('option').allInnerTexts(), ['Ninguno', 'Jitsi Meet'])
  await server.selectOption({ label: 'Jitsi Meet' })
  await form.getByLabel('Dirección del servidor de Jitsi').fill('https://meet.example.com/')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await video.click()
  const link =
    /^\[Unirse a la videollamada\]\(https:\/\/meet\.example\.com\/([\da-f]{32})#config\.startWithVideoMuted=false\)$/
  const field = fieldOf(opened)
  const first = await eventually('the link', async () => link.exec(await field.inputValue())?.[1])
  await field.fill('')
  await page.getByRole('button', { name: 'Llamada de voz' }).click()
  await eventually('a call of its own, without pictures', async () => {
    const text = await field.inputValue()
    return text.endsWith('startWithVideoMuted=true)') && !text.includes(first)
  })
  await owner.patch('/realm', { video_chat_provider: 0 })
  await video.waitFor({ state: 'detached' })
})

test('a message to all of a large channel goes out once its writer is sure', async () => {
  const { chat } = client
  const crowd: number[] = []
  for (let number = 1; number <= 14; number += 1) {
    crowd.push((await chat.person(`Asistente ${number}`)).id)
  }
  await chat.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'asamblea' }],
    principals: [chat.owner.id, ana.id, ...crowd],
  })
  const { json } = await chat.owner.get('/get_stream_id', { stream: 'asamblea' })
  const address = `/narrow/channel/${json.stream_id}-asamblea/topic/orden`
  const write = async (person: Person): Promise<OpenedPage> => {
    const opened = await client.openAs(person, address)
    // Who may do what is known a little later than what is shown.
    const groups = opened.page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('realm_user_groups'),
    )
    await opened.page.reload()
    await groups
    await opened.page.getByRole('button', { name: 'Mensaje a # asamblea › orden' }).click()
    await fieldOf(opened).fill('@**all** mañana a las 8')
    await opened.page.getByText('Avisarás a las 16 personas del canal.').waitFor()
    await opened.page.keyboard.press('Control+Enter')
    return opened
  }
  const hers = await write(ana)
  await hers.page.getByText('No tienes permiso para mencionar a tantas personas.').waitFor()
  const opened = await write(chat.owner)
  const dialog = opened.page.getByRole('dialog', { name: '¿Avisar a todas?' })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await fieldOf(opened).inputValue(), '@**all** mañana a las 8', 'nothing went out')
  await fieldOf(opened).press('Control+Enter')
  await dialog.getByRole('button', { name: 'Enviar de todos modos' }).click()
  await opened.page.getByRole('article').filter({ hasText: 'mañana a las 8' }).waitFor()
  const { json: sent } = await chat.owner.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'topic', operand: 'orden' }],
  })
  assert.equal(sent.messages[0].content, '@**all** mañana a las 8')
})

test('guests are marked and warned of, and so is a link that not all can follow', async () => {
  const { chat } = client
  const { owner } = chat
  const guest = await chat.person('Gema Externa')
  await owner.patch(`/users/${guest.id}`, { role: 600 })
  await owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'obra-12' }],
    principals: [guest.id],
  })
  await guest.post('/messages', { type: 'channel', to: works, topic: 'visita', content: 'Ya voy' })
  const { page } = await client.openAs(ana, `/narrow/dm/${guest.id}-Gema`)
  await page.getByRole('button', { name: 'Mensaje a Gema Externa' }).click()
  const warning = page.getByText('Gema Externa es invitado en esta organización.')
  await warning.waitFor()
  await owner.patch('/realm', { enable_guest_user_dm_warning: false })
  await warning.waitFor({ state: 'detached' })
  await owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'nómina' }],
    principals: [owner.id, ana.id],
    invite_only: true,
  })
  const topic = await openTopic(ana, 'visita')
  const mark = topic.page.getByRole('article').getByText('invitado', { exact: true })
  await mark.waitFor()
  await fieldOf(topic).fill('Ve #**nómina**')
  await topic.page.getByText('No todos podrán abrir el canal privado #nómina.').waitFor()
  await owner.patch('/realm', { enable_guest_user_indicator: false })
  await mark.waitFor({ state: 'detached' })
  await fieldOf(topic).fill('')
})

test('who writes is seen writing, unless they do not want that', async () => {
  const hers = await client.openAs(ana, `/narrow/dm/${beto.id}-Beto-Ruiz`)
  const his = await client.openAs(beto, `/narrow/dm/${ana.id}-Ana-López`)
  await his.page.getByRole('button', { name: 'Mensaje a Ana López' }).waitFor()
  await hers.page.getByRole('button', { name: 'Mensaje a Beto Ruiz' }).click()
  await fieldOf(hers).pressSequentially('Te cuento')
  const typing = his.page.getByText('Ana López está escribiendo…')
  await typing.waitFor()
  await fieldOf(hers).press('Control+Enter')
  await his.page.getByText('Te cuento', { exact: true }).first().waitFor()
  await typing.waitFor({ state: 'detached' })
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import type { OpenedPage } from '@oficina/testkit/small-page.ts'

import type { Loose, Person } from '../chat-service.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let client: SmallConsole
let ana: Person
let beto: Person
let works: number
let notices: number

before(async () => {
  client = await startSmallConsole()
  const { owner } = client.chat
  ana = await client.chat.person('Ana López')
  beto = await client.chat.person('Beto Ruiz')
  await client.chat.person('Carla Núñez')
  for (const name of ['obra-12', 'avisos']) {
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [ana.id, beto.id, owner.id],
    })
  }
  const idOf = async (stream: string): Promise<number> =>
    (await owner.get('/get_stream_id', { stream })).json.stream_id
  works = await idOf('obra-12')
  notices = await idOf('avisos')
  await owner.patch(`/streams/${notices}`, {
    can_send_message_group: { new: { direct_members: [owner.id], direct_subgroups: [] } },
  })
})
after(() => client.stop())

/** The newest messages of this topic, the last one last, as they were written. */
async function contentsIn(person: Person, topic: string): Promise<readonly string[]> {
  const { json } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    apply_markdown: false,
  })
  const found = json.messages.filter(({ subject }: Loose) => subject === topic)
  return found.map(({ content }: Loose) => content)
}

/** The same for another one, once there are any. */
async function sentTo(topic: string): Promise<readonly string[]> {
  return await eventually(`a message in ${topic}`, async () => {
    const contents = await contentsIn(beto, topic)
    return contents.length > 0 && contents
  })
}

const fieldOf = ({ page }: OpenedPage) =>
  page.getByRole('textbox', { name: 'Mensaje', exact: true })

/** Waits until the field holds exactly this. */
async function holds(opened: OpenedPage, text: string): Promise<void> {
  await eventually(`the field holds ${text}`, async () => {
    return (await fieldOf(opened).inputValue()) === text
  })
}

/** The view of a topic, with the box open for it. */
async function openTopic(person: Person, topic: string): Promise<OpenedPage> {
  const opened = await client.openAs(person, `/narrow/channel/${works}-obra-12/topic/${topic}`)
  await opened.page.getByRole('button', { name: `Mensaje a # obra-12 › ${topic}` }).click()
  await fieldOf(opened).waitFor()
  return opened
}

test('a key that is pressed as soon as its button is seen does what it says', async () => {
  const { page } = await client.openAs(ana, '/inbox')
  const { document, MutationObserver, KeyboardEvent } = page.window()
  const observer = new MutationObserver(() => {
    if (!document.body.textContent.includes('Escribir un mensaje')) return
    observer.disconnect()
    const how = { key: 'c', code: 'KeyC', bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', how))
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await page.getByRole('link', { name: 'Todos los mensajes' }).click()
  await page.getByRole('combobox', { name: 'Canal' }).waitFor()
})

test('a direct message left unfinished is a draft, and comes back with its people', async () => {
  const opened = await client.openAs(ana, '/narrow')
  const { page } = opened
  await page.getByRole('button', { name: 'Mensaje directo', exact: true }).waitFor()
  await page.keyboard.press('x')
  const people = page.getByRole('combobox', { name: 'Personas' })
  await people.pressSequentially('bet')
  await page.getByRole('option', { name: 'Beto Ruiz' }).waitFor()
  await page.keyboard.press('Enter')
  await people.pressSequentially('carla')
  await page.getByRole('option', { name: 'Carla Núñez' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await fieldOf(opened).pressSequentially('¿Comemos?')
  await page.reload()
  await fieldOf(opened).waitFor()
  assert.equal(await fieldOf(opened).inputValue(), '¿Comemos?')
  await fieldOf(opened).press('Escape')
  const draft = await eventually('the draft was kept', async () => {
    const { json } = await ana.get('/drafts')
    return json.count === 1 && json.drafts[0]
  })
  assert.deepEqual(
    { type: draft.type, people: draft.to.length, content: draft.content },
    { type: 'private', people: 2, content: '¿Comemos?' },
  )
  await page.goto(`${client.chat.baseUrl}/console/narrow/dm/${draft.to.join(',')}-group`)
  await page.getByRole('button', { name: /Mensaje a .*Beto Ruiz/ }).click()
  await holds(opened, '¿Comemos?')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await eventually('the draft is gone', async () => (await ana.get('/drafts')).json.count === 0)
  assert.deepEqual(await contentsIn(beto, ''), ['¿Comemos?'])
})

test('a draft that was made while the page was loaded anew is not made twice', async () => {
  const opened = await openTopic(ana, 'a medias')
  const { page } = opened
  const made = Promise.withResolvers<void>()
  await page.route('**/api/v1/drafts', async () => {
    await ana.post('/drafts', {
      drafts: [{ type: 'stream', to: [works], topic: 'a medias', content: 'Va por partes' }],
    })
    made.resolve()
    // The page hears no answer.
    await new Promise(() => {})
  })
  await fieldOf(opened).fill('Va por partes')
  await made.promise
  await page.unroute('**/api/v1/drafts')
  const released = Promise.withResolvers<void>()
  await page.route('**/api/v1/register', async (route) => {
    if (route.request().postData()?.includes('drafts') === true) await released.promise
    await route.continue()
  })
  await page.reload()
  await fieldOf(opened).waitFor()
  const kept = page.waitForRequest((request) => /\/drafts(?:\/\d+)?$/.test(request.url()))
  await fieldOf(opened).press('Escape')
  released.resolve()
  assert.equal((await kept).method(), 'PATCH')
  const { json } = await ana.get('/drafts')
  assert.deepEqual(
    json.drafts.map(({ content }: Loose) => content),
    ['Va por partes'],
  )
  await ana.delete(`/drafts/${json.drafts[0].id}`)
})

test('files are attached with their links, and too large ones are told before', async () => {
  const opened = await openTopic(ana, 'fotos')
  const { page } = opened
  await page.locator('input[type=file]').setInputFiles([
    { name: 'remisión.txt', mimeType: 'text/plain', buffer: Buffer.from('12 tarimas') },
    { name: 'enorme.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_200_000) },
  ])
  await page.getByRole('alert').filter({ hasText: 'lo más que se puede' }).waitFor()
  await eventually('the link stands in the text', async () => {
    return /^\[remisión\.txt\]\(\/user_uploads\/\S+\)\n$/.test(await fieldOf(opened).inputValue())
  })
  await page.getByRole('button', { name: 'Cancelar enorme.bin' }).click()
  await page.getByRole('button', { name: /^Vista previa/ }).click()
  await page.getByRole('region', { name: 'Vista previa' }).getByRole('link').waitFor()
  await page.getByRole('button', { name: /^Seguir escribiendo/ }).click()
  await fieldOf(opened).press('Control+Enter')
  const [sent] = await sentTo('fotos')
  assert.match(sent ?? '', /^\[remisión\.txt\]\(\/user_uploads\//)
})

test('emoji are chosen by keyboard, found by words in Spanish', async () => {
  const opened = await openTopic(ana, 'emoji')
  const { page } = opened
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const search = page.getByRole('combobox', { name: 'Buscar emoji' })
  await search.fill('fiesta')
  await page.getByRole('option', { name: 'tada', exact: true }).waitFor()
  await search.fill('tada')
  await search.press('Enter')
  await holds(opened, ':tada: ')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await page.getByRole('radio', { name: 'Medio', exact: true }).click()
  await page.getByRole('radio', { name: 'Medio', exact: true, checked: true }).waitFor()
  await search.fill('technologist')
  await page.getByRole('option', { name: 'woman technologist', exact: true }).waitFor()
  await search.fill('thumbs_up')
  await search.press('Enter')
  // The tone is kept for what is written from now on.
  await fieldOf(opened).pressSequentially(':wave')
  await page.getByRole('option', { name: 'wave' }).first().waitFor()
  await page.keyboard.press('Tab')
  await holds(opened, ':tada: 👍🏽 👋🏽 ')
})

test('a message is sent later at a time that is offered', async () => {
  const opened = await openTopic(ana, 'después')
  const { page } = opened
  await fieldOf(opened).fill('Buenos días')
  await page.getByRole('button', { name: 'Opciones de envío' }).click()
  await page.getByRole('menuitem', { name: 'Mañana por la mañana' }).click()
  await page.getByText('Se enviará:').waitFor()
  const { json } = await ana.get('/scheduled_messages')
  assert.deepEqual(
    json.scheduled_messages.map(({ content }: Loose) => content),
    ['Buenos días'],
  )
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await holds(opened, 'Buenos días')
  assert.deepEqual((await ana.get('/scheduled_messages')).json.scheduled_messages, [])
})

test('texts that one writes often are kept and written by keyboard', async () => {
  const opened = await openTopic(ana, 'fragmentos')
  const { page } = opened
  await fieldOf(opened).fill('Gracias, lo reviso y te aviso.')
  await page.keyboard.press("Control+'")
  await page.getByRole('button', { name: 'Nuevo fragmento' }).click()
  await page.getByLabel('Título').fill('Recibido')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: /^Recibido/ }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await fieldOf(opened).fill('')
  await page.keyboard.press("Control+'")
  await page.getByLabel('Buscar fragmento').pressSequentially('reci')
  await page.keyboard.press('Enter')
  await holds(opened, 'Gracias, lo reviso y te aviso.')
})

test('who is mentioned and not there is told of, and subscribed by one press', async () => {
  const { owner } = client.chat
  const opened = await openTopic(owner, 'cimbra')
  const { page } = opened
  await fieldOf(opened).fill('@**Carla Núñez** revisa')
  await page.getByText('Carla Núñez no está en este canal').waitFor()
  await page.getByRole('button', { name: 'Suscribir', exact: true }).click()
  await page.getByText('Carla Núñez no está en este canal').waitFor({ state: 'detached' })
  const { json } = await owner.get(`/streams/${works}/members`)
  assert.equal(json.subscribers.length, 4)
})

test('a channel where one may not write says so', async () => {
  const { page } = await client.openAs(ana, `/narrow/channel/${notices}-avisos/topic/paro`)
  const refused = page.getByRole('button', {
    name: 'No tienes permiso para escribir en este canal.',
  })
  await refused.waitFor()
  assert.ok(await refused.isDisabled())
})

test('what could not be sent stays, says why, and is sent again', async () => {
  const opened = await openTopic(ana, 'sin red')
  const { page } = opened
  await fieldOf(opened).fill('¿Me leen?')
  await page.route('**/api/v1/messages', (route) => route.abort())
  await fieldOf(opened).press('Control+Enter')
  const failed = page.getByRole('list', { name: 'Mensajes sin enviar' })
  await failed.getByText('¿Me leen?').waitFor()
  await page.unroute('**/api/v1/messages')
  await failed.getByRole('button', { name: 'Reintentar' }).click()
  await failed.waitFor({ state: 'detached' })
  assert.deepEqual(await sentTo('sin red'), ['¿Me leen?'])
})

test('what is sent in haste arrives in the order it was written, and the browser asks before it is lost', async () => {
  const opened = await openTopic(ana, 'prisa')
  const { page } = opened
  const leaves = (): boolean => {
    const { Event } = page.window()
    return page.window().dispatchEvent(new Event('beforeunload', { cancelable: true }))
  }
  const released = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/v1/messages', async (route) => {
    asked += 1
    if (asked === 1) await released.promise
    await route.continue()
  })
  assert.equal(leaves(), true, 'nothing waits yet')
  for (const content of ['Uno', 'Dos']) {
    await fieldOf(opened).fill(content)
    await page.keyboard.press('Control+Enter')
    await page.locator('.outgoing').getByText(content).waitFor()
  }
  await eventually('the first is on its way', () => asked > 0)
  assert.equal(asked, 1, 'the second waits until the first was heard')
  assert.equal(leaves(), false, 'what waits would go with the page')
  released.resolve()
  await page.locator('.outgoing').first().waitFor({ state: 'detached' })
  assert.deepEqual(await contentsIn(ana, 'prisa'), ['Uno', 'Dos'])
})

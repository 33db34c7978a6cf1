import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE, type TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { Loose, Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let client: ConsoleTest
let ana: Person
let beto: Person
let works: number
let notices: number

before(async () => {
  client = await startConsole()
  const { owner } = client.chat
  ana = await client.chat.person('Ana López')
  beto = await client.chat.person('Beto Ruiz')
  await client.chat.person('Carla Núñez')
  const everybody = [ana.id, beto.id, owner.id]
  for (const name of ['obra-12', 'compras', 'avisos']) {
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: everybody,
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

async function lastMessage(person: Person): Promise<Loose> {
  const { json } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  return json.messages[0]
}

/** The newest message that has this topic, as it was written. */
async function contentIn(person: Person, topic: string): Promise<string> {
  const message = await eventually(`a message in ${topic}`, async () => {
    const last = await lastMessage(person)
    return last['subject'] === topic && last
  })
  return message['content']
}

const fieldOf = ({ page }: TestPage) => page.getByRole('textbox', { name: 'Mensaje', exact: true })

/** The view of a topic, with the box open for it. */
async function openTopic(person: Person, topic: string): Promise<TestPage> {
  const opened = await client.openAs(person, `/narrow/channel/${works}-obra-12/topic/${topic}`)
  await opened.page.getByRole('button', { name: `Mensaje a # obra-12 › ${topic}` }).click()
  await fieldOf(opened).waitFor()
  return opened
}

test('a message to a topic is written with completion and sent by keyboard', async () => {
  const opened = await client.openAs(ana, '/narrow')
  const { page } = opened
  await page.getByRole('button', { name: 'Escribir un mensaje' }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'Canal' }).fill('obra')
  await page.getByRole('option', { name: 'obra-12' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Tema' }).fill('cimbra')
  await page.keyboard.press('Enter')
  const text = fieldOf(opened)
  await text.pressSequentially('Listo @bet')
  await page.getByRole('option', { name: 'Beto Ruiz' }).waitFor()
  await opened.screenshot('compose-typeahead')
  await page.keyboard.press('Enter')
  await text.pressSequentially('mira #comp')
  await page.getByRole('option', { name: 'compras' }).waitFor()
  await page.keyboard.press('Tab')
  await text.pressSequentially(':thumbs_u')
  await page.getByRole('option', { name: 'thumbs up' }).waitFor()
  await opened.checkAccessibility()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  assert.equal(
    await contentIn(beto, 'cimbra'),
    'Listo @**Beto Ruiz** mira #**compras** :thumbs_up:',
  )
  assert.equal(await text.inputValue(), '')
  await page.waitForURL('**/narrow/channel/*-obra-12/topic/cimbra')
  await opened.screenshot('compose-sent')
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
  await opened.screenshot('compose-direct')
  await opened.checkAccessibility()
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
  await eventually('the draft is there', async () => {
    return (await fieldOf(opened).inputValue()) === '¿Comemos?'
  })
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await eventually('the draft is gone', async () => (await ana.get('/drafts')).json.count === 0)
  assert.equal((await lastMessage(beto))['content'], '¿Comemos?')
})

test('files are attached with their links, and too large ones are told before', async () => {
  const opened = await openTopic(ana, 'fotos')
  const { page } = opened
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Adjuntar archivos' }).click(),
  ])
  await chooser.setFiles([
    { name: 'remisión.txt', mimeType: 'text/plain', buffer: Buffer.from('12 tarimas') },
    { name: 'enorme.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_200_000) },
  ])
  await page.getByRole('alert').filter({ hasText: 'lo más que se puede' }).waitFor()
  await eventually('the link stands in the text', async () => {
    return /^\[remisión\.txt\]\(\/user_uploads\/\S+\)\n$/.test(await fieldOf(opened).inputValue())
  })
  await opened.screenshot('compose-uploads')
  await opened.checkAccessibility()
  await page.getByRole('button', { name: 'Cancelar enorme.bin' }).click()
  await page.keyboard.press('Alt+p')
  await page.getByRole('region', { name: 'Vista previa' }).getByRole('link').waitFor()
  await opened.screenshot('compose-preview')
  await opened.checkAccessibility()
  await page.keyboard.press('Alt+p')
  await fieldOf(opened).press('Control+Enter')
  assert.match(await contentIn(beto, 'fotos'), /^\[remisión\.txt\]\(\/user_uploads\//)
})

test('formats, what is pasted and lists are written as Markdown, and undone by the browser', async () => {
  const opened = await openTopic(ana, 'formato')
  const { page } = opened
  const text = fieldOf(opened)
  await text.pressSequentially('fuerte')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  assert.equal(await text.inputValue(), '**fuerte**')
  await page.keyboard.press('Control+z')
  assert.equal(await text.inputValue(), 'fuerte')
  await page.getByRole('button', { name: 'Cita' }).click()
  assert.equal(await text.inputValue(), '```quote\nfuerte\n```\n')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.evaluate(PASTE)
  assert.equal(
    await text.inputValue(),
    'Ve **esto** y [la orden](https://erp.example/1):\n\n- uno\n- *dos*\n\n```\nx = 1\n```',
  )
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await text.pressSequentially('- uno')
  await page.keyboard.press('Enter')
  await text.pressSequentially('dos')
  assert.equal(await text.inputValue(), '- uno\n- dos')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
})

// What a browser hands over when a part of a page is pasted.
const PASTE = `{
  const transfer = new DataTransfer()
  transfer.setData('text/plain', 'Ve esto')
  transfer.setData('text/html', '<p>Ve <b>esto</b> y <a href="https://erp.example/1">la orden</a>:</p>' +
    '<ul><li>uno</li><li><em>dos</em></li></ul><pre><code>x = 1\\n</code></pre><script>alert(1)</script>')
  document.querySelector('.message-field').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
}`

test('emoji are chosen by keyboard, found by words in Spanish', async () => {
  const opened = await openTopic(ana, 'emoji')
  const { page } = opened
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const search = page.getByRole('combobox', { name: 'Buscar emoji' })
  await page.getByRole('option', { name: '+1', exact: true }).first().waitFor()
  await opened.screenshot('emoji-picker')
  await opened.checkAccessibility()
  await search.pressSequentially('fiesta')
  await page.getByRole('option', { name: 'tada', exact: true }).waitFor()
  await opened.screenshot('emoji-found')
  await search.fill('tada')
  await page.keyboard.press('Enter')
  await eventually('it is written', async () => (await fieldOf(opened).inputValue()) === ':tada: ')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await page.getByRole('radio', { name: 'Medio', exact: true }).click()
  await page.getByRole('radio', { name: 'Medio', exact: true, checked: true }).waitFor()
  await search.fill('technologist')
  await page.getByRole('option', { name: 'woman technologist', exact: true }).waitFor()
  await opened.screenshot('emoji-tones')
  await opened.checkAccessibility()
  await search.fill('thumbs_up')
  await page.keyboard.press('Enter')
  // The tone is kept for what is written from now on.
  await fieldOf(opened).pressSequentially(':wave')
  await page.getByRole('option', { name: 'wave' }).first().waitFor()
  await page.keyboard.press('Tab')
  await eventually('both are in the tone', async () => {
    return (await fieldOf(opened).inputValue()) === ':tada: 👍🏽 👋🏽 '
  })
  await fieldOf(opened).press('Control+a')
  await fieldOf(opened).press('Delete')
})

test('a message is sent later at a time that is offered', async () => {
  const opened = await openTopic(ana, 'después')
  const { page } = opened
  await fieldOf(opened).fill('Buenos días')
  await page.getByRole('button', { name: 'Opciones de envío' }).click()
  await page.getByRole('menuitem', { name: 'Mañana por la mañana' }).waitFor()
  await opened.screenshot('compose-schedule')
  await opened.checkAccessibility()
  await page.getByRole('menuitem', { name: 'Mañana por la mañana' }).click()
  await page.getByText('Se enviará:').waitFor()
  const { json } = await ana.get('/scheduled_messages')
  assert.equal(json.scheduled_messages.length, 1)
  assert.equal(json.scheduled_messages[0].content, 'Buenos días')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await eventually('the text is back', async () => {
    return (await fieldOf(opened).inputValue()) === 'Buenos días'
  })
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
  await opened.screenshot('compose-snippets')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await fieldOf(opened).fill('')
  await page.keyboard.press("Control+'")
  await page.getByLabel('Buscar fragmento').pressSequentially('reci')
  await page.keyboard.press('Enter')
  await eventually('it is written', async () => {
    return (await fieldOf(opened).inputValue()) === 'Gracias, lo reviso y te aviso.'
  })
})

test('who is mentioned and not there is told of, and subscribed by one press', async () => {
  const { owner } = client.chat
  const opened = await openTopic(owner, 'cimbra')
  const { page } = opened
  await fieldOf(opened).fill('@**Carla Núñez** revisa')
  await page.getByText('Carla Núñez no está en este canal').waitFor()
  await opened.screenshot('compose-warning')
  await opened.checkAccessibility()
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
  await page.context().setOffline(true)
  await fieldOf(opened).press('Control+Enter')
  const failed = page.getByRole('list', { name: 'Mensajes sin enviar' })
  await failed.getByText('¿Me leen?').waitFor()
  await opened.screenshot('compose-failed')
  await page.context().setOffline(false)
  await failed.getByRole('button', { name: 'Reintentar' }).click()
  await failed.waitFor({ state: 'detached' })
  assert.equal(await contentIn(beto, 'sin red'), '¿Me leen?')
})

test('what is sent in haste arrives in the order it was written', async () => {
  const opened = await openTopic(ana, 'prisa')
  const { page } = opened
  const released = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/v1/messages', async (route) => {
    asked += 1
    if (asked === 1) await released.promise
    await route.continue()
  })
  for (const content of ['Uno', 'Dos']) {
    await fieldOf(opened).fill(content)
    await page.keyboard.press('Control+Enter')
    await page.locator('.outgoing').getByText(content).waitFor()
  }
  await eventually('the first is on its way', () => asked > 0)
  assert.equal(asked, 1, 'the second waits until the first was heard')
  await opened.screenshot('compose-first')
  await opened.checkAccessibility()
  const isAsked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  // The browser asks whether to leave: what waits would go with the page.
  await (await isAsked).dismiss()
  released.resolve()
  await page.locator('.outgoing').first().waitFor({ state: 'detached' })
  const { json } = await ana.get('/messages', {
    anchor: 'newest',
    num_before: 2,
    num_after: 0,
    apply_markdown: false,
  })
  const said = json.messages.map(({ content }: Loose) => content)
  assert.deepEqual(said, ['Uno', 'Dos'])
})

test('one writes on a phone, in the dark and in English', async () => {
  const opened = await client.openAs(beto, `/narrow/channel/${works}-obra-12/topic/cimbra`, {
    ...PHONE_SIZE,
    colorScheme: 'dark',
    locale: 'en-US',
  })
  const { page } = opened
  await page.getByRole('button', { name: 'Message # obra-12 › cimbra' }).waitFor()
  await opened.screenshot('phone-closed')
  await opened.checkAccessibility()
  await page.getByRole('button', { name: 'Message # obra-12 › cimbra' }).click()
  const text = page.getByRole('textbox', { name: 'Message', exact: true })
  await text.pressSequentially('On my way @an')
  await page.getByRole('option', { name: 'Ana López' }).waitFor()
  await opened.screenshot('phone-typeahead')
  await opened.checkAccessibility()
  await page.getByRole('option', { name: 'Ana López' }).click()
  await text.fill('')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Poll' }).waitFor()
  await opened.screenshot('phone-more')
  await opened.checkAccessibility()
  await page.getByRole('menuitem', { name: 'Poll' }).click()
  await page.getByLabel('Question').fill('Lunch?')
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Tacos')
  await opened.screenshot('phone-poll')
  await opened.checkAccessibility()
  await page.getByRole('button', { name: 'Insert' }).click()
  await eventually('it is written', async () => (await text.inputValue()) === '/poll Lunch?\nTacos')
  await text.fill('')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await page.getByRole('option', { name: '+1', exact: true }).first().waitFor()
  await opened.screenshot('phone-emoji')
  await opened.checkAccessibility()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { Loose, Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let client: ConsoleTest
let ana: Person
let beto: Person
let works: number

before(async () => {
  client = await startConsole()
  const { owner } = client.chat
  ana = await client.chat.person('Ana López')
  beto = await client.chat.person('Beto Ruiz')
  const everybody = [ana.id, beto.id, owner.id]
  for (const name of ['obra-12', 'compras']) {
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: everybody,
    })
  }
  const idOf = async (stream: string): Promise<number> =>
    (await owner.get('/get_stream_id', { stream })).json.stream_id
  works = await idOf('obra-12')
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

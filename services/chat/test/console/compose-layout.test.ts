import { after, before, test } from 'node:test'

import { PHONE_SIZE, type TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { channelOfAll } from './seed-messages.ts'

// Deep: axe looks at what the box opens; what that does is tried without a browser.

let client: ConsoleTest
let ana: Person
let beto: Person
let works: number

before(async () => {
  client = await startConsole()
  ana = await client.chat.person('Ana López')
  beto = await client.chat.person('Beto Ruiz')
  await client.chat.person('Carla Núñez')
  works = await channelOfAll('obra-12', [ana, beto])
})
after(() => client.stop())

const fieldOf = ({ page }: TestPage) => page.getByRole('textbox', { name: 'Mensaje', exact: true })

/** The view of a topic, with the box open for it. */
async function openTopic(person: Person, topic: string): Promise<TestPage> {
  const opened = await client.openAs(person, `/narrow/channel/${works}-obra-12/topic/${topic}`)
  await opened.page.getByRole('button', { name: `Mensaje a # obra-12 › ${topic}` }).click()
  await fieldOf(opened).waitFor()
  return opened
}

test('what asks before a message goes to a crowd, and where its calls are held, is read by everybody', async () => {
  const { chat } = client
  const crowd: number[] = []
  for (let number = 1; number <= 15; number += 1) {
    crowd.push((await chat.person(`Asistente ${number}`)).id)
  }
  await chat.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'asamblea' }],
    principals: [chat.owner.id, ...crowd],
  })
  const { json } = await chat.owner.get('/get_stream_id', { stream: 'asamblea' })
  const opened = await client.openAs(
    chat.owner,
    `/narrow/channel/${json.stream_id}-asamblea/topic/orden`,
  )
  const { page } = opened
  await page.getByRole('button', { name: 'Mensaje a # asamblea › orden' }).click()
  await fieldOf(opened).fill('@**all** mañana a las 8')
  await page.getByText('Avisarás a las 16 personas del canal.').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: '¿Avisar a todas?' }).waitFor()
  await opened.screenshot('compose-wildcard')
  await opened.checkAccessibility()
  await page.goto(`${chat.baseUrl}/console/organization/settings`)
  await page.getByLabel('Servidor de las videollamadas').selectOption({ label: 'Jitsi Meet' })
  await page.getByLabel('Dirección del servidor de Jitsi').waitFor()
  await opened.checkAccessibility()
})

test('what the box opens is read by everybody', async () => {
  const opened = await openTopic(ana, 'cajas')
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
  await opened.screenshot('compose-uploads')
  await opened.checkAccessibility()
  await eventually('the link stands in the text', async () =>
    (await fieldOf(opened).inputValue()).includes('/user_uploads/'),
  )
  await page.keyboard.press('Alt+p')
  await page.getByRole('region', { name: 'Vista previa' }).getByRole('link').waitFor()
  await opened.screenshot('compose-preview')
  await opened.checkAccessibility()
  await page.keyboard.press('Alt+p')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await page.getByRole('combobox', { name: 'Buscar emoji' }).fill('technologist')
  await page.getByRole('option', { name: 'woman technologist', exact: true }).waitFor()
  await opened.screenshot('emoji-found')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Opciones de envío' }).click()
  await page.getByRole('menuitem', { name: 'Mañana por la mañana' }).waitFor()
  await opened.screenshot('compose-schedule')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await fieldOf(opened).fill('@**Carla Núñez** revisa')
  await page.getByText('Carla Núñez no está en este canal').waitFor()
  await opened.screenshot('compose-warning')
  await opened.checkAccessibility()
  await page.keyboard.press("Control+'")
  await page.getByRole('button', { name: 'Nuevo fragmento' }).click()
  await page.getByLabel('Título').fill('Recibido')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: /^Recibido/ }).waitFor()
  await opened.screenshot('compose-snippets')
  await opened.checkAccessibility()
})

test('the browser asks before what waits is lost, which is told apart', async () => {
  const opened = await openTopic(ana, 'prisa')
  const { page } = opened
  const released = Promise.withResolvers<void>()
  await page.route('**/api/v1/messages', async (route) => {
    await released.promise
    await route.continue()
  })
  await fieldOf(opened).fill('Uno')
  await page.keyboard.press('Control+Enter')
  await page.locator('.outgoing').getByText('Uno').waitFor()
  await opened.screenshot('compose-first')
  await opened.checkAccessibility()
  const isAsked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await isAsked).dismiss()
  released.resolve()
  await page.locator('.outgoing').first().waitFor({ state: 'detached' })
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

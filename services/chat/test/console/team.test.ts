import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { channel, type OwnChatTest, type Person } from '../chat-service.ts'
import { startOwnConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: it takes two people through a day with restarts and a lost network.
// A service of its own: it restarts it.

let client: ConsoleTest<OwnChatTest>
let ana: Person
let beto: Person

before(async () => {
  client = await startOwnConsole()
  const { chat } = client
  ana = await chat.person('Ana López')
  beto = await chat.person('Beto Ruiz')
  await channel(chat.owner, 'obra-12', [ana, beto])
  await channel(chat.owner, 'compras', [ana, beto])
  for (const person of [ana, beto]) await person.post('/mark_all_as_read')
})
after(() => client.stop())

type Page = TestPage['page']

const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensaje', exact: true })

/** Writes into the box and sends it, as hands on a keyboard do. */
async function write(page: Page, text: string): Promise<void> {
  await field(page).waitFor()
  await field(page).fill(text)
  await page.keyboard.press('Control+Enter')
  await message(page, text).waitFor()
}

async function told(page: Page, start: RegExp): Promise<void> {
  await eventually(`the tab says ${String(start)}`, async () => start.test(await page.title()))
}

test('two people work for a while by keyboard, through a restart and a lost network', async () => {
  const { chat } = client
  const one = await client.openAs(ana, '/narrow')
  const other = await client.openAs(beto, '/inbox')
  const [hers, his] = [one.page, other.page]
  await hers.getByRole('button', { name: 'Escribir un mensaje' }).waitFor()

  // She begins a topic and names him.
  await hers.keyboard.press('c')
  await hers.getByRole('combobox', { name: 'Canal' }).fill('obra')
  await hers.getByRole('option', { name: 'obra-12' }).waitFor()
  await hers.keyboard.press('Enter')
  await hers.getByRole('combobox', { name: 'Tema' }).fill('cimbra')
  await hers.keyboard.press('Enter')
  await field(hers).pressSequentially('Llegó el lote, @bet')
  await hers.getByRole('option', { name: 'Beto Ruiz' }).waitFor()
  await hers.keyboard.press('Enter')
  await hers.keyboard.press('Control+Enter')
  await message(hers, 'Llegó el lote').waitFor()

  // He is told, goes to what is unread, answers there.
  await told(his, /^\(1\) /)
  await his.keyboard.press('n')
  await message(his, 'Llegó el lote').waitFor()
  await told(his, /^(?!\()/)
  await one.screenshot('team-hers')
  await his.keyboard.press('r')
  await write(his, '¿Recibo parcial?')
  await message(hers, '¿Recibo parcial?').waitFor()

  // Her reaction, his correction.
  await hers.keyboard.press('Escape')
  await hers.keyboard.press('End')
  await hers.keyboard.press('+')
  await message(his, '¿Recibo parcial?').getByRole('group', { name: 'Reacciones' }).waitFor()
  const { json } = await beto.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  await beto.patch(`/messages/${json.messages[0].id}`, { content: '¿Recibo parcial hoy?' })
  await message(hers, '¿Recibo parcial hoy?').waitFor()

  // The service starts again; nobody's page does.
  for (const page of [hers, his]) await page.evaluate(`document.body.dataset.kept = 'yes'`)
  await chat.restart()
  await hers.keyboard.press('r')
  await write(hers, 'Sí, recibe 88')
  await message(his, 'Sí, recibe 88').waitFor()
  assert.equal(await message(his, 'Sí, recibe 88').count(), 1)

  // Her network is away while he goes on; what she wrote meanwhile is sent once it is back.
  await hers.context().setOffline(true)
  await hers.getByText('Sin conexión con el servicio').waitFor()
  await field(his).waitFor()
  await write(his, 'Faltan 12 tarimas')
  await write(his, 'Subo la foto')
  await hers.context().setOffline(false)
  await message(hers, 'Subo la foto').waitFor()
  for (const text of ['Sí, recibe 88', 'Faltan 12 tarimas', 'Subo la foto']) {
    assert.equal(await message(hers, text).count(), 1, text)
  }
  for (const page of [hers, his]) {
    assert.equal(await page.evaluate('document.body.dataset.kept'), 'yes')
  }
  await other.screenshot('team-his')

  // A word between the two alone, while she looks elsewhere.
  await told(hers, /^(?!\()/)
  await hers.keyboard.press('Escape')
  await hers.keyboard.press('Shift+I')
  await hers.waitForURL('**/console/inbox')
  await his.keyboard.press('Escape')
  await his.keyboard.press('x')
  await his.getByRole('combobox', { name: 'Personas' }).pressSequentially('ana')
  await his.getByRole('option', { name: 'Ana López' }).waitFor()
  await his.keyboard.press('Enter')
  await his.keyboard.press('Enter')
  await field(his).fill('¿Comemos?')
  await his.keyboard.press('Control+Enter')
  await told(hers, /^\(1\) /)
  await hers.keyboard.press('p')
  await message(hers, '¿Comemos?').waitFor()
  await told(hers, /^(?!\()/)
})

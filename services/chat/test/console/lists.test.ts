import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { seedLists, type Lists } from './seed-lists.ts'

// Deep: a browser draws each step of what is typed; one flow of each page is in the contract tier.

let client: ConsoleTest
let lists: Lists

before(async () => {
  client = await startConsole()
  lists = await seedLists(client.chat)
})
after(() => client.stop())

test('what is typed into the search is completed to operators, and leads to an address', async () => {
  const { ana } = lists
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  const field = page.getByRole('combobox', { name: 'Buscar' })
  await page.getByRole('heading', { name: 'Bandeja de entrada' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('option', { name: /^channel:/ }).waitFor()
  await opened.screenshot('search-empty')
  await opened.checkAccessibility()
  await field.pressSequentially('obra')
  await page.getByRole('option', { name: 'Mensajes del canal obra-12' }).click()
  await field.pressSequentially('top')
  await page.getByRole('option', { name: /^topic:/ }).click()
  await page.getByRole('option', { name: 'Mensajes del tema cimbra' }).click()
  await field.pressSequentially('tarimas')
  await opened.screenshot('search-words')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/narrow/channel/*-obra-12/topic/cimbra/search/tarimas')
  await page.getByText('Faltan 12').waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+a')
  await field.pressSequentially('-is:star')
  await page.getByRole('option', { name: 'Sin: Mensajes destacados' }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Quitar -is: starred' }).click()
  await page.getByRole('button', { name: 'Quitar topic: cimbra' }).click()
  await field.pressSequentially('sender:nadie@x ')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('No existe sender:nadie@x.').waitFor()
  await page.keyboard.press('Escape')

  await page.goto(`${client.chat.baseUrl}/console/inbox`)
  await page.getByRole('heading', { name: 'Bandeja de entrada' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('option', { name: /topic: cimbra tarimas/ }).click()
  await page.waitForURL('**/search/tarimas')
  await page.keyboard.press('/')
  await page.getByRole('button', { name: 'Ver todos los operadores' }).click()
  const operators = page.getByRole('dialog', { name: 'Operadores de búsqueda' })
  await operators.waitFor()
  await opened.checkAccessibility()
  await operators.getByRole('button', { name: 'has:link' }).click()
  await page.getByRole('option', { name: 'Mensajes con vínculos' }).waitFor()
  assert.equal(await field.inputValue(), 'has:link')
})

test('a person has keys of their own, sequences too, and hears whose keys they take', async () => {
  const { carla } = lists
  const opened = await client.openAs(carla, '/settings/keyboard-shortcuts')
  const { page } = opened
  await page.getByRole('button', { name: 'Agregar teclas a «Bandeja de entrada»' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bandeja de entrada' })
  await page.keyboard.press('t')
  await dialog.getByText(/ya hace esto: Conversaciones recientes/).waitFor()
  await opened.screenshot('keys-conflict')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Agregar teclas a «Bandeja de entrada»' }).click()
  await page.keyboard.press('b')
  await page.keyboard.press('e')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await opened.screenshot('keys')
  await opened.checkAccessibility()
  await page.goto(`${client.chat.baseUrl}/console/recent`)
  await page.getByRole('heading', { name: 'Recientes' }).waitFor()
  await page.keyboard.press('b')
  await page.keyboard.press('e')
  await page.waitForURL('**/console/inbox')

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await help.getByText('Silenciar el tema').waitFor()
  await opened.screenshot('keys-help')
  await opened.checkAccessibility()
  await help.getByRole('link', { name: 'Cambiar los atajos' }).click()
  await page.getByRole('button', { name: 'Restablecer todos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restablecer todos' }).click()
  await page.keyboard.press('b')
  await page.keyboard.press('e')
  await page.keyboard.press('t')
  await page.waitForURL('**/console/recent')
})

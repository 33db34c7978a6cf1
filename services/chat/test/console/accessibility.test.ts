import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import type { Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { channelOfAll, sendTo } from './seed-messages.ts'

// Deep: axe looks at every view, in turn in each theme and language: in a week at all of them.

type Page = TestPage['page']

// Looks and languages have two, so that six days bring every pair.
const PARTS = 3

let client: ConsoleTest
let owner: Person
let beto: Person
let works: number
let views: readonly string[]
let topic: string

before(async () => {
  client = await startConsole()
  ;({ owner } = client.chat)
  beto = await client.chat.person('Beto Ruiz')
  await client.chat.person('Carla Núñez')
  works = await channelOfAll('obra-12', [owner, beto])
  const moderation = await channelOfAll('moderación', [owner], { invite_only: true })
  await owner.patch('/realm', { moderation_request_channel_id: moderation })
  const group = await owner.post('/user_groups/create', {
    name: 'cuadrilla',
    description: 'De la obra 12',
    members: [owner.id, beto.id],
  })
  const own = await sendTo(owner, works, 'cimbra', 'Llegan 12 tarimas')
  await owner.patch(`/messages/${own}`, { content: 'Llegan 15 tarimas' })
  const contents = [
    '@*cuadrilla* @**all** **hola** `x`\n\n```python\nprint(1)\n```',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n> cita\n\n```spoiler Final\nel gato\n```\n$$a^2$$',
    '/poll ¿Qué comemos?\nTacos\nTortas',
    '/todo Pendientes\nComprar clavos: de 2 pulgadas',
    'Mañana no hay agua',
  ]
  const ids: number[] = []
  for (const content of contents) ids.push(await sendTo(beto, works, 'cimbra', content))
  await beto.post(`/messages/${ids[0]}/reactions`, { emoji_name: 'tada' })
  await owner.post('/messages', { type: 'direct', to: [beto.id], content: 'Hola' })
  await owner.post('/drafts', {
    drafts: [{ type: 'stream', to: [works], topic: 'cimbra', content: 'Falta', timestamp: 1 }],
  })
  await owner.post('/bots', { full_name: 'Avisos', short_name: 'avisos' })
  topic = `/narrow/channel/${works}-obra-12/topic/cimbra`
  views = [
    '/narrow',
    topic,
    `/narrow/channel/${works}-obra-12`,
    `/narrow/dm/${beto.id}-Beto-Ruiz`,
    '/narrow/is/mentioned',
    '/narrow/is/starred',
    '/narrow/search/tarimas',
    '/inbox',
    '/recent',
    `/topics/channel/${works}-obra-12`,
    '/drafts',
    '/scheduled',
    '/reminders',
    '/channels/all',
    '/channels/new',
    ...['general', 'personal', 'people', 'permissions'].map((tab) => `/channels/${works}/${tab}`),
    '/groups/all',
    '/groups/new',
    ...['general', 'people', 'permissions'].map(
      (tab) => `/groups/${group.json['group_id']}/${tab}`,
    ),
    `/user/${beto.id}`,
    '/accounts',
    '/nowhere',
  ]
})
after(() => client.stop())

/** Waits until nothing is on its way: no skeletons, and the same page for some frames. */
async function settle(page: Page): Promise<void> {
  await page.locator('main#main').waitFor()
  await page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Not innerText, for which the browser would lay out the page at every frame.
    const look = () => document.body.textContent
    let before = ''
    let same = 0
    while (same < 5) {
      await frame()
      const now = look()
      const isWaiting = document.querySelector('.skeleton, .skeleton-line') !== null
      same = !isWaiting && now !== '' && now === before ? same + 1 : 0
      before = now
    }
  })()`)
}

async function show({ page }: TestPage, view: string): Promise<void> {
  await page.goto(`${client.chat.baseUrl}/console${view}`)
  await settle(page)
}

/** The same without loading the page anew, as going back does. */
async function turnTo({ page }: TestPage, view: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', '/console${view}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await settle(page)
}

/** The sections of a page of settings, as its own list has them. */
async function sectionsBelow(opened: TestPage, address: string): Promise<readonly string[]> {
  await show(opened, address)
  const links = opened.page.locator('.settings-nav > a')
  await links.first().waitFor()
  const found = await opened.page.evaluate<string[]>(
    `[...document.querySelectorAll('.settings-nav > a')].map((link) => link.getAttribute('href').replace(/^\\/console/, ''))`,
  )
  assert.ok(found.length > 9, found.join(', '))
  return found
}

async function allViews(opened: TestPage): Promise<readonly string[]> {
  return [
    ...views,
    ...(await sectionsBelow(opened, '/settings')),
    ...(await sectionsBelow(opened, '/organization')),
  ]
}

const LOOKS = [
  { colorScheme: 'light', locale: 'es-MX' },
  { colorScheme: 'dark', locale: 'en-US' },
] as const

for (const options of inTurn(LOOKS, 2)) {
  test(`axe finds nothing on any view: ${options.colorScheme}, ${options.locale}`, async () => {
    const opened = await client.openAs(owner, '/inbox', options)
    const found: string[] = []
    for (const view of inTurn(await allViews(opened), PARTS)) {
      await turnTo(opened, view)
      await opened.screenshot(`view${view.replaceAll('/', '-')}-${options.colorScheme}`)
      await opened.checkAccessibility().catch((error: unknown) => found.push(String(error)))
    }
    assert.deepEqual(found, [])
  })
}

test('at twice the size no view is wider than the window', async () => {
  // A window of 1280 by 800 at 200 %.
  const opened = await client.openAs(owner, '/inbox', { width: 640, height: 400 })
  const wide: string[] = []
  for (const view of inTurn(await allViews(opened), PARTS)) {
    await turnTo(opened, view)
    const widths = await opened.page.evaluate<number[]>(
      `[document.documentElement, document.querySelector('main#main')].map((one) => one.scrollWidth - one.clientWidth)`,
    )
    if (widths.some((more) => more > 0)) wide.push(`${view}: ${widths.join(', ')}`)
  }
  assert.deepEqual(wide, [])
})

interface DialogCase {
  readonly name: string
  readonly address: string
  readonly open: (page: Page) => Promise<void>
}

async function press(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).first().click()
  }
}

/** From a menu that a button opens. */
async function choose(page: Page, button: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Something done by key to the message that says this. */
async function onMessage(page: Page, text: string, key: string): Promise<void> {
  const row = page.getByRole('article').filter({ hasText: text }).first()
  await row.getByText(text).first().click()
  const box = page.getByRole('textbox', { name: 'Mensaje', exact: true })
  await box.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await page.keyboard.press(key)
}

async function fromMessageMenu(page: Page, text: string, item: string): Promise<void> {
  await onMessage(page, text, 'i')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function compose(page: Page, ...names: readonly string[]): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Mensaje', exact: true })
  // A draft has it open already.
  await page
    .getByRole('button', { name: /^Mensaje a / })
    .or(box)
    .first()
    .click()
  await box.fill('')
  for (const name of names) {
    const button = page.getByRole('button', { name, exact: true })
    await button.or(page.getByRole('menuitem', { name })).first().click()
  }
}

const OWN = 'Llegan 15 tarimas'
const OTHERS = 'Mañana no hay agua'

/** What opens over a page, with how a person opens it. */
function dialogs(): readonly DialogCase[] {
  const at = (address: string, opened: Readonly<Record<string, DialogCase['open']>>) =>
    Object.entries(opened).map(([name, open]) => ({ name, address, open }))
  return [
    ...at('/inbox', {
      shortcuts: (page) => page.keyboard.press('?'),
      gear: (page) => press(page, 'Menú de ajustes'),
      operators: (page) => choose(page, 'Menú de ajustes', 'Operadores de búsqueda'),
      about: (page) => choose(page, 'Menú de ajustes', 'Acerca de Oficina'),
      person: (page) => page.getByRole('button', { name: /^Menú de owner/ }).click(),
      status: (page) => choose(page, /^Menú de owner/, 'Poner un estado'),
      search: async (page) => {
        await page.keyboard.press('/')
        await page.keyboard.type('is:')
        await page.getByRole('option').first().waitFor()
      },
      everything: async (page) => {
        await sendTo(beto, works, 'cubetas', 'Faltan dos')
        await press(page, 'Marcar todo como leído')
      },
      channel: (page) => press(page, 'Opciones de #obra-12'),
      colors: (page) => choose(page, 'Opciones de #obra-12', 'Color…'),
      leaving: (page) => choose(page, 'Opciones de #obra-12', 'Dejar de estar suscrito'),
      views: (page) => press(page, 'Elegir vistas'),
      card: (page) => press(page, 'Tarjeta de Beto Ruiz'),
    }),
    ...at(topic, {
      menu: (page) => onMessage(page, OWN, 'i'),
      edit: (page) => onMessage(page, OWN, 'e'),
      history: (page) => onMessage(page, OWN, 'Shift+H'),
      delete: (page) => fromMessageMenu(page, OWN, 'Eliminar'),
      source: (page) => onMessage(page, OTHERS, 'e'),
      move: (page) => onMessage(page, OTHERS, 'm'),
      receipts: (page) => onMessage(page, OTHERS, 'Shift+V'),
      reactions: (page) => onMessage(page, OTHERS, ':'),
      remind: (page) => fromMessageMenu(page, OTHERS, 'Recordármelo'),
      report: (page) => fromMessageMenu(page, OTHERS, 'Reportar mensaje'),
      group: (page) => press(page, '@cuadrilla'),
      compose: (page) => compose(page),
      emoji: (page) => compose(page, 'Emoji'),
      time: (page) => compose(page, 'Hora'),
      poll: (page) => compose(page, 'Más', 'Encuesta'),
      todo: (page) => compose(page, 'Más', 'Lista de pendientes'),
      snippets: (page) => compose(page, 'Más', 'Fragmentos guardados'),
      sendMenu: (page) => compose(page, 'Opciones de envío'),
      later: (page) => compose(page, 'Opciones de envío', 'Otra fecha y hora…'),
      typeahead: async (page) => {
        await compose(page)
        await page.keyboard.type('@be')
        await page.getByRole('option').first().waitFor()
      },
    }),
    ...at('/settings/account-and-privacy', {
      address: (page) => press(page, 'Cambiar correo'),
      password: (page) => press(page, 'Cambiar contraseña'),
      key: (page) => press(page, 'Ver clave de API'),
      deactivate: (page) => press(page, 'Desactivar mi cuenta'),
    }),
    ...at('/settings/bots', {
      addBot: (page) => press(page, 'Crear bot'),
      bot: (page) => press(page, 'Editar Avisos'),
    }),
    ...at('/organization/users', { account: (page) => press(page, 'Editar Beto Ruiz') }),
    ...at('/organization/invitations?new', { invite: () => Promise.resolve() }),
    ...at('/organization/emoji', { addEmoji: (page) => press(page, 'Agregar emoji') }),
    ...at('/organization/linkifiers', { linkifier: (page) => press(page, 'Agregar enlace') }),
    ...at('/organization/playgrounds', { playground: (page) => press(page, 'Agregar editor') }),
    ...at('/organization/channel-folders', { folder: (page) => press(page, 'Crear carpeta') }),
    ...at('/organization/profile-fields', { field: (page) => press(page, 'Agregar campo') }),
    ...at('/organization/permissions', { domains: (page) => press(page, 'Cambiar dominios') }),
  ]
}

const SPOKEN = [
  ['es', 'light'],
  ['en', 'dark'],
] as const

test('axe finds nothing in any dialog, card or menu, in turn in both themes and languages', async () => {
  const opened = await client.openAs(owner, '/inbox')
  const { page } = opened
  const speak = async (language: 'es' | 'en', theme: 'light' | 'dark'): Promise<void> => {
    await owner.patch('/settings', { default_language: language })
    await page.locator(`html[lang^=${language}]`).waitFor({ state: 'attached' })
    await page.emulateMedia({ colorScheme: theme })
  }
  const found: string[] = []
  for (const { name, address, open } of inTurn(dialogs(), PARTS)) {
    try {
      await speak('es', 'light')
      await turnAnew(opened, address)
      await open(page)
      await waitForOpened(page)
      for (const [language, theme] of inTurn(SPOKEN, 2)) {
        await speak(language, theme)
        await waitForOpened(page)
        await opened.screenshot(`dialog-${name}-${theme}`)
        await opened.checkAccessibility()
      }
    } catch (error) {
      found.push(`${name}: ${String(error)}`)
    }
  }
  assert.deepEqual(found, [])
})

const OPENED = 'dialog[open], .anchored:popover-open, .compose-box, .edit-message, [role=listbox]'

/**
 * A view as it is when nothing was opened in it. Where the key closes what is open, without a load of the page, after
 * which axe and the client would have to be compiled again.
 */
async function turnAnew(opened: TestPage, address: string): Promise<void> {
  const { page } = opened
  await page.keyboard.press('Escape')
  await turnTo(opened, '/nowhere')
  const left = await page.locator(OPENED).filter({ visible: true }).count()
  await (left > 0 ? show(opened, address) : turnTo(opened, address))
}

async function waitForOpened(page: Page): Promise<void> {
  await page.locator(OPENED).first().waitFor()
  await settle(page)
}

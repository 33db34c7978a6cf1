import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import type { TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { Person } from '../chat-service.ts'
import { uploaded } from '../files/files.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { channelOfAll, MESSAGE_KINDS, sendTo } from './seed-messages.ts'

type Locator = ReturnType<TestPage['page']['locator']>
type Request = Awaited<ReturnType<TestPage['page']['waitForRequest']>>

let client: ConsoleTest
let ana: Person
let beto: Person

before(async () => {
  client = await startConsole()
  ana = await client.chat.person('Ana Torres')
  beto = await client.chat.person('Beto Ruiz')
})
after(() => client.stop())

async function picture(name: string, background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer()
  return await uploaded(
    client.chat,
    beto,
    new File([Uint8Array.from(bytes)], name, { type: 'image/png' }),
  )
}

test('a message shows what it holds', async () => {
  await channelOfAll('obra-12', [ana, beto])
  const channel = await channelOfAll('muestra', [ana, beto])
  for (const content of MESSAGE_KINDS) await sendTo(beto, channel, 'todo', content)
  await sendTo(ana, channel, 'todo', '/me se va a comer')
  const address = `/narrow/channel/${channel}/topic/todo`
  const opened = await client.openAs(ana, address)
  const { page } = opened
  await page.getByText('se va a comer').waitFor()
  const mention = page.getByRole('button', { name: '@Ana Torres' })
  assert.match((await mention.getAttribute('class')) ?? '', /is-me/, 'it means the reader')
  const outside = page.getByRole('link', { name: 'https://example.com/x' })
  assert.equal(await outside.getAttribute('rel'), 'noopener noreferrer')
  assert.match(await page.locator('time.moment').innerText(), /lun, 2 de mar de 2026.*10:30/)
  await page.getByText('el gato').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click()
  await page.getByText('el gato').waitFor()
  await opened.screenshot('message-kinds')
  await opened.checkAccessibility()
  await page.getByRole('link', { name: '#obra-12 > cimbra' }).click()
  await page.waitForURL('**/narrow/channel/**/topic/cimbra')
})

test('nothing of a message runs, and nothing of it leaves its place', async () => {
  const channel = await channelOfAll('dudas', [ana, beto])
  const id = await sendTo(beto, channel, 'html', 'inofensivo')
  // What no version of the service writes, and a flaw in one might.
  const html =
    '<p style="position:fixed;inset:0" class="dialog">malo<img src="x" onerror="window.ran=1">' +
    '<script>window.ran=1</script><a href="java&#10;script:window.ran=1">liga</a>' +
    '<iframe src="/"></iframe><form action="/x"><input></form></p>'
  await client.chat.database.query({
    text: 'update chat.message set rendered_content = $1 where id = $2',
    values: [html, id],
  })
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/html`)
  await page.getByText('malo').waitFor()
  const found = await page.evaluate(`(() => {
    const content = document.querySelector('[data-message-id="${id}"] .content')
    return {
      ran: window.ran,
      tags: [...content.querySelectorAll('*')].map((one) => one.localName),
      style: content.querySelector('p').getAttribute('style'),
      class: content.querySelector('p').getAttribute('class'),
      href: content.querySelector('a').getAttribute('href'),
    }
  })()`)
  assert.deepEqual(found, {
    ran: undefined,
    tags: ['p', 'img', 'a', 'p'],
    style: null,
    class: null,
    href: null,
  })
})

test('pictures open over the page, and arrows go through those of the conversation', async () => {
  const channel = await channelOfAll('fotos', [ana, beto])
  const red = await picture('roja.png', '#b3261e')
  const blue = await picture('azul.png', '#1f5fbf')
  await sendTo(beto, channel, 'losa', `[roja.png](${red})\n[azul.png](${blue})`)
  const green = await picture('verde.png', '#1b7a43')
  await sendTo(beto, channel, 'losa', `Terminada: [verde.png](${green})`)
  const opened = await client.openAs(ana, `/narrow/channel/${channel}/topic/losa`)
  const { page } = opened
  const preview = page.getByRole('link', { name: 'Imagen: roja.png' })
  await preview.waitFor()
  await eventually('the picture is shown', () =>
    page.evaluate<boolean>(
      `[...document.querySelectorAll('.media img')].every((one) => one.naturalWidth > 0)`,
    ),
  )
  await opened.screenshot('message-pictures')
  await opened.checkAccessibility()
  await preview.click()
  const box = page.getByRole('dialog', { name: 'Imágenes y videos' })
  await box.getByRole('img', { name: 'roja.png' }).waitFor()
  await box.getByText('1 de 3').waitFor()
  await page.keyboard.press('ArrowRight')
  await box.getByRole('img', { name: 'azul.png' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await box.getByRole('img', { name: 'verde.png' }).waitFor()
  await opened.screenshot('light-box')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await preview.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('v')
  await box.waitFor()
})

test('the keys of Zulip move through the messages and act on them', async () => {
  const channel = await channelOfAll('teclas', [ana, beto])
  const ids: number[] = []
  for (let number = 1; number <= 40; number += 1) {
    ids.push(await sendTo(number % 2 === 0 ? ana : beto, channel, 'paseo', `Renglón ${number}`))
  }
  await ana.post('/mark_all_as_read')
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/paseo`)
  const framed = page.locator('.message.selected')
  await page.getByText('Renglón 40', { exact: true }).waitFor()
  await page.keyboard.press('k')
  await framed.getByText('Renglón 39').waitFor()
  await page.keyboard.press('ArrowDown')
  await framed.getByText('Renglón 40').waitFor()
  await page.keyboard.press('Home')
  await framed.getByText('Renglón 1', { exact: true }).waitFor()
  await page.keyboard.press('End')
  await framed.getByText('Renglón 40').waitFor()
  await page.keyboard.press('-')
  await framed.getByText('Mensaje contraído').waitFor()
  await page.keyboard.press('-')
  await framed.getByText('Renglón 40').waitFor()
  await page.keyboard.press('s')
  await page.waitForURL(`**/narrow/channel/${channel}-teclas`)
  await page.getByText('Renglón 40', { exact: true }).waitFor()
  await page.keyboard.press('s')
  await page.waitForURL('**/topic/paseo/near/**')
})

test('code opens in the playground of its language', async () => {
  const channel = await channelOfAll('código', [ana, beto])
  const { status } = await client.chat.owner.post('/realm/playgrounds', {
    name: 'Laboratorio',
    pygments_language: 'Python',
    url_template: `${client.chat.baseUrl}/health?code={code}`,
  })
  assert.equal(status, 200)
  await sendTo(beto, channel, 'suma', '```python\nprint(1 + 1)\n```')
  const opened = await client.openAs(ana, `/narrow/channel/${channel}/topic/suma`)
  const { page } = opened
  const open = page.getByRole('button', { name: 'Abrir en Laboratorio' })
  await open.waitFor()
  await page.locator('.codehilite').hover()
  const tab = page.context().waitForEvent('page')
  await open.click()
  const elsewhere = await tab
  await elsewhere.waitForURL(`**/health?code=${encodeURIComponent('print(1 + 1)')}`)
  assert.equal(await elsewhere.evaluate('opener'), null)
})

test('what is turned twice at once stays as it was turned last, however late the first is heard', async () => {
  const channel = await channelOfAll('vueltas', [ana, beto])
  const id = await sendTo(beto, channel, 'ida', 'De ida y vuelta')
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/ida`)
  const shown = page.locator(`[data-message-id="${id}"]`)
  await shown.getByText('De ida y vuelta').waitFor()
  const isOfReading = (request: Request) => request.postData()?.includes('flag=read') === true
  const turnTwice = async (key: string, path: RegExp, isTurned: Locator) => {
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    let asked = 0
    let done = 0
    await page.route(path, async (route) => {
      if (isOfReading(route.request())) return await route.continue()
      asked += 1
      begun.resolve()
      if (asked === 1) await released.promise
      await route.continue()
    })
    page.on('response', (response) => {
      if (path.test(response.url()) && !isOfReading(response.request())) done += 1
    })
    await page.keyboard.press(key)
    await isTurned.waitFor()
    await begun.promise
    await page.keyboard.press(key)
    await isTurned.waitFor({ state: 'detached' })
    await page.evaluate('new Promise(requestAnimationFrame)')
    assert.equal(asked, 1, 'the second waits until the first was heard')
    released.resolve()
    await eventually('both were heard', () => done === 2)
  }
  await turnTwice('-', /\/messages\/flags$/, shown.getByText('Mensaje contraído'))
  await turnTwice('+', /\/messages\/\d+\/reactions/, shown.locator('.reaction'))
  const { json } = await ana.get(`/messages/${id}`)
  const { flags, reactions } = json.message
  assert.deepEqual([flags.includes('collapsed'), reactions], [false, []])
})

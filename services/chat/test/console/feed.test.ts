import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'

import type { Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { channelOfAll, seedMessages } from './seed-messages.ts'

let client: ConsoleTest
let ana: Person
let beto: Person
let work: number
let seeded: { readonly first: number; readonly last: number }

before(async () => {
  client = await startConsole()
  ana = await client.chat.person('Ana Torres')
  beto = await client.chat.person('Beto Ruiz')
  work = await channelOfAll('obra-12', [ana, beto])
  seeded = await seedMessages(client.chat, {
    channelId: work,
    topic: 'cimbra',
    senders: [ana, beto],
    count: 20_000,
  })
  await ana.post('/mark_all_as_read')
})
after(() => client.stop())

type Page = TestPage['page']

interface Seen {
  readonly id: number
  readonly top: number
}

/** The messages that are seen, with where they are, once nothing moves any more. */
async function seen(page: Page): Promise<readonly Seen[]> {
  return await page.evaluate<readonly Seen[]>(`(async () => {
    const scroller = document.querySelector('.feed-scroller')
    const look = () => {
      const { top, bottom } = scroller.getBoundingClientRect()
      return [...document.querySelectorAll('[data-message]')]
        .map((row) => ({ id: Number(row.dataset.message), box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > top + 40 && box.top < bottom)
        .map(({ id, box }) => ({ id, top: box.top - top }))
    }
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    let before = ''
    let same = 0
    while (same < 4) {
      await frame()
      const now = JSON.stringify(look())
      same = now === before ? same + 1 : 0
      before = now
    }
    return look()
  })()`)
}

async function wheel(page: Page, pixels: number): Promise<void> {
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, pixels)
}

/** How far each message that is seen before and after has moved. */
function moved(before: readonly Seen[], now: readonly Seen[]): readonly number[] {
  const places = new Map(before.map(({ id, top }) => [id, top]))
  return now.flatMap(({ id, top }) => {
    const was = places.get(id)
    return was === undefined ? [] : [Math.round(top - was)]
  })
}

test('a long conversation is scrolled both ways, and nothing jumps', async () => {
  const middle = seeded.first + 10_000
  const { page } = await client.openAs(ana, `/narrow/channel/${work}/topic/cimbra/near/${middle}`)
  await page.getByText(/^Mensaje 10001\b/).waitFor()
  let before = await seen(page)
  assert.ok(
    before.some(({ id }) => id === middle),
    'the message that was asked for is in sight',
  )
  // Up over several parts that are fetched, and down again over more.
  const steps = [
    ...Array.from({ length: 50 }, () => -400),
    ...Array.from({ length: 90 }, () => 400),
  ]
  for (const step of steps) {
    await wheel(page, step)
    const now = await seen(page)
    const by = new Set(moved(before, now))
    assert.equal(by.size, 1, `messages moved apart: ${[...by].join(', ')}`)
    const [shift = 0] = by
    // A turn of the wheel may end early where rows are put above; it never goes further, nor back.
    assert.ok(shift * step <= 0 && Math.abs(shift) <= 402, `moved ${shift} for ${step}`)
    before = now
  }
  const rendered = await page.locator('[data-message]').count()
  assert.ok(rendered < 120, `${rendered} messages are in the page`)
})

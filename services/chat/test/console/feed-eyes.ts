import assert from 'node:assert/strict'

import type { TestPage } from '@oficina/testkit/browser.ts'

type Page = TestPage['page']

export interface Seen {
  readonly id: number
  readonly top: number
}

/** The messages that are seen, with where they are, once nothing moves any more. */
export async function seen(page: Page): Promise<readonly Seen[]> {
  return await page.evaluate<readonly Seen[]>(`(async () => {
    const scroller = document.querySelector('.feed-scroller')
    const look = () => {
      const { top, bottom } = scroller.getBoundingClientRect()
      return [...document.querySelectorAll('[data-message-id]')]
        .map((row) => ({ id: Number(row.dataset.messageId), box: row.getBoundingClientRect() }))
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

export async function wheel(page: Page, pixels: number): Promise<void> {
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, pixels)
}

/** How far each message that is seen before and after has moved. */
export function moved(before: readonly Seen[], now: readonly Seen[]): readonly number[] {
  const places = new Map(before.map(({ id, top }) => [id, top]))
  return now.flatMap(({ id, top }) => {
    const was = places.get(id)
    return was === undefined ? [] : [Math.round(top - was)]
  })
}

/** Turns the wheel so many times by so much each, and looks after each turn: all messages moved together, and no further. */
export async function walk(
  page: Page,
  steps: readonly number[],
  from: readonly Seen[],
): Promise<void> {
  let before = from
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
}

/** So many turns of the wheel up, then so many down. */
export function upAndDown(up: number, down: number): readonly number[] {
  return [...Array.from({ length: up }, () => -400), ...Array.from({ length: down }, () => 400)]
}

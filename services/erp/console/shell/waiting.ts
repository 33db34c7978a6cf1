import { signal } from '@preact/signals'
import { whenIdle } from '@oficina/web/idle.ts'

import type { HomeCard } from '../home/card-declaration.ts'
import { addressOf, at } from '../home/card-figures.ts'
import { readHome } from '../home/home-cards.ts'
import { api } from '../session/api.ts'

/** Something that waits for the person, with how much of it there is. */
export interface Waiting {
  readonly path: string
  readonly label: HomeCard['label']
  readonly count: number
}

/** What of the first page's cards asks for attention now. */
export const waiting = signal<readonly Waiting[]>([])

// Who comes back to the window after so long sees it anew.
const FRESH_MS = 60_000

/** Looks what waits, now and whenever the person comes back to the window. */
export function watchWaiting(): () => void {
  const gone = new AbortController()
  const last = { lookedAt: -Infinity }
  const look = (): void => {
    if (performance.now() - last.lookedAt < FRESH_MS) return
    last.lookedAt = performance.now()
    // The menu does without; the first page says what failed.
    load(gone.signal).catch(() => undefined)
  }
  // The page itself comes first: its rows are what the person waits for.
  const callOff = whenIdle(look)
  addEventListener('focus', look)
  return () => {
    callOff()
    gone.abort()
    removeEventListener('focus', look)
  }
}

async function load(signal: AbortSignal): Promise<void> {
  const { cards } = await readHome(signal)
  const asked = cards
    .filter(({ show, tone }) => show !== 'bars' && tone !== null)
    .map(async (card) => ({
      path: addressOf(card.opens) ?? '/',
      label: card.label,
      count: await countOf(card, signal),
    }))
  const found = await Promise.all(asked)
  waiting.value = found.filter(({ count }) => count > 0)
}

async function countOf({ path, show, value }: HomeCard, signal: AbortSignal): Promise<number> {
  const answer = await api<unknown>(path, { signal })
  return Number(at(answer, show === 'value' ? value.column : 'meta.total') ?? 0)
}

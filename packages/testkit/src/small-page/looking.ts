import type { HTMLElement } from 'happy-dom'

import { until } from './patience.ts'

/** What is looked for. */
export interface Sought {
  /** What there is of it now. */
  readonly find: () => readonly HTMLElement[]
  /** The same in words. */
  readonly words: string
  /** What the page shows, for who looks in vain. */
  readonly seen: () => string
}

/** @throws Error where there are several: which one is meant cannot be told */
export function only({ find, words }: Sought): HTMLElement | undefined {
  const all = find()
  if (all.length > 1) {
    throw new Error(
      `${words}: ${all.length} elements, one is meant:\n${all.map(shortened).join('\n')}`,
    )
  }
  return all[0]
}

function shortened({ outerHTML }: HTMLElement): string {
  return outerHTML.slice(0, 200)
}

const SEEN_CHARACTERS = 6_000

/** What a test that waits in vain is told, with what the page shows instead. */
export function told({ find, words, seen }: Sought, what: string): string {
  const found = find()
  const shown = seen().slice(0, SEEN_CHARACTERS)
  return `${words} ${what}; there are ${found.length}\n${found.map(shortened).join('\n')}\nThe page shows:\n${shown}`
}

/** The one element, once it can be acted on or read. */
export function there(
  sought: Sought,
  canBe: (element: HTMLElement) => boolean,
): Promise<HTMLElement> {
  return until(
    () => {
      const element = only(sought)
      return element !== undefined && canBe(element) ? element : undefined
    },
    () => told(sought, 'cannot be acted on'),
  )
}

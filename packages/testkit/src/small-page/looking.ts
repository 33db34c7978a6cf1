import type { HTMLElement } from 'happy-dom'

import { until } from './patience.ts'

/** What there is now of what is looked for. */
export type Find = () => readonly HTMLElement[]

/** @throws Error where there are several: which one is meant cannot be told */
export function only(all: readonly HTMLElement[], words: string): HTMLElement | undefined {
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

/** What a test that waits in vain is told, with what the page has instead. */
export function told(find: Find, words: string, what: string): string {
  const found = find()
  const page = found[0]?.ownerDocument.body.innerHTML
  return `${words} ${what}; there are ${found.length}\n${found.map(shortened).join('\n')}${page === undefined ? '' : `\nin ${page.slice(0, 3000)}`}`
}

/** The one element, once it can be acted on or read. */
export function there(
  find: Find,
  words: string,
  canBe: (element: HTMLElement) => boolean,
): Promise<HTMLElement> {
  return until(
    () => {
      const element = only(find(), words)
      return element !== undefined && canBe(element) ? element : undefined
    },
    () => told(find, words, 'cannot be acted on'),
  )
}

import { effect, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

import { place } from './router.ts'

/** What the page at an address is called. */
export interface PageTitle {
  /** Without what is asked after `?`. */
  readonly path: string
  readonly text: string
}

/** The name of the present page; undefined while it does not know. */
export const pageTitle = signal<PageTitle | undefined>(undefined)

/** Stands before the name in the tab, such as `(3) ` for three things that wait. */
export const titleMark = signal('')

// What the tab says before a page has a name, and after it.
const CONSOLE_NAME = document.title

effect(() => {
  const text = pageTitle.value?.text
  document.title = titleMark.value + (text === undefined ? '' : `${text} · `) + CONSOLE_NAME
})

/** Names the page, in its tab and in the history of the browser; undefined while what it shows is not known yet. */
export function useTitle(text: string | undefined): void {
  const { path } = place.value
  useLayoutEffect(() => {
    pageTitle.value = text === undefined ? undefined : { path, text }
  }, [path, text])
}

import assert from 'node:assert/strict'

import type { TestPage } from './browser.ts'

/** What each text that a stranger may give is made of: script, a link that runs, a reversed name, a very long word. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '<script src=//otro.example/x.js></script>',
  'javascript:alert(1)',
  '[x](javascript:alert(1))',
  '\u202Egpj.exe',
  'W'.repeat(400),
]

interface Seen {
  readonly links: readonly string[]
  readonly markup: readonly string[]
  /** By how much the page is wider than its window, in pixels. */
  readonly beyond: number
}

// Runs in the page.
const LOOK = `({
  links: [...document.querySelectorAll('a[href], area[href]')]
    .filter((link) => /^\\s*(?:javascript|data|vbscript):/i.test(link.getAttribute('href')))
    .map((link) => link.outerHTML),
  markup: [...document.querySelectorAll('[onerror], img[src="x"], script[src*="otro"]')].map((element) => element.outerHTML),
  beyond: document.documentElement.scrollWidth - window.innerWidth,
})`

/**
 * Watches a page while hostile texts are shown on it: none became markup, no dialog opened, nobody else was called, and it
 * is no wider than its window. What its policy refuses fails the browser's `stop`.
 */
export function watchPage({ page }: TestPage): { check(): Promise<void> } {
  const found: string[] = []
  const { origin } = new URL(page.url())
  page.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(?:blob|data):/.test(url) && !url.startsWith(`${origin}/`)) found.push(`asked ${url}`)
  })
  return {
    check: async () => {
      const seen = await page.evaluate<Seen>(LOOK)
      assert.deepEqual([seen.links, seen.markup, found], [[], [], []], page.url())
      assert.ok(seen.beyond <= 0, `${page.url()} is ${seen.beyond} px wider than the window`)
    },
  }
}

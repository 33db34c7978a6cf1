import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

// What passed is not told, and takes twice as long to tell; nothing on our pages needs what is loaded beforehand.
const WHOLE = { resultTypes: ['violations'], preload: false }
// The only ones that look at colors.
const COLORS = {
  ...WHOLE,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/**
 * Parts of pages that this process has found good, each named by all that axe sees of it. Tests look at the same frame,
 * sidebars and lists over and over, and looking takes axe longer than all else takes the page.
 */
const good = new Set<string>()

/** Fails when axe finds something on the page as it is now; a part that was found good before is not looked at again. */
export async function checkAccessibility(page: Page): Promise<void> {
  const looked = await runAxe(page, WHOLE, [...good])
  for (const part of looked) good.add(part)
}

/** The same of colors alone. */
export async function checkColors(page: Page): Promise<void> {
  await runAxe(page, COLORS, [])
}

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
  /** The names of the parts that were looked at. */
  readonly looked: readonly string[]
}

async function runAxe(
  page: Page,
  options: object,
  known: readonly string[],
): Promise<readonly string[]> {
  // Evaluated by the debugger, which the page's own policy does not bind.
  const isThere = await page.evaluate<boolean>('"axe" in window')
  if (!isThere) await page.evaluate(await readFile(AXE, 'utf8'))
  const { violations, looked } = await page.evaluate<Found>(
    `(${IN_PAGE})(${JSON.stringify(options)}, ${JSON.stringify(known)})`,
  )
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.html.slice(0, 200)}\n    ${node.failureSummary ?? ''}`).join('\n')}`,
  )
  if (found.length > 0) throw new Error(`axe found on ${page.url()}:\n${found.join('\n')}`)
  return looked
}

// A part is an element with enough in it to be worth a name. The name is a hash of its HTML, what its fields hold, its
// size, the tags that it stands in, and how the page looks; what has the focus or the pointer looks otherwise, and is
// always looked at.
const IN_PAGE = String.raw`async (options, known) => {
  const LEAST = 400
  const isKnown = new Set(known)
  const tagOf = (element) => element.cloneNode(false).outerHTML
  const hash = (text) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57]
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      one = Math.imul(one ^ code, 2654435761)
      other = Math.imul(other ^ code, 1597334677)
    }
    return (one >>> 0).toString(36) + ' ' + (other >>> 0).toString(36) + ' ' + text.length
  }
  const look = [
    innerWidth,
    innerHeight,
    matchMedia('(prefers-color-scheme: dark)').matches,
    ...[...document.styleSheets].map(({ href, cssRules }) => href + ' ' + cssRules.length),
  ].join(' ')
  const [skipped, looked] = [[], []]
  const visit = (element, around) => {
    const html = element.outerHTML
    if (html.length < LEAST) return
    const isTouched = element.contains(document.activeElement) || element.matches(':hover')
    if (element !== document.body && !isTouched) {
      const { width, height } = element.getBoundingClientRect()
      const fields = [...element.querySelectorAll('input, textarea, select')].map(
        ({ value, checked, indeterminate }) => [value, checked, indeterminate].join(' '),
      )
      const name = hash([around, width, height, ...fields, html].join('\n'))
      if (isKnown.has(name)) {
        skipped.push(element)
        return
      }
      looked.push(name)
    }
    const inside = around + tagOf(element)
    for (const child of element.children) visit(child, inside)
  }
  visit(document.body, look + tagOf(document.documentElement))
  const context = skipped.length === 0 ? document : { include: document, exclude: skipped }
  const { violations } = await axe.run(context, options)
  return { violations, looked }
}`

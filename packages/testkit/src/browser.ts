import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright-core'

import { endWithTest } from './end-with-test.ts'
import { eventually, PATIENCE_MS } from './eventually.ts'
import { useBrowser } from './shared-browser.ts'

export interface BrowserOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: 'es-MX' | 'en-US'
}

/** A page of a person: its own cookies and storage. */
export interface TestPage {
  readonly page: Page
  /** Waits until the page has shown all that it asked for: it asks for nothing more while it draws some frames. */
  settled(): Promise<void>
  /** Another address of the same pages, without a load: as going back does. */
  turnTo(path: string): Promise<void>
  /** Fails when axe finds something on the page as it is now. */
  checkAccessibility(): Promise<void>
  /** The same of colors alone, for a page that was checked in another color scheme. */
  checkColors(): Promise<void>
  /** Writes a picture where `SCREENSHOT_DIR` names a folder; a test run writes none. */
  screenshot(name: string): Promise<void>
}

export interface TestBrowser {
  /**
   * Another person's page; what it logs as an error, or fails to load by its policy, fails `stop`. It closes with the
   * test that opened it; one that `before` opened stays until the end.
   */
  open(options?: BrowserOptions): Promise<TestPage>
  /** Before the service of the pages goes. */
  closePages(): Promise<void>
  /** @throws Error with all errors that pages logged */
  stop(): Promise<void>
}

const DESKTOP = { width: 1360, height: 860 }
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

// What passed is not told, and takes twice as long to tell; nothing on our pages needs what is loaded beforehand.
const AXE_OPTIONS = { resultTypes: ['violations'], preload: false }
// The only ones that look at colors.
const COLOR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** The size of a phone's page. */
export const PHONE_SIZE = { width: 390, height: 844 } as const

/**
 * The process's browser for one test file, and a page a person. Called in the file's `before`.
 * @param screenshotFolder from `SCREENSHOT_DIR`
 */
export async function testBrowser(screenshotFolder: string | undefined): Promise<TestBrowser> {
  const { browser, giveBack } = await useBrowser()
  const [errors, contexts] = [[] as string[], new Set<BrowserContext>()]
  const closePages = async () => {
    await Promise.all([...contexts].map((context) => context.close()))
  }
  return {
    open: async (options = {}) => {
      const opened = await openPage(browser, options, { errors, contexts, screenshotFolder })
      // One that stays goes on asking for events and drawing them, up to a fiftieth of a processor each.
      endWithTest(() => opened.page.context().close())
      return opened
    },
    closePages,
    stop: async () => {
      try {
        await closePages()
      } finally {
        giveBack()
      }
      if (errors.length > 0) throw new Error(`pages logged errors:\n${errors.join('\n')}`)
    },
  }
}

interface Surroundings {
  readonly errors: string[]
  readonly contexts: Set<BrowserContext>
  readonly screenshotFolder: string | undefined
}

async function openPage(
  browser: Browser,
  { width = DESKTOP.width, height = DESKTOP.height, ...options }: BrowserOptions,
  { errors, contexts, screenshotFolder }: Surroundings,
): Promise<TestPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: options.locale ?? 'es-MX',
    timezoneId: 'America/Mexico_City',
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  contexts.add(context)
  context.on('close', () => void contexts.delete(context))
  const page = await context.newPage()
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // Refused requests, and those of a test without network or service, are logged by the browser itself; tests look at
    // what the page makes of them.
    const isRefusal =
      /the server responded with a status of|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_/.test(
        message.text(),
      )
    if (message.type() === 'error' && !isRefusal) errors.push(message.text())
  })
  const settled = untilSettled(page)
  return {
    page,
    settled,
    turnTo: async (path) => {
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
      )
      await settled()
    },
    checkAccessibility: () => runAxe(page, AXE_OPTIONS),
    checkColors: () => runAxe(page, { ...AXE_OPTIONS, ...COLOR_RULES }),
    screenshot: async (name) => {
      if (screenshotFolder === undefined) return
      await mkdir(screenshotFolder, { recursive: true })
      await page.screenshot({ path: join(screenshotFolder, `${name}.png`) })
    },
  }
}

// What an answer changes is drawn in the first, runs effects after the second, and they ask before the third.
const THREE_FRAMES = `(async () => {
  for (const _ of [1, 2, 3]) await new Promise((resolve) => requestAnimationFrame(resolve))
})()`

function untilSettled(page: Page): () => Promise<void> {
  const underWay = new Set<unknown>()
  const asked = { times: 0 }
  page.on('request', (request) => {
    asked.times += 1
    underWay.add(request)
  })
  const end = (request: unknown) => void underWay.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  return async () => {
    await eventually('the page asks for nothing more', async () => {
      const { times } = asked
      await page.evaluate(THREE_FRAMES)
      return underWay.size === 0 && asked.times === times
    })
  }
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

async function runAxe(page: Page, options: object): Promise<void> {
  // Evaluated by the debugger, which the page's own policy does not bind.
  const isThere = await page.evaluate<boolean>('"axe" in window')
  if (!isThere) await page.evaluate(await readFile(AXE, 'utf8'))
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.html.slice(0, 200)}\n    ${node.failureSummary ?? ''}`).join('\n')}`,
  )
  if (found.length > 0) throw new Error(`axe found on ${page.url()}:\n${found.join('\n')}`)
}

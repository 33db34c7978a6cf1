import type { Script } from 'node:vm'

import type { Window } from 'happy-dom'

import { endWithTest } from './end-with-test.ts'
import { consoleScript } from './small-page/console-script.ts'
import { strike } from './small-page/keys.ts'
import { finderIn, type Finder } from './small-page/locator.ts'
import { drawn, until } from './small-page/patience.ts'
import {
  isAt,
  newTraffic,
  type OnRoute,
  type PageRequest,
  type PageResponse,
} from './small-page/traffic.ts'
import {
  keepStorage,
  openWindow,
  type Around,
  type Download,
  type WindowOptions,
} from './small-page/window.ts'
import { innerText } from './small-page/words.ts'

export interface SmallPageOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: 'es-MX' | 'en-US'
  /** What its clock shows, in milliseconds; that of the machine unless told. */
  readonly now?: number
  /** What the browser kept from an earlier visit, such as a session. */
  readonly stored?: Readonly<Record<string, string>>
}

/**
 * A page of a person that no browser draws: the console runs in this process, on a DOM without layout and style sheets,
 * against the real service. Its words are Playwright's, so that a test moves between the two.
 */
export interface SmallPage extends Finder {
  /** What the page runs in now; a load makes another one. */
  window(): Window
  url(): string
  title(): Promise<string>
  goto(url: string): Promise<void>
  reload(): Promise<void>
  goBack(): Promise<void>
  readonly keyboard: {
    press(key: string): Promise<void>
    type(text: string): Promise<void>
  }
  route(pattern: string | RegExp, answer: OnRoute): Promise<void>
  unroute(pattern: string | RegExp): Promise<void>
  waitForURL(url: string | RegExp): Promise<void>
  /** The next request that is one of these. */
  waitForRequest(isIt: (request: PageRequest) => boolean): Promise<PageRequest>
  on(event: 'request', listener: (request: PageRequest) => void): void
  /** The next answer that is one of these. */
  waitForResponse(isIt: (response: PageResponse) => boolean): Promise<PageResponse>
  /** The next file that the page hands to the person. */
  waitForEvent(event: 'download'): Promise<Download>
  /** Addresses that it opened beside it. */
  readonly popups: readonly string[]
}

export interface OpenedPage {
  readonly page: SmallPage
  /** Waits until the page has shown all that it asked for. */
  readonly settled: () => Promise<void>
  /** Another address of the same pages, without a load: as going back does. */
  readonly turnTo: (path: string) => Promise<void>
}

export interface SmallPages {
  /**
   * Another person's page; what it logs as an error fails `stop`. It closes with the test that opened it; one that
   * `before` opened stays until the end.
   */
  open(url: string, options?: SmallPageOptions): Promise<OpenedPage>
  /** Before the service of the pages goes. */
  closePages(): Promise<void>
  /** @throws Error with all errors that pages logged */
  stop(): Promise<void>
}

// As wide as a desktop; lower, since a long list draws as many rows as fit.
const DESKTOP = { width: 1360, height: 400 }

/**
 * Pages of a console for one test file.
 * @param folder with the console's `main.tsx`
 * @source docs/decisions/0012-pages-without-a-browser.md
 */
export async function smallPages(folder: string): Promise<SmallPages> {
  const script = await consoleScript(folder, process.env['TEST_CACHE_DIR'])
  const [errors, pages] = [[] as string[], new Set<() => Promise<void>>()]
  const closePage = async (close: () => Promise<void>) => {
    if (pages.delete(close)) await close()
  }
  const closePages = async () => {
    await Promise.all([...pages].map(closePage))
  }
  return {
    open: async (url, options = {}) => {
      const { opened, close } = await openPage(url, { script, options, errors })
      pages.add(close)
      // One that stays goes on asking for events and drawing them, in the process that all tests share.
      endWithTest(() => closePage(close))
      return opened
    },
    closePages,
    stop: async () => {
      await closePages()
      if (errors.length > 0) throw new Error(`pages logged errors:\n${errors.join('\n')}`)
    },
  }
}

interface Opening {
  readonly script: Script
  readonly options: SmallPageOptions
  readonly errors: string[]
}

/** The windows of a page, one at a time. */
interface Tab {
  readonly present: { window: Window; url: string | undefined }
  readonly downloads: Download[]
  readonly popups: string[]
  readonly around: Around
  readonly load: (url: string) => Promise<void>
}

async function openPage(url: string, { script, options, errors }: Opening) {
  const {
    width = DESKTOP.width,
    height = DESKTOP.height,
    locale = 'es-MX',
    colorScheme = 'light',
    now,
  } = options
  const shown: WindowOptions = { width, height, locale, colorScheme, now }
  const tab = newTab(url, { script, shown, errors, stored: options.stored ?? {} })
  await drawn()
  const settled = () => untilSettled(tab)
  const opened: OpenedPage = {
    page: pageOf(tab),
    settled,
    turnTo: async (path) => {
      const { window } = tab.present
      window.history.pushState(null, '', path)
      window.dispatchEvent(new window.PopStateEvent('popstate'))
      await settled()
    },
  }
  return { opened, close: () => tab.present.window.happyDOM.close() }
}

interface NewTab {
  readonly script: Script
  readonly shown: WindowOptions
  readonly errors: string[]
  readonly stored: Readonly<Record<string, string>>
}

function newTab(url: string, { script, shown, errors, stored }: NewTab): Tab {
  const [downloads, popups]: [Download[], string[]] = [[], []]
  const load = async (next: string): Promise<void> => {
    const before = tab.present.window
    keepStorage(before, around.kept)
    await before.happyDOM.close()
    tab.present.window = openWindow(next, script, shown, around)
    await drawn()
  }
  const around: Around = {
    kept: { local: new Map(Object.entries(stored)), session: new Map() },
    traffic: newTraffic(),
    onError: (error) => errors.push(error),
    onDownload: (download) => downloads.push(download),
    // After what the page still does in this turn, as browsers do.
    onLoad: (next) => void setImmediate(() => void load(next)),
    onPopup: (address) => popups.push(address),
  }
  const present = { window: openWindow(url, script, shown, around), url: undefined }
  const tab: Tab = { present, downloads, popups, around, load }
  return tab
}

function pageOf(tab: Tab): SmallPage {
  const { present, popups, downloads, load } = tab
  const { traffic } = tab.around
  const url = () => present.window.location.href
  const onKey = async (key: string): Promise<void> => {
    strike(present.window, key)
    await drawn()
  }
  return {
    ...finderIn({
      find: () => [present.window.document],
      words: 'page',
      seen: () => innerText(present.window.document.body),
    }),
    window: () => present.window,
    url,
    title: () => Promise.resolve(present.window.document.title),
    goto: load,
    reload: () => load(url()),
    goBack: async () => {
      present.window.history.back()
      await drawn()
    },
    keyboard: {
      press: onKey,
      type: async (text) => {
        for (const key of text) await onKey(key)
      },
    },
    route: async (pattern, answer) => void traffic.routes.push({ pattern, answer }),
    unroute: async (pattern) => {
      const index = traffic.routes.findLastIndex(
        (route) => String(route.pattern) === String(pattern),
      )
      if (index !== -1) traffic.routes.splice(index, 1)
    },
    waitForURL: async (wanted) => {
      await until(
        () => (isAt(url(), wanted) ? true : undefined),
        () => `the page is at ${url()}, not at ${wanted}`,
      )
      await drawn()
    },
    waitForRequest: (isIt) => nextOf(traffic.listeners, isIt),
    waitForResponse: (isIt) => nextOf(traffic.answered, isIt),
    on: (_event, listener) => void traffic.listeners.add(listener),
    waitForEvent: () => {
      const had = downloads.length
      return until(
        () => downloads[had],
        () => 'the page handed over no file',
      )
    },
    popups,
  }
}

/** The next that is told to listeners, from this moment on. */
async function nextOf<T extends object>(
  listeners: Set<(one: T) => void>,
  isIt: (one: T) => boolean,
): Promise<T> {
  const told: T[] = []
  const listener = (one: T): void => {
    if (isIt(one)) told.push(one)
  }
  listeners.add(listener)
  try {
    return await until(
      () => told[0],
      () => 'the page did not ask what the test waits for',
    )
  } finally {
    listeners.delete(listener)
  }
}

async function untilSettled({ around }: Tab): Promise<void> {
  const { underWay } = around.traffic
  for (let times = -1; underWay.count > 0 || underWay.times !== times;) {
    times = underWay.times
    await until(
      () => (underWay.count === 0 ? true : undefined),
      () => 'the page still waits for answers',
    )
    await drawn()
  }
}

import { resolveObjectURL } from 'node:buffer'
import type { Script } from 'node:vm'

import { Window } from 'happy-dom'

import { tellChanges } from './fields.ts'
import { ownLocks } from './locks.ts'
import { followedLink, installStandIns } from './stand-ins.ts'
import { watchTraffic, type Traffic } from './traffic.ts'

export interface WindowOptions {
  readonly width: number
  readonly height: number
  readonly locale: string
  readonly colorScheme: 'light' | 'dark'
  /** What its clock shows, in milliseconds, for as long as it is open; undefined: the time of the machine. */
  readonly now: number | undefined
}

/** What the browser keeps of a page from one load to the next. */
export interface Kept {
  readonly local: Map<string, string>
  readonly session: Map<string, string>
}

/** A file that the page hands to the person. */
export interface Download {
  suggestedFilename(): string
  bytes(): Promise<Buffer>
}

/** What a window has around it. */
export interface Around {
  readonly kept: Kept
  readonly traffic: Traffic
  readonly onError: (error: string) => void
  readonly onDownload: (download: Download) => void
  /** The page goes to an address by a load, as a link that its router leaves alone does. */
  readonly onLoad: (url: string) => void
  /** Opened beside it. */
  readonly onPopup: (url: string) => void
}

/**
 * A window at an address in which the console runs. Its page is empty but for the element that consoles draw into; the
 * page that the service serves, its policy and its style sheet are the concern of tests in a browser.
 */
export function openWindow(
  url: string,
  script: Script,
  options: WindowOptions,
  around: Around,
): Window {
  installStandIns()
  const window = new Window({
    url,
    width: options.width,
    height: options.height,
    console: consoleOf(around.onError),
    settings: {
      // The console is the project's own; what runs here may do what tests may do.
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      device: { prefersColorScheme: options.colorScheme, prefersReducedMotion: 'reduce' },
    },
  })
  standInSurroundings(window, options)
  followLinks(window, around)
  for (const [name, value] of around.kept.local) window.localStorage.setItem(name, value)
  for (const [name, value] of around.kept.session) window.sessionStorage.setItem(name, value)
  watchTraffic(window, around.traffic)
  window.document.write(
    '<!doctype html><html lang="es-MX"><head></head><body><div id="app"></div></body></html>',
  )
  tellChanges(window)
  try {
    script.runInContext(window)
  } catch (error) {
    around.onError(String(error))
  }
  return window
}

/** What a closed window leaves for the next one of the same page. */
export function keepStorage({ localStorage, sessionStorage }: Window, kept: Kept): void {
  for (const [storage, values] of [
    [localStorage, kept.local],
    [sessionStorage, kept.session],
  ] as const) {
    values.clear()
    for (let index = 0; index < storage.length; index += 1) {
      const name = storage.key(index) ?? ''
      values.set(name, storage.getItem(name) ?? '')
    }
  }
}

// Refused requests, and those that were called off, are told by browsers too; tests look at what the page makes of them.
// What a frame shows is the browser's.
const NO_FAULT =
  /^[A-Z]+ http\S+ \d{3} |NetworkError|AbortError|ECONNREFUSED|socket hang up|Iframe page loading is disabled/

function consoleOf(onError: (error: string) => void): Console {
  const error = (...parts: readonly unknown[]): void => {
    const text = parts
      .map((part) => (part instanceof Error ? (part.stack ?? String(part)) : String(part)))
      .join(' ')
    if (!NO_FAULT.test(text)) onError(text)
  }
  return { ...globalThis.console, error, log() {}, info() {}, warn() {}, debug() {} }
}

function standInSurroundings(window: Window, { locale, now }: WindowOptions): void {
  if (now !== undefined) stopClock(window, now)
  Object.defineProperties(window.navigator, {
    language: { value: locale },
    languages: { value: [locale] },
    locks: { value: ownLocks() },
  })
  // Everything is in sight, since nothing is laid out.
  class InSight {
    readonly #tell: (entries: readonly object[], observer: InSight) => void

    constructor(tell: (entries: readonly object[], observer: InSight) => void) {
      this.#tell = tell
    }

    observe(target: object): void {
      window.setTimeout(() =>
        this.#tell([{ target, isIntersecting: true, intersectionRatio: 1 }], this),
      )
    }

    unobserve(): void {}

    disconnect(): void {}
  }
  // Node's own are those of browsers.
  const { CompressionStream, DecompressionStream, TextDecoderStream, TextEncoderStream } =
    globalThis
  const streams = { CompressionStream, DecompressionStream, TextDecoderStream, TextEncoderStream }
  Object.assign(window, { IntersectionObserver: InSight, ...streams })
}

function stopClock(window: Window, now: number): void {
  const Dates = window.Date
  const Stopped = class extends Dates {
    constructor(...parts: [] | ConstructorParameters<typeof Dates>) {
      if (parts.length === 0) super(now)
      else super(...parts)
    }

    static override now(): number {
      return now
    }
  }
  Object.assign(window, { Date: Stopped })
}

/** Links that the page's router leaves alone, and addresses that the page opens by itself, are for the browser around it. */
function followLinks(window: Window, { onDownload, onLoad, onPopup }: Around): void {
  const open = (address: string | URL = '', target = '_self'): null => {
    const link = followedLink()
    const url = new URL(String(address), window.location.href).href
    if (link?.hasAttribute('download') === true) onDownload(downloadOf(window, url, link.download))
    else if (target === '_self') onLoad(url)
    else onPopup(url)
    return null
  }
  Object.assign(window, { open })
  Object.defineProperties(window.location, {
    assign: { value: (url: string) => open(url) },
    replace: { value: (url: string) => open(url) },
    reload: { value: () => onLoad(window.location.href) },
  })
}

/** Found at once: the page may take the address back. */
function downloadOf(window: Window, url: string, name: string): Download {
  const blob = resolveObjectURL(url)
  const read = async (): Promise<ArrayBuffer> =>
    blob === undefined ? await (await window.fetch(url)).arrayBuffer() : await blob.arrayBuffer()
  return { suggestedFilename: () => name, bytes: async () => Buffer.from(await read()) }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { chromium, type Browser } from 'playwright-core'

// The browser puts sockets into its temporary folder, whose paths may have 107 bytes; a test run's own folder may lie deep.
const SHORT_FOLDER = '/tmp'
const START_TIMEOUT_MS = 60_000
// The next file of a process asks within milliseconds; a browser that nobody uses keeps its process from ending.
const LINGER_MS = 300

interface Running {
  readonly browser: Browser
  readonly folder: string
}

/** What of a browser this process holds. */
const held: { running?: Promise<Running>; users: number; ending?: NodeJS.Timeout } = { users: 0 }

/**
 * Debian's Chromium without a window, which `npm test` installs: one a process, since a start takes as long as many a
 * test. It ends by itself soon after the last one who uses it has given it back.
 */
export async function useBrowser(): Promise<{ browser: Browser; giveBack: () => void }> {
  clearTimeout(held.ending)
  held.users += 1
  try {
    held.running ??= start()
    const { browser } = await held.running
    return { browser, giveBack }
  } catch (error) {
    delete held.running
    held.users -= 1
    throw error
  }
}

function giveBack(): void {
  held.users -= 1
  if (held.users === 0) held.ending = setTimeout(() => void end(), LINGER_MS)
}

async function start(): Promise<Running> {
  const folder = await mkdtemp(join(SHORT_FOLDER, 'browser-'))
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    timeout: START_TIMEOUT_MS,
    env: { ...process.env, TMPDIR: folder },
    // As root it runs only so; and it looks for Google's hosts unless told not to.
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
    ],
  })
  return { browser, folder }
}

async function end(): Promise<void> {
  const { running } = held
  delete held.running
  if (running === undefined) return
  const { browser, folder } = await running
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}

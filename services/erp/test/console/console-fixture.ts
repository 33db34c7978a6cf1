import { testBrowser, type BrowserOptions, type TestPage } from '@oficina/testkit/browser.ts'

import type { Session } from '../../console/session/session.ts'
import { startErp, startOwnErp, type ErpTest, type ErpTestOptions } from '../erp-service.ts'
import { SESSION_KEY, signIn, type Person } from './sign-in-first.ts'

export interface ConsoleTest {
  readonly erp: ErpTest
  /** A page at an address of the console, such as `/m/Moneda`, where nobody is signed in. */
  open(address: string, options?: BrowserOptions): Promise<TestPage>
  /** The same, signed in as the first company's administrator or as somebody else. */
  openAs(address: string, person?: Person, options?: BrowserOptions): Promise<TestPage>
  stop(): Promise<void>
}

/**
 * A console in a real browser for all tests of a file: that of a company in the shared service, or with options, if only
 * none, that of a service of the file's own.
 */
export async function startConsole(options?: ErpTestOptions): Promise<ConsoleTest> {
  // First: where it does not start, no service is left running.
  const browser = await testBrowser(process.env['SCREENSHOT_DIR'])
  return consoleIn(browser, await (options === undefined ? startErp() : startOwnErp(options)))
}

/** The console of a service that a test has already, and that it stops itself. */
export async function consoleOf(erp: Omit<ErpTest, 'stop'>): Promise<ConsoleTest> {
  const browser = await testBrowser(process.env['SCREENSHOT_DIR'])
  return consoleIn(browser, { ...erp, stop: async () => {} })
}

function consoleIn(browser: Awaited<ReturnType<typeof testBrowser>>, erp: ErpTest): ConsoleTest {
  const open = async (address: string, shown?: BrowserOptions, session?: Session) => {
    const opened = await browser.open(shown)
    if (session !== undefined)
      await opened.page.addInitScript(keepOnce, { key: SESSION_KEY, session })
    await opened.page.goto(`${erp.url}/console${address}`)
    return opened
  }
  return {
    erp,
    open: (address, shown) => open(address, shown),
    openAs: async (address, person = erp.adminLogin, shown = {}) => {
      const opened = await open(address, shown, await signIn(erp, person))
      await opened.page.locator('main#main').waitFor()
      return opened
    },
    stop: async () => {
      try {
        await browser.closePages()
        await erp.stop()
      } finally {
        await browser.stop()
      }
    },
  }
}

/** Runs in the page before its scripts, at every load: who has signed out stays so. */
function keepOnce({ key, session }: { readonly key: string; readonly session: Session }): void {
  if (sessionStorage.getItem(key) !== null) return
  sessionStorage.setItem(key, 'given')
  localStorage.setItem(key, JSON.stringify(session))
}

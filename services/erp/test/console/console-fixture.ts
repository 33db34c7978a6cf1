import { testBrowser, type BrowserOptions, type TestPage } from '@oficina/testkit/browser.ts'

import { ADMIN } from '../admin.ts'
import { startErp, type ErpTest, type ErpTestOptions } from '../erp-service.ts'

export interface ConsoleTest {
  readonly erp: ErpTest
  /** A page at an address of the console, such as `/m/Moneda`, where nobody is signed in. */
  open(address: string, options?: BrowserOptions): Promise<TestPage>
  /** The same, signed in as the first company's administrator or as somebody else. */
  openAs(
    address: string,
    person?: { readonly usuario: string; readonly password: string },
    options?: BrowserOptions,
  ): Promise<TestPage>
  stop(): Promise<void>
}

/** A service with its console in a real browser, one for all tests of a file. */
export async function startConsole(options: ErpTestOptions = {}): Promise<ConsoleTest> {
  // First: where it does not start, no service is left running.
  const browser = await testBrowser(process.env['SCREENSHOT_DIR'])
  const erp = await startErp(options)
  const open: ConsoleTest['open'] = async (address, shown) => {
    const opened = await browser.open(shown)
    await opened.page.goto(`${erp.url}/console${address}`)
    return opened
  }
  return {
    erp,
    open,
    openAs: async (address, person = ADMIN, shown = {}) => {
      const opened = await open(address, shown)
      await signIn(opened, person)
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

async function signIn(
  { page }: TestPage,
  { usuario, password }: { readonly usuario: string; readonly password: string },
): Promise<void> {
  await page.locator('input[name=usuario]').fill(usuario)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('main#main').waitFor()
}

import { testBrowser, type BrowserOptions, type TestPage } from '@oficina/testkit/browser.ts'

import { KEY, startDocuments, type DocumentsTest, type Options } from '../http-fixture.ts'

export interface ConsoleTest {
  readonly documents: DocumentsTest
  /** A page at an address of the console where no key was typed yet. */
  open(address: string, options?: BrowserOptions): Promise<TestPage>
  /** The same with the key. */
  openWithKey(address: string, options?: BrowserOptions): Promise<TestPage>
  /** A page of somebody else. */
  openOther(address: string): Promise<TestPage>
  stop(): Promise<void>
}

/** A service with an office and its console in a real browser, one for all tests of a file. */
export async function startConsole(options: Options = {}): Promise<ConsoleTest> {
  // First: where it does not start, no service is left running.
  const browser = await testBrowser(process.env['SCREENSHOT_DIR'])
  const documents = await startDocuments({
    ...options,
    config: { searchPath: process.env['PATH'] ?? '' },
  })
  const open = async (address: string, options: BrowserOptions | undefined, key?: string) => {
    const opened = await browser.open(options)
    if (key !== undefined) await opened.page.addInitScript(keepOnce, key)
    await opened.page.goto(`${documents.client.baseUrl}/console${address}`)
    return opened
  }
  return {
    documents,
    open: (address, options) => open(address, options),
    openWithKey: async (address, options) => {
      const opened = await open(address, options, KEY)
      await opened.page.locator('main#main').waitFor()
      return opened
    },
    openOther: async (address) => {
      const opened = await browser.open()
      await opened.page.goto(address)
      return opened
    },
    stop: async () => {
      try {
        await browser.closePages()
        await documents.stop()
      } finally {
        await browser.stop()
      }
    },
  }
}

/** Runs in the page before its scripts, at every load: a key that was forgotten stays so. */
function keepOnce(key: string): void {
  const stored = 'oficina.documents.key'
  if (sessionStorage.getItem(stored) !== null) return
  sessionStorage.setItem(stored, 'given')
  localStorage.setItem(stored, key)
}

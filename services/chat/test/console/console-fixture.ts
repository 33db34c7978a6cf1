import { testBrowser, type BrowserOptions, type TestPage } from '@oficina/testkit/browser.ts'

import { startChat, type ChatTest, type Person } from '../chat-service.ts'

export interface ConsoleTest {
  readonly chat: ChatTest
  /** A page at an address of the client, such as `/inbox`, where nobody is signed in. */
  open(address: string, options?: BrowserOptions): Promise<TestPage>
  /** The same where somebody is signed in already. */
  openAs(person: Person, address: string, options?: BrowserOptions): Promise<TestPage>
  stop(): Promise<void>
}

/** A service with its web client in a real browser, one for all tests of a file. */
export async function startConsole(
  settings: Parameters<typeof startChat>[0] = {},
): Promise<ConsoleTest> {
  // First: where it does not start, no service is left running.
  const browser = await testBrowser(process.env['SCREENSHOT_DIR'])
  const chat = await startChat(settings)
  return {
    chat,
    open: async (address, options) => {
      const opened = await browser.open(options)
      await opened.page.goto(`${chat.baseUrl}/console${address}`)
      return opened
    },
    openAs: async (person, address, options) => {
      const opened = await browser.open(options)
      const { page } = opened
      const { id: userId, email, name, key: apiKey } = person
      await page.addInitScript(keepOnce, JSON.stringify([{ userId, email, name, apiKey }]))
      await page.goto(`${chat.baseUrl}/console${address}`)
      await page.locator('main#main').waitFor()
      return opened
    },
    stop: async () => {
      try {
        await browser.stop()
      } finally {
        await chat.stop()
      }
    },
  }
}

/** Runs in the page before its scripts, at every load: who has signed out stays so. */
function keepOnce(accounts: string): void {
  const key = 'oficina.chat.accounts'
  if (sessionStorage.getItem(key) !== null) return
  sessionStorage.setItem(key, 'given')
  localStorage.setItem(key, accounts)
}

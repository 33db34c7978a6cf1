import { testBrowser, type BrowserOptions, type TestPage } from '@oficina/testkit/browser.ts'

import {
  startChat,
  startOwnChat,
  type ChatTest,
  type OwnChatTest,
  type Person,
} from '../chat-service.ts'

export interface ConsoleTest<Chat extends ChatTest = ChatTest> {
  readonly chat: Chat
  /** A page at an address of the client, such as `/inbox`, where nobody is signed in. */
  open(address: string, options?: BrowserOptions): Promise<TestPage>
  /** The same where somebody is signed in already. */
  openAs(person: Person, address: string, options?: BrowserOptions): Promise<TestPage>
  stop(): Promise<void>
}

/** The web client in a real browser, at an organization of its own for all tests of a file. */
export async function startConsole(): Promise<ConsoleTest> {
  return await consoleOf(startChat)
}

/** The same at a service of its own, for a file that says why. */
export async function startOwnConsole(
  settings: Parameters<typeof startOwnChat>[0] = {},
): Promise<ConsoleTest<OwnChatTest>> {
  return await consoleOf(() => startOwnChat(settings))
}

async function consoleOf<Chat extends ChatTest>(
  start: () => Promise<Chat>,
): Promise<ConsoleTest<Chat>> {
  // First: where it does not start, no service is left running.
  const browser = await testBrowser(process.env['SCREENSHOT_DIR'])
  const chat = await start()
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

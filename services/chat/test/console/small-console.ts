import { fileURLToPath } from 'node:url'

import { smallPages, type OpenedPage, type SmallPageOptions } from '@oficina/testkit/small-page.ts'

import { startChat, type ChatTest, type Person } from '../chat-service.ts'

export interface SmallConsole {
  readonly chat: ChatTest
  /** A page at an address of the client, such as `/inbox`, where somebody is signed in. */
  openAs(person: Person, address: string, options?: SmallPageOptions): Promise<OpenedPage>
  stop(): Promise<void>
}

const FOLDER = fileURLToPath(new URL('../../console/', import.meta.url))
// Where the client keeps who is signed in.
const ACCOUNTS = 'oficina.chat.accounts'

/** The web client without a browser, at an organization of its own for all tests of a file. */
export async function startSmallConsole(): Promise<SmallConsole> {
  const pages = await smallPages(FOLDER)
  const chat = await startChat()
  return {
    chat,
    openAs: async (person, address, options) => {
      const { id: userId, email, name, key: apiKey } = person
      const stored = { [ACCOUNTS]: JSON.stringify([{ userId, email, name, apiKey }]) }
      const opened = await pages.open(`${chat.baseUrl}/console${address}`, { ...options, stored })
      await opened.page.locator('main#main').waitFor()
      return opened
    },
    stop: async () => {
      try {
        await pages.closePages()
        await chat.stop()
      } finally {
        await pages.stop()
      }
    },
  }
}

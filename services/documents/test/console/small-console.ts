import { fileURLToPath } from 'node:url'

import { smallPages, type OpenedPage, type SmallPageOptions } from '@oficina/testkit/small-page.ts'

import { KEY, startDocuments, type DocumentsTest } from '../http-fixture.ts'

export interface SmallConsole {
  readonly documents: DocumentsTest
  /** A page at an address of the console where no key was typed yet. */
  open(address: string, options?: SmallPageOptions): Promise<OpenedPage>
  /** The same with the key. */
  openWithKey(address: string, options?: SmallPageOptions): Promise<OpenedPage>
  stop(): Promise<void>
}

const FOLDER = fileURLToPath(new URL('../../console/', import.meta.url))

/** A service with an office and its console that no browser draws, for all tests of a file. */
export async function startSmallConsole(): Promise<SmallConsole> {
  const pages = await smallPages(FOLDER)
  const documents = await startDocuments({ config: { searchPath: process.env['PATH'] ?? '' } })
  const open = (address: string, options?: SmallPageOptions) =>
    pages.open(`${documents.client.baseUrl}/console${address}`, options)
  return {
    documents,
    open,
    openWithKey: async (address, options = {}) => {
      const opened = await open(address, { ...options, stored: { 'oficina.documents.key': KEY } })
      await opened.page.locator('main#main').waitFor()
      return opened
    },
    stop: async () => {
      try {
        await pages.closePages()
        await documents.stop()
      } finally {
        await pages.stop()
      }
    },
  }
}

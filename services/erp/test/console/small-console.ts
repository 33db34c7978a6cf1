import { fileURLToPath } from 'node:url'

import { smallPages, type OpenedPage, type SmallPageOptions } from '@oficina/testkit/small-page.ts'

import { startErp, startOwnErp, type ErpTest, type ErpTestOptions } from '../erp-service.ts'
import { SESSION_KEY, signIn, type Person } from './sign-in-first.ts'

export interface SmallConsole {
  readonly erp: ErpTest
  /** A page at an address of the console, such as `/m/Moneda`, where nobody is signed in. */
  open(address: string, options?: SmallPageOptions): Promise<OpenedPage>
  /** The same, signed in as the first company's administrator or as somebody else. */
  openAs(address: string, person?: Person, options?: SmallPageOptions): Promise<OpenedPage>
  stop(): Promise<void>
}

const FOLDER = fileURLToPath(new URL('../../console/', import.meta.url))

/**
 * A console that no browser draws, for all tests of a file: that of a company in the shared service, or with options, if
 * only none, that of a service of the file's own.
 */
export async function startSmallConsole(options?: ErpTestOptions): Promise<SmallConsole> {
  const pages = await smallPages(FOLDER)
  const erp = await (options === undefined ? startErp() : startOwnErp(options))
  const open = (address: string, shown?: SmallPageOptions) =>
    pages.open(`${erp.url}/console${address}`, shown)
  return {
    erp,
    open,
    openAs: async (address, person = erp.adminLogin, shown = {}) => {
      const stored = { [SESSION_KEY]: JSON.stringify(await signIn(erp, person)) }
      const opened = await open(address, { ...shown, stored })
      await opened.page.locator('main#main').waitFor()
      return opened
    },
    stop: async () => {
      try {
        await pages.closePages()
        await erp.stop()
      } finally {
        await pages.stop()
      }
    },
  }
}

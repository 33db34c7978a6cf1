import { AsyncLocalStorage } from 'node:async_hooks'

import type { Database } from '@oficina/kit/database.ts'

/**
 * The same database, refusing statements on the pool inside a transaction. Such a statement would need a second
 * connection, and with as many simultaneous calls as connections, each would hold one and wait for another until all of
 * them fail.
 */
export function oneConnection(database: Database): Database {
  const transactions = new AsyncLocalStorage<'inside'>()
  const refuseInside = () => {
    if (transactions.getStore() === undefined) return
    throw new Error('a statement on the pool inside a transaction: use the transaction')
  }
  return {
    ...database,
    query: async (statement) => {
      refuseInside()
      return await database.query(statement)
    },
    execute: async (statement) => {
      refuseInside()
      return await database.execute(statement)
    },
    transaction: async (work, options) => {
      refuseInside()
      return await database.transaction((tx) => transactions.run('inside', () => work(tx)), options)
    },
  }
}

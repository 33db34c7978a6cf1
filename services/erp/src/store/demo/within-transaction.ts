import type { Database, Tx } from '@oficina/kit/database.ts'

/**
 * A database whose transactions are all one: those of the actions of the demonstration's day, which is there whole or not
 * at all.
 */
export function withinTransaction(owner: Database, tx: Tx): Database {
  return {
    ...owner,
    query: async (statement) => await tx.query(statement),
    execute: async (statement) => await tx.execute(statement),
    transaction: async (work) => await work(tx),
  }
}

import type { Database, Tx } from '@oficina/kit/database.ts'

/** A database whose transactions, and statements outside of any, are all part of the one that is under way. */
export interface JointDatabase {
  readonly database: Database
  use(tx: Tx): void
}

/**
 * For actions that are to be there together or not at all. One serves many transactions, one after another; numbers that
 * were taken in one that was rolled back must not be used again, so another one follows that.
 */
export function jointDatabase(owner: Database): JointDatabase {
  const state: { tx: Tx } = { tx: owner }
  return {
    database: {
      ...owner,
      query: async (statement) => await state.tx.query(statement),
      execute: async (statement) => await state.tx.execute(statement),
      transaction: async (work) => await work(state.tx),
    },
    use: (tx) => {
      state.tx = tx
    },
  }
}

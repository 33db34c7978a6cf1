import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Runs a part of a transaction that is undone alone when it throws; the error is rethrown. */
export async function underSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint parte`)
  try {
    const done = await work()
    await tx.execute(sql`release savepoint parte`)
    return done
  } catch (error) {
    await tx.execute(sql`rollback to savepoint parte`)
    throw error
  }
}

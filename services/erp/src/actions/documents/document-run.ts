import type { Tx } from '@oficina/kit/database.ts'

import type { ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { auditNumbers } from '../../store/audit-store.ts'
import { auditWrites, type AuditedWrite } from '../audit-write.ts'
import type { CallbackContext, Reveal } from '../callbacks/callback.ts'
import type { WriteTools } from '../write-tools.ts'

/** One write of documents: its transaction, and what it leaves to be written down. */
export interface DocumentRun {
  readonly tools: WriteTools
  readonly tx: Tx
  readonly caller: Caller
  readonly now: string
  readonly warnings: ErrorEntry[]
  readonly audit: Omit<AuditedWrite, 'id'>[]
  readonly reveal?: Reveal
  /** Of the currency of the document that is written; absent: as many as money has. */
  readonly decimals?: number | undefined
}

export function callbackContext(run: DocumentRun): CallbackContext {
  const { tools, tx, caller, now, warnings, reveal } = run
  const warn = (remark: ErrorEntry) => void warnings.push(remark)
  const context = { tx, caller, registry: tools.registry, now, views: tools.views, warn }
  return reveal === undefined ? context : { ...context, reveal }
}

/**
 * Writes the rows of the audit log, with the numbers that were taken before the transaction began. What those do not
 * reach for, since a line took others with it, is taken now, last of all locks.
 */
export async function writeAudit(run: DocumentRun, numbers: readonly number[]): Promise<void> {
  const missing = run.audit.length - numbers.length
  const first = missing > 0 ? await auditNumbers(run.tx, run.caller.empresa, missing) : 0
  const writes = run.audit.map((write, i) => ({
    ...write,
    id: numbers[i] ?? first + i - numbers.length,
  }))
  await auditWrites(run.tx, run.caller, { writes, now: run.now })
}

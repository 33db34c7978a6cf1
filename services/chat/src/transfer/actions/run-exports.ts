import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { LongReads } from '@oficina/postgres/long-reads.ts'

import { act } from '../../events/act.ts'
import type { FileTools } from '../../files/file-tools.ts'
import { makeExport } from '../export/make-export.ts'
import {
  claimExport,
  endExport,
  EXPORT_TYPE,
  keepClaim,
  type ClaimedExport,
} from '../store/export-job-store.ts'
import { agreedUsers, type ExportScope } from '../store/export-scope.ts'
import { emitExports } from './exports.ts'

// After this time without a sign of life another process begins an export again.
const CLAIM_MS = 120_000
const RENEW_MS = 30_000
const MAX_ATTEMPTS = 3
// An export that fails is tried again at a later run.
const MAX_IN_A_ROW = 10

/** What exports need. */
export interface ExportTools extends FileTools {
  readonly reads: LongReads
}

/** Makes the exports that were ordered, one at a time on all processes of the database. */
export class ExportRunner {
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  /** Begins, unless this process is at it. What could not be done is left for the next time. */
  wake(tools: ExportTools): void {
    if (this.#stopping.signal.aborted) return
    this.#running ??= runAll(tools, this.#stopping.signal)
      .catch((error: unknown) => tools.log.warn({ err: error }, 'exports are left for later'))
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Another process, or the next start, begins the export again that was being made. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }
}

async function runAll(tools: ExportTools, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < MAX_IN_A_ROW && !signal.aborted; count += 1) {
    const claimed = await claimExport(tools.database, {
      now: new Date(tools.now()),
      until: new Date(tools.now() + CLAIM_MS),
    })
    if (claimed === undefined) return
    await runExport(tools, claimed, signal)
  }
}

async function runExport(
  tools: ExportTools,
  claimed: ClaimedExport,
  signal: AbortSignal,
): Promise<void> {
  const { database, uploads, log, now } = tools
  const made = join(uploads.folder, 'exports', `made-${claimed.id}`)
  const renewal = setInterval(() => {
    keepClaim(database, claimed, new Date(now() + CLAIM_MS)).catch((error: unknown) =>
      log.warn({ err: error }, 'the claim on an export could not be renewed'),
    )
  }, RENEW_MS)
  try {
    await makeExport(tools, {
      realmId: claimed.realmId,
      scope: await scopeOf(tools, claimed),
      target: made,
      work: join(uploads.folder, 'exports', `work-${claimed.id}`),
      signal,
    })
    await uploads.take(claimed.place, made)
    await finish(tools, claimed, { state: 'done' })
  } catch (error) {
    if (signal.aborted) return await keepClaim(database, claimed, new Date(now()))
    const isHopeless = claimed.attempts >= MAX_ATTEMPTS
    log.error({ err: error, export: claimed.id, isHopeless }, 'an export could not be made')
    if (isHopeless) await finish(tools, claimed, { state: 'failed', at: new Date(now()) })
  } finally {
    clearInterval(renewal)
    await rm(made, { force: true })
  }
}

async function scopeOf(
  { database }: ExportTools,
  { realmId, type }: ClaimedExport,
): Promise<ExportScope> {
  if (type === EXPORT_TYPE.public) return { kind: 'public' }
  return { kind: 'agreed', userIds: await agreedUsers(database, realmId) }
}

async function finish(
  tools: ExportTools,
  claimed: ClaimedExport,
  end: Parameters<typeof endExport>[2],
): Promise<void> {
  const { realmId } = claimed
  await act(tools, realmId, async (tx) => {
    if (await endExport(tx, claimed, end)) await emitExports(tx, realmId)
  })
}

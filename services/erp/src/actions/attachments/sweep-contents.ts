import type { Log } from '@oficina/kit/log.ts'

import { holdContent, isReferred, referredContents } from '../../store/attachment-store.ts'
import { empresaId, writeAs, type EmpresaId } from '../../store/tenant-database.ts'
import type { AttachmentTools } from './attachment-tools.ts'

type SweepTools = Pick<AttachmentTools, 'database' | 'attachments'>

/** Removes a content if no attachment of the company refers to it. */
export async function dropContent(
  { database, attachments }: SweepTools,
  empresa: EmpresaId,
  sha256: string,
): Promise<void> {
  await writeAs(database, empresa, async (tx) => {
    await holdContent(tx, empresa, sha256)
    if (await isReferred(tx, empresa, sha256)) return
    await attachments.contents.remove(empresa, sha256)
  })
}

/** Removes every content that nothing refers to: what killed processes and deletions of Adjunto left. */
async function sweepContents(tools: SweepTools, signal: AbortSignal): Promise<void> {
  const { contents } = tools.attachments
  for (const company of await contents.companies()) {
    // The service itself made the folder, and called it as a company's id.
    const empresa = empresaId(company)
    for await (const found of contents.contents(company)) {
      if (signal.aborted) return
      const referred = await referredContents(tools.database, empresa, found)
      for (const sha256 of found.filter((name) => !referred.has(name))) {
        await dropContent(tools, empresa, sha256)
      }
    }
  }
}

const INTERVAL_MS = 60 * 60_000

/** Sweeps now and every hour, beside the service's work. */
export function startSweeping(tools: SweepTools, log: Log): { stop(): Promise<void> } {
  const controller = new AbortController()
  const sweep = async () => {
    await sweepContents(tools, controller.signal).catch((error: unknown) =>
      log.warn({ err: error }, 'contents of attachments could not be swept'),
    )
  }
  const state = { running: sweep() }
  const timer = setInterval(() => {
    state.running = state.running.then(sweep)
  }, INTERVAL_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      controller.abort()
      await state.running
    },
  }
}

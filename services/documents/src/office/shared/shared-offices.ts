import type { Log } from '@oficina/kit/log.ts'
import { NatsLink, type NatsHealth } from '@oficina/nats/nats-link.ts'
import type { NatsServers } from '@oficina/nats/nats-settings.ts'

import type { OfficeDetection } from '../detect-office.ts'
import type { OfficeModule } from '../office-format.ts'
import { hasModule } from '../office-modules.ts'
import type { OfficePool } from '../office-pool.ts'
import { JobGiver } from './job-giver.ts'
import { JobTaker } from './job-taker.ts'
import { sealOf } from './seal.ts'
import { SealedTalk } from './sealed-talk.ts'

interface SharingOptions {
  readonly nats: NatsServers
  readonly credentialsFile: string | undefined
  readonly apiKey: string
  readonly pool: OfficePool
  readonly detectOffice: () => Promise<OfficeDetection>
  readonly timeoutMs: number
  readonly log: Log
}

export interface SharedOffices {
  readonly health: NatsHealth
  /** Whether another process has an office. */
  isAnybodyHere(): Promise<boolean>
  /** Takes no conversion of others any more: the service is about to stop. */
  stopTaking(): void
  close(): Promise<void>
}

const MODULES: readonly OfficeModule[] = ['writer', 'calc', 'impress']

/**
 * Shares the offices of all processes with one API_KEY by NATS: what waits here goes to whichever is free elsewhere,
 * and what waits elsewhere comes here while this process has nothing to do.
 * @source docs/decisions/0009-nats.md
 */
export async function shareOffices(options: SharingOptions): Promise<SharedOffices> {
  const { nats, credentialsFile, apiKey, pool, detectOffice, timeoutMs, log } = options
  const link = new NatsLink({ nats, credentialsFile, name: 'oficina documents', log })
  const talk = new SealedTalk(link, await sealOf(apiKey))
  const giver = new JobGiver({ link, talk, pool, timeoutMs, log })
  const modules = async () => {
    const { path } = await detectOffice()
    if (path === undefined || pool.size === 0) return []
    const has = await Promise.all(MODULES.map((module) => hasModule(path, module)))
    return MODULES.filter((_module, index) => has[index])
  }
  const taker = new JobTaker({ link, talk, pool, modules, log })
  talk.answerCalls(async (call) => giver.answer(call) ?? (await taker.answer(call)))
  pool.watch(() => {
    taker.refresh()
    if (pool.stats().queued > 0) giver.wake()
  })
  await link.open()
  giver.start()
  taker.start()
  return {
    get health() {
      return link.health
    },
    isAnybodyHere: () => giver.isAnybodyHere(),
    stopTaking: () => taker.stopTaking(),
    close: async () => {
      await taker.close()
      giver.close()
      await link.close()
    },
  }
}

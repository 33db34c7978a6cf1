import { setTimeout as pause } from 'node:timers/promises'

import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import type { Caller } from '../../../identity/caller.ts'
import { mexicanDay } from '../../../identity/mexican-day.ts'
import { administratorRights } from '../../../identity/rights.ts'
import { empresaId } from '../../../store/tenant-database.ts'
import type { CfdiKind } from './cfdi-kind.ts'
import { finishIntents, type StampingTools } from './finish-intents.ts'
import { claimIntents } from './store/intent-store.ts'

export interface StampingJobOptions {
  readonly kinds: readonly CfdiKind[]
  readonly log: Log
  /** How long it sleeps when nothing is due. */
  readonly pollMs: number
}

// One worker takes so many at once, and has them to himself for so long: more than the PAC takes for as many.
const CLAIMED = 50
const OWN_MS = 5 * 60_000

/**
 * Finishes CFDI that were sealed and not finished: what a process that died left, what the PAC did not answer. At its
 * start it takes all of them, since whoever had them to himself may be gone; two who send the same document get the same
 * stamp.
 */
export function startStamping(
  owner: Database,
  tools: StampingTools,
  options: StampingJobOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = work(owner, tools, { ...options, signal: stopping.signal })
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

interface Running extends StampingJobOptions {
  readonly signal: AbortSignal
}

async function work(owner: Database, tools: StampingTools, running: Running): Promise<void> {
  const { log, pollMs, signal } = running
  const until = new Date(tools.now() + OWN_MS)
  let which: 'all' | 'due' = 'all'
  while (!signal.aborted) {
    const claim = {
      now: new Date(tools.now()),
      until: which === 'all' ? until : new Date(tools.now() + OWN_MS),
      limit: CLAIMED,
      of: which,
    }
    const found = await finishClaimed(owner, tools, { ...running, claim }).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'CFDI that are to be stamped cannot be read')
        return undefined
      },
    )
    if (found === 0) which = 'due'
    if (found === undefined || found === 0) await rest(pollMs, signal)
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

type Claim = Parameters<typeof claimIntents>[1]

/** Finishes some; answers how many there were. */
async function finishClaimed(
  owner: Database,
  tools: StampingTools,
  { kinds, log, claim }: Running & { readonly claim: Claim },
): Promise<number> {
  const claimed = await claimIntents(owner, claim)
  const groups = Map.groupBy(claimed, ({ empresa_id, usuario, modelo }) =>
    [empresa_id, usuario, modelo].join(' '),
  )
  for (const intents of groups.values()) {
    const [first] = intents
    const kind = kinds.find(({ model }) => model === first?.modelo)
    if (first === undefined || kind === undefined) continue
    const caller = serviceCaller(first.empresa_id, first.usuario, tools.now())
    const fates = await finishIntents(tools, { caller, kind }, intents)
    for (const [registro, fate] of fates) {
      if (fate.kind === 'done') continue
      const record = { empresa: first.empresa_id, modelo: kind.model, registro }
      log.warn({ ...record, ...fate, fate: fate.kind }, 'a CFDI was not stamped')
    }
  }
  return claimed.length
}

/** The service finishes what a user asked for, in his name. */
function serviceCaller(empresa: string, usuarioId: string, nowMs: number): Caller {
  return {
    empresa: empresaId(empresa),
    usuarioId,
    rights: administratorRights({
      isOperator: false,
      placeholders: { usuario: usuarioId, hoy: mexicanDay(nowMs) },
    }),
    credential: { kind: 'service' },
    address: '',
    agent: '',
    requestId: '',
  }
}

import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { rest } from '@oficina/kit/rest.ts'

import type { Caller } from '../../../identity/caller.ts'
import { mexicanDay } from '../../../identity/mexican-day.ts'
import { administratorRights } from '../../../identity/rights.ts'
import { empresaId } from '../../../store/tenant-database.ts'
import type { CfdiKind } from './cfdi-kind.ts'
import { finishCancellations } from './finish-cancellations.ts'
import { finishIntents } from './finish-intents.ts'
import type { StampingTools } from './stamping-context.ts'
import { claimCancellations, claimIntents, type Claim } from './store/claim-store.ts'

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
 * Finishes CFDI that were sealed, or are to be cancelled, and are not finished: what a process that died left, what
 * nobody answered, what a receiver has to agree to. At its start it takes all of them, since whoever had them to himself
 * may be gone; two who send the same document get the same stamp.
 */
export function startStamping(
  owner: Database,
  tools: StampingTools,
  options: StampingJobOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  // Whoever waits for the SAT does not keep what is to be stamped waiting.
  const running = Promise.all(
    [finishClaimed, cancelClaimed].map((lane) => work(owner, tools, { ...options, signal, lane })),
  )
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

interface Running extends StampingJobOptions {
  readonly signal: AbortSignal
  readonly lane: Lane
}

/** Finishes some of what is left; answers how many there were. */
type Lane = (
  owner: Database,
  tools: StampingTools,
  options: StampingJobOptions & { readonly claim: Claim },
) => Promise<number>

async function work(owner: Database, tools: StampingTools, running: Running): Promise<void> {
  const { lane, log, pollMs, signal } = running
  const until = new Date(tools.now() + OWN_MS)
  let which: 'all' | 'due' = 'all'
  while (!signal.aborted) {
    const claim = {
      now: new Date(tools.now()),
      until: which === 'all' ? until : new Date(tools.now() + OWN_MS),
      limit: CLAIMED,
      of: which,
    }
    const found = await lane(owner, tools, { ...running, claim }).catch((error: unknown) => {
      log.warn({ err: error }, 'CFDI that are to be stamped or cancelled cannot be finished')
      return undefined
    })
    if (found === 0) which = 'due'
    if (found === undefined || found === 0) await rest(pollMs, signal)
  }
}

/** Those of one company, user and model, which are finished together. */
function groupsOf<Row extends Owned>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const keyOf = ({ empresa_id, usuario, modelo }: Row) => [empresa_id, usuario, modelo].join(' ')
  return [...Map.groupBy(rows, keyOf).values()]
}

interface Owned {
  readonly empresa_id: string
  readonly usuario: string
  readonly modelo: string
}

async function finishClaimed(...[owner, tools, options]: Parameters<Lane>): Promise<number> {
  const claimed = await claimIntents(owner, options.claim)
  for (const intents of groupsOf(claimed)) {
    const of = whoseOf(options, tools, intents[0])
    if (of === undefined) continue
    for (const [registro, fate] of await finishIntents(tools, of, intents))
      if (fate.kind !== 'done')
        warn(options, of, { registro, fate, text: 'a CFDI was not stamped' })
  }
  return claimed.length
}

async function cancelClaimed(...[owner, tools, options]: Parameters<Lane>): Promise<number> {
  const claimed = await claimCancellations(owner, options.claim)
  for (const cancellations of groupsOf(claimed)) {
    const of = whoseOf(options, tools, cancellations[0])
    if (of === undefined) continue
    for (const [registro, fate] of await finishCancellations(tools, of, cancellations)) {
      const isNews = fate.kind === 'refused' || (fate.kind === 'waiting' && !fate.isAsked)
      if (isNews) warn(options, of, { registro, fate, text: 'a CFDI was not cancelled' })
    }
  }
  return claimed.length
}

interface Whose {
  readonly caller: Caller
  readonly kind: CfdiKind
}

function whoseOf(
  { kinds }: StampingJobOptions,
  { now }: StampingTools,
  first: Owned | undefined,
): Whose | undefined {
  const kind = kinds.find(({ model }) => model === first?.modelo)
  if (first === undefined || kind === undefined) return undefined
  return { kind, caller: serviceCaller(first.empresa_id, first.usuario, now()) }
}

function warn(
  { log }: StampingJobOptions,
  { caller, kind }: Whose,
  {
    registro,
    fate,
    text,
  }: { readonly registro: string; readonly fate: object; readonly text: string },
): void {
  log.warn({ empresa: caller.empresa, modelo: kind.model, registro, fate }, text)
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
    language: null,
    address: '',
    agent: '',
    requestId: '',
  }
}

import type { Clock } from '@oficina/kit/clock.ts'
import { sqlState, type Database, type Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import type { EventBody } from '../../wire/events.ts'
import type { ErrorCode } from '../errors.ts'
import type { Rendering } from '../markdown/rendering.ts'
import { ApiError } from '../tenancy/api-error.ts'
import type { KeyOwners } from '../tenancy/key-owners.ts'
import type { RealmId } from '../tenancy/realm-id.ts'
import type { SystemGroupCache } from '../tenancy/store/group-store.ts'
import { guestsWhoCannotSee } from '../tenancy/store/visible-people.ts'
import type { TextBudget } from '../tenancy/text-budget.ts'
import type { EventBus, Written } from './event-bus.ts'
import type { ExactEvent } from './exact-event.ts'
import type { Audience, EventNotice, Notice } from './notice.ts'
import type { QueueHub } from './queue-hub.ts'

const UNIQUE_VIOLATION = '23505'

/** What an action may use in its transaction: nothing here uses another connection than the transaction's own. */
export interface ActionTools {
  readonly bus: EventBus
  readonly hub: QueueHub
  readonly now: Clock
  readonly log: Log
  readonly secret: Buffer
  readonly systemGroups: SystemGroupCache
  /** What texts are rendered with. */
  readonly rendering: Rendering
  /** When this server was started, in UNIX seconds. */
  readonly serverGeneration: number
  readonly maxUploadMib: number
  /** Whether push notifications are configured. */
  readonly isPushConfigured: boolean
  /** Whether people may sign in by the word of an OpenID Connect provider. */
  readonly isOidcConfigured: boolean
  /** Whether there is a BigBlueButton server for calls. */
  readonly isBigBlueButtonConfigured: boolean
}

/** What the actions of every subject may use; a subject that needs more has a type of its own. */
export interface Tools extends ActionTools {
  readonly database: Database
  /** Looks up whose API keys those are that are used at the same time. */
  readonly callers: KeyOwners
  /** What the answers to fetches of messages hold together. */
  readonly texts: TextBudget
}

/**
 * A transaction that collects events, which are delivered after it has committed; `T` are the tools for work after the
 * commit.
 */
export interface ActionTx<T extends Tools = Tools> extends Tx {
  /** Collects an event; `only` says for which clients it is, and how it differs by user. */
  emit<E extends EventBody>(
    to: Audience,
    event: ExactEvent<E>,
    only?: Pick<EventNotice, 'clients' | 'userFlags'>,
  ): void
  /** For anything but plain events: new messages, and the queues' bookkeeping. */
  notify(notice: Notice): void
  /**
   * Where there will be notices: what they need leaves along with the next statement, and they themselves with the
   * commit.
   */
  expectNotices(): void
  /** Work for after the commit that need not be done by then, such as a notification bot's message. */
  readonly afterwards: (work: (tools: T) => Promise<void>) => void
}

/**
 * Runs an action: its changes and their events happen together or not at all. `work` may run again: after a deadlock,
 * or when another call took the same name or place between look-up and write, so that the second run finds it and
 * answers as if the calls had come one after another; `retryOn` is the error by which `work` itself signals that.
 */
export async function act<R, T extends Tools>(
  tools: T,
  realmId: RealmId,
  work: (tx: ActionTx<T>) => Promise<R>,
  { retryOn }: { readonly retryOn?: ErrorCode } = {},
): Promise<R> {
  const { result, after } = await attempt(tools, realmId, work).catch((error: unknown) => {
    if (!isLostRace(error, retryOn)) throw error
    return attempt(tools, realmId, work)
  })
  for (const later of after) {
    await later(tools).catch((error: unknown) =>
      // The request has been carried out; an error would tell the client that it had not.
      tools.log.warn({ err: error }, 'what follows a change failed'),
    )
  }
  return result
}

function isLostRace(error: unknown, retryOn: ErrorCode | undefined): boolean {
  if (error instanceof ApiError) return error.code === retryOn
  return sqlState(error) === UNIQUE_VIOLATION
}

async function attempt<R, T extends Tools>(
  tools: T,
  realmId: RealmId,
  work: (tx: ActionTx<T>) => Promise<R>,
): Promise<{ readonly result: R; readonly after: readonly ((tools: T) => Promise<void>)[] }> {
  const after: ((tools: T) => Promise<void>)[] = []
  const { result, written } = await tools.database.transaction(async (tx) => {
    const notices: Notice[] = []
    let place: Promise<number> | undefined
    after.length = 0
    const collected = await work({
      query: (statement) => tx.query(statement),
      execute: (statement) => tx.execute(statement),
      emit: (to, event, only) => void notices.push({ kind: 'event', to, event, ...only }),
      notify: (notice) => void notices.push(notice),
      expectNotices: () => {
        place ??= tools.bus.reserve(tx)
        place.catch(() => undefined)
      },
      afterwards: (later) => void after.push(later),
    })
    const entry: Written | undefined =
      notices.length === 0
        ? undefined
        : await tools.bus.write(
            tx,
            { realmId, notices: await withoutStrangers(tx, realmId, notices) },
            await place,
          )
    return { result: collected, written: entry }
  })
  if (written !== undefined) tools.bus.release(written)
  return { result, after }
}

/** Adds to a notice about a user the guests who may not see that user. */
async function withoutStrangers(
  tx: Tx,
  realmId: RealmId,
  notices: readonly Notice[],
): Promise<readonly Notice[]> {
  const strangers = new Map<number, readonly number[]>()
  const written: Notice[] = []
  for (const notice of notices) {
    const about = notice.kind === 'event' && 'realm' in notice.to ? notice.to.about : undefined
    if (notice.kind !== 'event' || about === undefined) {
      written.push(notice)
      continue
    }
    const except = strangers.get(about) ?? (await guestsWhoCannotSee(tx, realmId, about))
    strangers.set(about, except)
    written.push(except.length === 0 ? notice : { ...notice, to: { realm: 'everyone', except } })
  }
  return written
}

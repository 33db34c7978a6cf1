import { setTimeout as delay } from 'node:timers/promises'

import {
  isUnavailable,
  openDatabase,
  sqlState,
  type Database,
  type DatabaseOptions,
  type Tx,
} from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'

import {
  begun,
  readsOf,
  txOf,
  type LongReads,
  type ReadOptions,
  type ReadSession,
  type ReplicaState,
} from './long-reads.ts'
import { primaryNow, replicaNow, type Primary, type Replica } from './replica-position.ts'

export interface ReplicaOptions {
  readonly primary: Database
  /** At the replica; opened with the settings for a pooler, which it may be. It is closed with the reads. */
  readonly replica: Database
  readonly log: Log
  /** How long a read may wait until the replica has what was committed before it, in milliseconds. */
  readonly waitMs?: number
  /** How often the replica is looked at, in milliseconds. */
  readonly lookMs?: number
}

// A person who waits for a report does not notice; a healthy replica has it within milliseconds.
const WAIT_MS = 1_000
const FIRST_PAUSE_MS = 5
const MAX_PAUSE_MS = 100
// A replica whose machine has gone takes no connection and refuses none.
const ANSWER_MS = 2_000
const LOOK_MS = 5_000

const ANOTHER_DATABASE =
  'DATABASE_READ_URL names another database than DATABASE_URL: it must name a replica that follows it by streaming'
const SPREAD =
  'DATABASE_READ_URL cannot be used with Citus, whose rows lie on several servers: leave it empty'

const SAID: Readonly<Record<ReplicaState['state'], string>> = {
  used: 'long reads go to the replica of DATABASE_READ_URL',
  behind:
    'the replica of DATABASE_READ_URL lags behind: long reads go to DATABASE_URL until it is up to date',
  away: 'the replica of DATABASE_READ_URL does not answer: long reads go to DATABASE_URL until it does',
  primary:
    'DATABASE_READ_URL names the same server as DATABASE_URL: it would relieve that one as a replica of its own',
  foreign:
    'the server of DATABASE_READ_URL follows DATABASE_URL no more: long reads go to DATABASE_URL; set up a replica anew',
}

const AWAY: ReplicaState = { state: 'away', behindBytes: null }

/** What keeps a read from the replica; it goes to the database itself. */
class NotThere extends Error {
  /** Undefined if it says nothing about the next read. */
  readonly seen: ReplicaState | undefined

  constructor(seen?: ReplicaState, cause?: unknown) {
    super('the replica cannot be read from', { cause })
    this.seen = seen
  }
}

/**
 * Long reads of a service, on the replica that its environment names, or on the database itself.
 * @throws Error when the address leads to another database
 */
export async function openReads(
  primary: Database,
  readUrl: string | undefined,
  options: Omit<DatabaseOptions, 'url' | 'directUrl'>,
): Promise<LongReads> {
  if (readUrl === undefined) return readsOf(primary)
  // As behind a pooler, which it may be: settings in each transaction, and no named statements, which long reads do not
  // need.
  const replica = openDatabase({ ...options, url: readUrl, directUrl: readUrl })
  try {
    return await replicaReads({ primary, replica, log: options.log })
  } catch (error) {
    await replica.close()
    throw error
  }
}

/**
 * Long reads of a service with a replica. What a read must see is where the log of the database ends when it is asked
 * for, whoever wrote it: the replica is waited for until it has that, for a second at most.
 * @throws Error when the address leads to another database
 * @source docs/decisions/0011-read-replicas.md
 */
export async function replicaReads(options: ReplicaOptions): Promise<LongReads> {
  const reads = new ReplicaReads(options)
  await reads.begin()
  return reads
}

class ReplicaReads implements LongReads {
  readonly #options: Required<ReplicaOptions>
  readonly #fallback: LongReads
  #state: ReplicaState | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(options: ReplicaOptions) {
    this.#options = { waitMs: WAIT_MS, lookMs: LOOK_MS, ...options }
    this.#fallback = readsOf(options.primary)
  }

  /** Looks at the replica once, and from then on again and again. */
  async begin(): Promise<void> {
    const { lookMs, primary, replica } = this.#options
    const here = await primaryNow(primary)
    if (here.isSpread) throw new Error(SPREAD)
    const there = await soon(replicaNow(txOf(replica.pool), here.position)).catch(() => undefined)
    if (there !== undefined && !isCopy(here, there)) throw new Error(ANOTHER_DATABASE)
    await this.#look()
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
      })
    }, lookMs).unref()
  }

  state(): ReplicaState | undefined {
    return this.#state
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    return await this.#orElse(
      async () => {
        const session = await this.#session(options)
        try {
          return await work(session)
        } finally {
          // It has changed nothing, so it ends the same way however it went.
          await session.execute(sql`rollback`).then(session.giveBack, session.end)
        }
      },
      () => this.#fallback.transaction(work, options),
    )
  }

  async open<T>(begin: (session: ReadSession) => Promise<T>): Promise<T> {
    return await this.#orElse(
      async () => await begun(await this.#session({ isolation: 'repeatable read' }), begin),
      () => this.#fallback.open(begin),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    await this.#options.replica.close()
  }

  async #orElse<T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> {
    if (this.#state?.state !== 'used') return await here()
    try {
      return await there()
    } catch (error) {
      if (error instanceof NotThere) this.#noteOf(error)
      // The replica stopped, or had to remove what the read still needed: the database itself can answer.
      else if (!isReplicasOwn(error)) throw error
      else
        this.#options.log.warn(
          { code: sqlState(error) },
          'a read failed on the replica and is repeated',
        )
      return await here()
    }
  }

  /** A transaction on the replica that sees all that was committed before it was asked for. */
  async #session({ isolation = 'read committed' }: ReadOptions): Promise<PooledSession> {
    const { primary, replica } = this.#options
    const { position } = await primaryNow(primary)
    try {
      const first = await this.#reached(position)
      const session = await soon(pooledSession(replica, isolation), (late) => late.end())
      return await begun(session, async () => {
        const now = await soon(replicaNow(session, position))
        if (!now.isFollowing || now.missingBytes > 0) throw new NotThere(behind(now))
        // The snapshot is as old as this statement, and younger than the look at the same server before. Behind one
        // address there may be several servers.
        if (isolation !== 'read committed' && now.started !== first.started) throw new NotThere()
        return session
      })
    } catch (cause) {
      throw cause instanceof NotThere ? cause : new NotThere(AWAY, cause)
    }
  }

  /** Waits until the replica has the log up to a place. */
  async #reached(position: string): Promise<Replica> {
    const { replica, waitMs } = this.#options
    const endMs = performance.now() + waitMs
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const seen = await soon(replicaNow(txOf(replica.pool), position))
      if (!seen.isFollowing) throw new NotThere(behind(seen))
      if (seen.missingBytes <= 0) return seen
      if (performance.now() + pauseMs > endMs) throw new NotThere(behind(seen))
      await delay(pauseMs)
    }
  }

  async #look(): Promise<void> {
    const { primary, replica } = this.#options
    const here = await primaryNow(primary).catch(() => undefined)
    // Without the database nothing can be said of a copy of it.
    if (here === undefined) return
    try {
      const there = await soon(replicaNow(txOf(replica.pool), here.position))
      if (there.started === here.started) this.#note({ state: 'primary', behindBytes: 0 })
      else if (!isCopy(here, there)) this.#note({ state: 'foreign', behindBytes: null })
      else {
        await this.#reached(here.position)
        this.#note({ state: 'used', behindBytes: Math.max(0, there.missingBytes) })
      }
    } catch (error) {
      if (error instanceof NotThere && error.seen !== undefined) this.#note(error.seen)
      else this.#note(AWAY, error)
    }
  }

  #noteOf({ seen, cause }: NotThere): void {
    if (seen !== undefined) this.#note(seen, cause)
  }

  /** Says once what has changed. */
  #note(seen: ReplicaState, cause?: unknown): void {
    const isNew = seen.state !== this.#state?.state
    this.#state = seen
    if (!isNew) return
    const { log } = this.#options
    const { state, behindBytes } = seen
    // The error itself may hold the connection, with its password.
    const reason = cause instanceof Error ? cause.message : undefined
    if (state === 'used') log.info(SAID[state])
    else log.warn({ behindBytes, reason }, SAID[state])
  }
}

interface PooledSession extends ReadSession {
  /** Returns a connection whose transaction is over. */
  readonly giveBack: () => void
}

/** A session on a connection of the pool, which may lead to a pooler: it has its settings for this transaction only. */
async function pooledSession(
  replica: Database,
  isolation: Required<ReadOptions>['isolation'],
): Promise<PooledSession> {
  const client = await replica.pool.connect()
  let isOver = false
  const release = (isBroken: boolean) => {
    if (!isOver) client.release(isBroken)
    isOver = true
  }
  const session = { ...txOf(client), end: () => release(true), giveBack: () => release(false) }
  return await begun(session, async () => {
    const settings = replica.opening === undefined ? '' : `; ${replica.opening.text}`
    await client.query(`begin isolation level ${isolation} read only${settings}`)
    return session
  })
}

function isCopy(primary: Primary, replica: Replica): boolean {
  return primary.cluster === replica.cluster && primary.database === replica.database
}

function behind({ isFollowing, missingBytes }: Replica): ReplicaState {
  if (!isFollowing) return { state: 'foreign', behindBytes: null }
  return { state: 'behind', behindBytes: Math.max(0, missingBytes) }
}

// Canceled because it took too long: it would elsewhere, too.
const TOO_LONG = '57014'

/** Whether a read failed for a reason that the database itself does not have, such as a conflict with what is replayed. */
function isReplicasOwn(error: unknown): boolean {
  return isUnavailable(error) && sqlState(error) !== TOO_LONG
}

/** What takes longer than it takes a healthy server is given up, and tidied when it comes after all. */
async function soon<T>(work: Promise<T>, tidy?: (late: T) => void): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new NotThere())
    if (tidy !== undefined) work.then(tidy, () => undefined)
  }, ANSWER_MS)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

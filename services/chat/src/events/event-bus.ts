import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import type { Notice } from './notice.ts'
import type { Entry, QueueHub } from './queue-hub.ts'
import { readWritten, written } from './serialized-notices.ts'
import {
  READ_BATCH,
  entriesAfter,
  keepsQueues,
  logEnd,
  logPosition,
  nextPlace,
  writeEntry,
  writeEntryAt,
} from './store/event-log-store.ts'
import {
  listenToProcesses,
  notifyProcesses,
  type Connection,
} from './store/process-notifications.ts'
import type { UnreadLog } from './unread-log.ts'
import type { WakeLine } from './wake-line.ts'

const NOTIFY_DELAY_MS = 4
// Processes hear from each other by notification; this interval finds what a lost notification would hide.
const SWEEP_MS = 1_000
const RECONNECT_MS = 500
const GAP_MS = 65_000
const HELLO_MS = 20_000
const PEER_FRESH_MS = 60_000
// A process whose connection was cut has this long to say that it is back.
const PEER_DOUBT_MS = 3_000

interface BusOptions {
  readonly database: Database
  readonly hub: QueueHub
  readonly log: Log
  readonly now: () => number
  /** Wakes other processes where all of them have it; the database's notifications do elsewhere. */
  readonly line?: WakeLine | undefined
}

/** One transaction's notices, written but not yet known to be committed. */
export interface Written {
  readonly id: number
}

/**
 * Carries notices from the transactions that make them to the queues of all processes, once each. They are written in
 * the transaction itself (`event_log`) and delivered only after it has committed.
 * @source docs/decisions/0303-chat-events.md
 */
export class EventBus {
  readonly #options: BusOptions
  /** Our own entries whose commit is not known yet. */
  readonly #pending = new Map<number, { readonly entry: Entry; readonly sinceMs: number }>()
  /** Ids below `#position` that have not been seen: their transactions still run, or were rolled back. */
  readonly #gaps = new Map<number, number>()
  #position = 0
  #client: Connection | undefined
  /** When other processes were last heard of. */
  readonly #peers = new Map<number, number>()
  /** When they last said that they hear the line. */
  readonly #linked = new Map<number, number>()
  #notifyTimer: NodeJS.Timeout | undefined
  /** Notifications still to be sent, each once however often it was requested. */
  readonly #unsaid = new Set<string>()
  #isSpeaking = false
  #reading: Promise<void> | undefined
  #isReadAgain = false
  #isStopped = false
  #timers: NodeJS.Timeout[] = []

  constructor(options: BusOptions) {
    this.#options = options
  }

  /** Starts listening from the end of the log, or from where a clean stop left off. */
  async start(unread?: UnreadLog): Promise<void> {
    const { database, line, now } = this.#options
    this.#position = unread?.after ?? (await logPosition(database))
    for (const id of unread?.gaps ?? []) this.#gaps.set(id, now())
    await this.#listen()
    line?.listen(() => this.#wake())
    line?.watch(() => this.#hello())
    const every = (ms: number, work: () => void) => {
      this.#timers.push(setInterval(work, ms).unref())
    }
    every(SWEEP_MS, () => this.#wake())
    every(HELLO_MS, () => this.#hello())
    this.#hello()
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#notifyTimer)
    await this.#reading
    const client = this.#client
    // What is said from now on, such as that the line is gone, nobody needs to hear.
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  /** Whether a process of this number, other than this one, is alive. */
  isPeer(processId: number): boolean {
    const seenMs = this.#peers.get(processId)
    return seenMs !== undefined && this.#options.now() - seenMs <= PEER_FRESH_MS
  }

  /**
   * Whether another process with this number still has its queues: it is connected or was a moment ago, or what it
   * parked will be taken back or over.
   */
  async keepsQueuesOf(processId: number): Promise<boolean> {
    const { database, now } = this.#options
    // Also of one that stopped before this process could hear of it: another one will take over what it parked.
    if (await keepsQueues(database, processId)) return true
    if (!this.isPeer(processId)) return false
    const seenMs = this.#peers.get(processId) ?? 0
    this.#peers.set(processId, Math.min(seenMs, now() - PEER_FRESH_MS + PEER_DOUBT_MS))
    return this.isPeer(processId)
  }

  /** Whether any other process is alive. */
  get hasPeers(): boolean {
    for (const peer of this.#peers.keys()) {
      if (this.isPeer(peer)) return true
      this.#peers.delete(peer)
      this.#linked.delete(peer)
    }
    return false
  }

  get unread(): UnreadLog {
    return { after: this.#position, gaps: [...this.#gaps.keys()] }
  }

  /** The place of the entry that a transaction will write. */
  async reserve(tx: Tx): Promise<number> {
    return await nextPlace(tx)
  }

  /** Writes notices as part of a transaction; at a place that is known already, together with its commit. */
  async write(tx: Tx, { realmId, notices }: Omit<Entry, 'id'>, place?: number): Promise<Written> {
    const entry = { realmId, origin: this.#options.hub.processId, notices: written(notices) }
    const hold = (id: number) => {
      this.#pending.set(id, { entry: { id, realmId, notices }, sinceMs: this.#options.now() })
      return { id }
    }
    if (place === undefined) return hold(await writeEntry(tx, entry))
    // Held before it can be read, as the reader finds nothing but its number; the commit fails if this does.
    const held = hold(place)
    writeEntryAt(tx, place, entry).catch(() => undefined)
    return held
  }

  /** Call after the transaction has committed. */
  release({ id }: Written): void {
    this.#dispatchOwn(id)
    this.#notifyPeers()
  }

  #dispatchOwn(id: number): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    this.#pending.delete(id)
    this.#options.hub.dispatch(pending.entry)
  }

  #notifyPeers(): void {
    if (this.#notifyTimer !== undefined || this.#isStopped) return
    if (!this.hasPeers) return
    this.#notifyTimer = setTimeout(() => {
      this.#notifyTimer = undefined
      this.#notify('')
    }, NOTIFY_DELAY_MS)
  }

  #notify(text: string): void {
    // Of two that contradict each other, the newer is said last.
    this.#unsaid.delete(text)
    this.#unsaid.add(text)
    if (!this.#isSpeaking) void this.#speak()
  }

  /** One at a time: the connection takes the next statement after it has answered the last. */
  async #speak(): Promise<void> {
    this.#isSpeaking = true
    // What is requested meanwhile is sent afterwards.
    for (const text of this.#unsaid) {
      this.#unsaid.delete(text)
      if (text === '' && this.#wakesByLine()) continue
      if (this.#client === undefined) continue
      await notifyProcesses(this.#client, text).catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'notifying failed'),
      )
    }
    this.#isSpeaking = false
  }

  /** Only if every process hears it: one that does not is told of nothing else. */
  #wakesByLine(): boolean {
    const { line, now } = this.#options
    if (line?.isConnected !== true) return false
    for (const peer of this.#peers.keys()) {
      const saidMs = this.#linked.get(peer)
      const isLinked = saidMs !== undefined && now() - saidMs <= PEER_FRESH_MS
      if (this.isPeer(peer) && !isLinked) return false
    }
    line.say()
    return true
  }

  #hello(): void {
    const { hub, line } = this.#options
    this.#notify(`hello ${hub.processId}`)
    if (line !== undefined)
      this.#notify(`${line.isConnected ? 'linked' : 'unlinked'} ${hub.processId}`)
  }

  async #listen(): Promise<void> {
    const client = await this.#options.database.connect()
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    await listenToProcesses(client, this.#options.hub.processId)
    // From here on; whoever asked for a connection that never listened tries again.
    client.on('end', () => {
      if (!this.#isStopped) this.#reconnect()
    })
    this.#client = client
  }

  #hear(payload: string): void {
    if (payload.startsWith('hello ')) {
      const peer = Number(payload.slice('hello '.length))
      if (peer === this.#options.hub.processId) return
      // A process that has just started listening must be heard of at once, and must hear of us.
      if (!this.isPeer(peer)) setImmediate(() => this.#hello())
      this.#peers.set(peer, this.#options.now())
    }
    if (payload.startsWith('linked '))
      this.#linked.set(Number(payload.slice('linked '.length)), this.#options.now())
    if (payload.startsWith('unlinked '))
      this.#linked.delete(Number(payload.slice('unlinked '.length)))
    this.#wake()
  }

  #reconnect(): void {
    setTimeout(() => {
      if (this.#isStopped) return
      this.#relisten().catch(() => this.#reconnect())
    }, RECONNECT_MS).unref()
  }

  async #relisten(): Promise<void> {
    // Taken first: reading goes on meanwhile.
    const position = this.#position
    const end = await logEnd(this.#options.database)
    await this.#listen()
    if (end < position) {
      // Another server took over and lacks what this process has read: nobody can say what the queues should contain.
      this.#position = end
      this.#gaps.clear()
      this.#options.hub.closeAll()
    }
    this.#hello()
    this.#wake()
  }

  #wake(): void {
    if (this.#isStopped) return
    if (this.#reading !== undefined) {
      this.#isReadAgain = true
      return
    }
    this.#reading = this.#read()
      .catch((error: unknown) => this.#options.log.debug({ err: error }, 'reading events failed'))
      .finally(() => {
        this.#reading = undefined
        if (!this.#isReadAgain) return
        this.#isReadAgain = false
        this.#wake()
      })
  }

  async #read(): Promise<void> {
    const { database, hub, now } = this.#options
    const nowMs = now()
    const rows = await entriesAfter(database, this.#position, [...this.#gaps.keys()], hub.processId)
    for (const row of rows) {
      for (let id = this.#position + 1; id < row.id; id += 1) this.#gaps.set(id, nowMs)
      this.#position = Math.max(this.#position, row.id)
      this.#gaps.delete(row.id)
      if (row.notices === null) this.#dispatchOwn(row.id)
      else {
        // The log's entries in this form are notices.
        const notices = readWritten(row.notices) as readonly Notice[] | undefined
        // A process of another version wrote it: what the realm's queues should contain can no longer be known.
        if (notices === undefined) hub.closeRealm(row.realmId)
        else hub.dispatch({ id: row.id, realmId: row.realmId, notices })
      }
    }
    if (rows.length === READ_BATCH) this.#isReadAgain = true
    for (const [id, sinceMs] of this.#gaps) if (nowMs - sinceMs > GAP_MS) this.#gaps.delete(id)
    for (const [id, { sinceMs }] of this.#pending) {
      if (nowMs - sinceMs > GAP_MS) this.#pending.delete(id)
    }
  }
}

import { randomBytes } from 'node:crypto'

import type { RealmId } from '../tenancy/realm-id.ts'
import { ROLE } from '../tenancy/roles.ts'
import { ClientQueue, type ParkedQueue, type QueuedEvent } from './client-queue.ts'
import { deliveryOf } from './deliver-notice.ts'
import type { Audience, EventNotice, MessageNotice, Notice } from './notice.ts'
import type { QueueOptions } from './queue-options.ts'
import type { SeenEntries, UnreadLog } from './unread-log.ts'

/** The notices of one transaction. */
export interface Entry {
  /** Its number in the log. */
  readonly id: number
  readonly realmId: RealmId
  readonly notices: readonly Notice[]
}

/** What the hub must know about a user with queues. */
export interface Listener {
  readonly role: number
  readonly recipients: ReadonlySet<number>
}

/** A queue that another process parked, and its user. */
export interface Adopted {
  readonly parked: ParkedQueue
  readonly listener: Listener
}

interface Holder {
  readonly key: string
  readonly userId: number
  readonly realmId: RealmId
  role: number
  readonly recipients: Set<number>
  readonly queues: Set<ClientQueue>
}

/**
 * A registration in progress: everything that happens in the realm is kept until it is known what the client already
 * has.
 */
interface Held {
  readonly realmId: RealmId
  readonly entries: Entry[]
}

const NOBODY: ReadonlySet<string> = new Set()
/** How many entries of the log a registration may have to compare. */
export const MAX_HELD = 20_000
// A client that forgets its queues must not cost ever more memory; a person has a few programs.
const MAX_QUEUES_OF_USER = 100

/** The event queues of this process, and which event goes into which. */
export class QueueHub {
  readonly #queues = new Map<string, ClientQueue>()
  readonly #holders = new Map<string, Holder>()
  readonly #byRecipient = new Map<number, Set<Holder>>()
  readonly #byRealm = new Map<RealmId, Set<Holder>>()
  readonly #allPublic = new Map<RealmId, Set<ClientQueue>>()
  readonly #held = new Set<Held>()
  /** The first eight digits of every queue id, by which a load balancer can find this process. */
  readonly processId: number

  constructor(processId: number) {
    this.processId = processId
  }

  get size(): number {
    return this.#queues.size
  }

  get(id: string): ClientQueue | undefined {
    return this.#queues.get(id)
  }

  /** Starts keeping what happens in a realm, before a client's initial state is read. */
  hold(realmId: RealmId): Held {
    const held: Held = { realmId, entries: [] }
    this.#held.add(held)
    return held
  }

  drop(held: Held): void {
    this.#held.delete(held)
  }

  /** Makes the queue of a client whose state includes the `seen` entries: it gets exactly what that state lacks. */
  open(
    held: Held,
    seen: SeenEntries,
    user: { readonly realmId: RealmId; readonly userId: number; readonly listener: Listener },
    { options, nowMs }: { readonly options: QueueOptions; readonly nowMs: number },
  ): ClientQueue {
    this.#held.delete(held)
    const identity = { id: this.#newId(), realmId: user.realmId, userId: user.userId }
    const queue = new ClientQueue(identity, options, nowMs)
    queue.seen = seen
    const missed = held.entries.filter((entry) => !seen.has(entry.id))
    const holder = this.#holders.get(keyOf(user.realmId, user.userId))
    if (holder !== undefined) this.#makeRoom(holder)
    const isNew = holder === undefined || holder.queues.size === 0
    this.#attach(queue, user.listener)
    for (const entry of missed) {
      for (const notice of entry.notices) {
        if (isNew) this.#control(entry.realmId, notice)
        this.#deliver(entry, notice, new Set([queue]))
      }
    }
    return queue
  }

  /** Ends the queue that its client has not asked for longest, when a user has as many as they may. */
  #makeRoom({ queues }: Holder): void {
    if (queues.size < MAX_QUEUES_OF_USER) return
    const idle = [...queues].filter((queue) => !queue.isPolled)
    const [oldest] = (idle.length > 0 ? idle : [...queues]).toSorted(
      (a, b) => a.lastPollMs - b.lastPollMs,
    )
    if (oldest !== undefined) this.close(oldest)
  }

  #newId(): string {
    const hex = randomBytes(16).toString('hex')
    const process = this.processId.toString(16).padStart(8, '0')
    return `${process}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }

  #attach(queue: ClientQueue, listener: Listener): void {
    this.#queues.set(queue.id, queue)
    const key = keyOf(queue.realmId, queue.userId)
    let holder = this.#holders.get(key)
    if (holder === undefined) {
      const { realmId, userId } = queue
      holder = {
        key,
        userId,
        realmId,
        role: listener.role,
        recipients: new Set(),
        queues: new Set(),
      }
      this.#holders.set(key, holder)
      into(this.#byRealm, realmId, holder)
      for (const recipient of listener.recipients) this.#listen(holder, recipient)
    }
    holder.queues.add(queue)
    if (queue.options.allPublicStreams) into(this.#allPublic, queue.realmId, queue)
  }

  #listen(holder: Holder, recipient: number): void {
    holder.recipients.add(recipient)
    into(this.#byRecipient, recipient, holder)
  }

  #unlisten(holder: Holder, recipient: number): void {
    holder.recipients.delete(recipient)
    outOf(this.#byRecipient, recipient, holder)
  }

  close(queue: ClientQueue): void {
    queue.release()
    this.#queues.delete(queue.id)
    outOf(this.#allPublic, queue.realmId, queue)
    const holder = this.#holders.get(keyOf(queue.realmId, queue.userId))
    holder?.queues.delete(queue)
    if (holder === undefined || holder.queues.size > 0) return
    this.#holders.delete(holder.key)
    outOf(this.#byRealm, holder.realmId, holder)
    for (const recipient of holder.recipients) outOf(this.#byRecipient, recipient, holder)
  }

  /** Ends every queue: their clients register again. */
  closeAll(): void {
    for (const queue of this.#queues.values()) this.close(queue)
    for (const held of this.#held) held.entries.length = MAX_HELD
  }

  /** Ends the queues of one realm, and the registrations in progress there. */
  closeRealm(realmId: RealmId): void {
    for (const holder of this.#byRealm.get(realmId) ?? [])
      holder.queues.forEach((queue) => this.close(queue))
    for (const held of this.#held) if (held.realmId === realmId) held.entries.length = MAX_HELD
  }

  expire(nowMs: number): void {
    for (const queue of this.#queues.values()) {
      if (!queue.isPolled && nowMs - queue.lastPollMs > queue.options.idleTimeoutMs)
        this.close(queue)
    }
  }

  /** Ends the waits of all polls, so that a server can stop. */
  releaseAll(): void {
    for (const queue of this.#queues.values()) queue.release()
  }

  park(unread: UnreadLog): readonly ParkedQueue[] {
    return [...this.#queues.values()].map((queue) => queue.park(unread))
  }

  unpark(parked: ParkedQueue, listener: Listener, nowMs: number): void {
    this.#attach(ClientQueue.unpark(parked, nowMs), listener)
  }

  /**
   * Takes queues over from another process: they get the `missed` entries at once, and none of the `seen` ones when the
   * log delivers those here.
   */
  adopt(
    adopted: readonly Adopted[],
    { missed, seen }: { readonly missed: readonly Entry[]; readonly seen: readonly number[] },
    nowMs: number,
  ): void {
    const known = new Set(this.#holders.keys())
    const queues = new Set<ClientQueue>()
    for (const { listener, parked } of adopted) {
      const queue = ClientQueue.unpark(parked, nowMs)
      this.#attach(queue, listener)
      queues.add(queue)
    }
    for (const entry of missed) {
      for (const notice of entry.notices) {
        // What those know who had queues here before follows the log as this process reads it.
        this.#control(entry.realmId, notice, known)
        this.#deliver(entry, notice, queues)
      }
    }
    for (const queue of queues) queue.seen = new Set([...queue.seen, ...seen])
  }

  /** Whether more happened during a registration than can be kept. */
  isOverrun(held: Held): boolean {
    return held.entries.length >= MAX_HELD
  }

  dispatch(entry: Entry): void {
    for (const held of this.#held) {
      if (held.realmId === entry.realmId && held.entries.length < MAX_HELD) held.entries.push(entry)
    }
    for (const notice of entry.notices) {
      this.#control(entry.realmId, notice)
      this.#deliver(entry, notice)
    }
  }

  /** What a notice says of the holders of queues, but not of those `except`. */
  #control(realmId: RealmId, notice: Notice, except: ReadonlySet<string> = NOBODY): void {
    const holderOf = (user: number) => {
      const key = keyOf(realmId, user)
      return except.has(key) ? undefined : this.#holders.get(key)
    }
    if (notice.kind === 'subscribed' || notice.kind === 'unsubscribed') {
      for (const user of notice.users) {
        const holder = holderOf(user)
        if (holder !== undefined) this.#resubscribe(holder, notice)
      }
    } else if (notice.kind === 'role' || notice.kind === 'gone') {
      const holder = holderOf(notice.user)
      if (holder === undefined) return
      if (notice.kind === 'role') holder.role = notice.role
      else for (const queue of holder.queues) this.close(queue)
    }
  }

  #resubscribe(
    holder: Holder,
    { kind, recipients }: Extract<Notice, { readonly kind: 'subscribed' | 'unsubscribed' }>,
  ): void {
    for (const recipient of recipients) {
      if (kind === 'subscribed') this.#listen(holder, recipient)
      else this.#unlisten(holder, recipient)
    }
  }

  #deliver(entry: Entry, notice: Notice, only?: ReadonlySet<ClientQueue>): void {
    const { realmId } = entry
    if (notice.kind !== 'message' && notice.kind !== 'event') return
    const delivery = deliveryOf(notice)
    const send = (queue: ClientQueue) => {
      if (only?.has(queue) === false) return
      if (queue.seen.has(entry.id)) return
      for (const event of delivery(queue)) this.#push(queue, event)
    }
    const holders = this.#hearers(realmId, notice)
    for (const holder of holders) holder.queues.forEach(send)
    if (notice.kind !== 'message' || !notice.isPublicStream) return
    for (const queue of this.#allPublic.get(realmId) ?? []) {
      const holder = this.#holders.get(keyOf(realmId, queue.userId))
      if (holder !== undefined && holder.role !== ROLE.guest && !holders.has(holder)) send(queue)
    }
  }

  #hearers(realmId: RealmId, notice: MessageNotice | EventNotice): ReadonlySet<Holder> {
    const heard = this.#audience(realmId, notice.to)
    if (notice.kind === 'event' || notice.mentionedBots === undefined) return heard
    return new Set([...heard, ...this.#audience(realmId, { users: notice.mentionedBots })])
  }

  #push(queue: ClientQueue, event: QueuedEvent): void {
    if (!queue.push(event)) this.close(queue)
  }

  #audience(realmId: RealmId, to: Audience): ReadonlySet<Holder> {
    if ('users' in to) {
      const found = to.users.map((user) => this.#holders.get(keyOf(realmId, user)))
      return new Set(found.filter((holder) => holder !== undefined))
    }
    const all = this.#byRealm.get(realmId) ?? new Set<Holder>()
    if ('realm' in to) {
      const { realm, except = [] } = to
      if (realm === 'everyone' && except.length === 0) return all
      const strangers = new Set(except)
      const hears = (holder: Holder) => realm === 'everyone' || isNoGuest(holder)
      return new Set([...all].filter((holder) => hears(holder) && !strangers.has(holder.userId)))
    }
    const subscribers = this.#byRecipient.get(to.subscribers) ?? new Set<Holder>()
    return to.andNonGuests === true
      ? new Set([...subscribers, ...[...all].filter(isNoGuest)])
      : subscribers
  }
}

function isNoGuest({ role }: Holder): boolean {
  return role !== ROLE.guest
}

function keyOf(realmId: RealmId, userId: number): string {
  return `${realmId}:${userId}`
}

function into<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key)
  if (set === undefined) map.set(key, new Set([value]))
  else set.add(value)
}

function outOf<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key)
  set?.delete(value)
  if (set?.size === 0) map.delete(key)
}

import { batch, computed, signal } from '@preact/signals'

import type { Narrow } from '../narrow/narrow.ts'
import {
  holdMessages,
  messages,
  onMessages,
  type Message,
  type MessageChange,
} from '../state/conversations/messages.ts'
import { isUnread } from '../state/conversations/unread.ts'
import { isAttended } from './attention.ts'
import { belongs, restsOnMarks, type FeedAnchor } from './feed-narrow.ts'
import { firstAsked, type Asked } from './load/feed-question.ts'
import { withFound, without, withNewer, withOlder, type FeedWindow } from './load/feed-window.ts'
import {
  fetchBelonging,
  fetchFeed,
  fetchThese,
  type Fetched,
  type SearchMatch,
} from './load/fetch-feed.ts'
import { dayOf } from './rows/days.ts'
import { feedRows, type FeedRow } from './rows/feed-rows.ts'

/** What one end of the list is doing. */
export type EndState = 'idle' | 'loading' | 'failed'

/** Where the reader is to be taken. */
export interface FeedTarget {
  /** Undefined: the end of the newest. */
  readonly id: number | undefined
  /** How far below the top its message comes to lie; undefined: as is good for reading. */
  readonly offset?: number
}

// What one more turn of the wheel may need.
const PAGE = 100
// The first picture is there by then, and what it began with is done.
const CATCH_UP_MS = 1_000
// Moved or undecided messages that are asked for at once; of more, the view is fetched anew.
const MAX_ASKED = 500

/** The messages of one narrow: what of it is loaded, kept true by events until `close`. */
export class Feed {
  readonly window = signal<FeedWindow | undefined>(undefined)
  /** Why nothing is shown. */
  readonly failure = signal<unknown>(undefined)
  readonly older = signal<EndState>('idle')
  readonly newer = signal<EndState>('idle')
  /** The message before which the line of unread ones stands. */
  readonly unreadFrom = signal<number | undefined>(undefined)
  /** Where the reader is to be taken next; the list takes it away once it has. */
  readonly target = signal<FeedTarget | undefined>(undefined)
  /** The message that was asked for by its address, which is shown for a moment. */
  readonly found = signal<number | undefined>(undefined)
  /** Messages that came while the reader was elsewhere in the list. */
  readonly arrivals = signal(0)
  readonly isLimited = signal(false)
  /** All that was here was moved elsewhere; a message of it. */
  readonly movedAway = signal<number | undefined>(undefined)
  readonly rows = computed(() => this.#rows())

  /** The reader marked something unread here: looking at it does not mark it as read again until they come back. */
  isReadingHeld = false
  /** The message that the reader is at, as the list tells it; undefined at the end of the newest. */
  reading: number | undefined

  readonly #revision = signal(0)
  readonly #sentHere = new Set<number>()
  readonly #matches = new Map<number, SearchMatch>()
  readonly #stops: readonly (() => void)[]
  #abort = new AbortController()
  /** While a part is fetched: what came, what was moved here, and what went, meanwhile. */
  #meanwhile: Meanwhile | undefined
  #waiting: Message[] = []

  readonly narrow: Narrow

  constructor(narrow: Narrow) {
    this.narrow = narrow
    this.#stops = [
      onMessages((change) => this.#apply(change)),
      holdMessages(() => this.window.peek()?.ids ?? []),
    ]
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#abort.abort()
  }

  matchOf(id: number): SearchMatch | undefined {
    return this.#matches.get(id)
  }

  /** Shows the view from `anchor` on. What is shown already stays until the answer comes. */
  async open(anchor: FeedAnchor, offset?: number): Promise<void> {
    this.#abort.abort()
    this.#abort = new AbortController()
    const { signal: stop } = this.#abort
    this.failure.value = undefined
    try {
      const fetched = await this.#fetch(firstAsked(anchor), stop)
      batch(() => {
        this.#keep(fetched)
        this.window.value = fetched
        this.isLimited.value = fetched.isLimited
        this.arrivals.value = 0
        this.unreadFrom.value = fetched.ids.find((id) => isUnread(id))
        this.target.value = targetOf(anchor, fetched, offset)
      })
      if (fetched.isEarly) setTimeout(() => stop.aborted || this.#catchUp(), CATCH_UP_MS)
    } catch (error) {
      if (!stop.aborted) this.failure.value = error
    }
  }

  async loadOlder(): Promise<void> {
    const window = this.window.peek()
    const [first] = window?.ids ?? []
    if (window === undefined || window.hasOldest || first === undefined) return
    await this.#extend(this.older, { anchor: first, before: PAGE, after: 0 }, (now, page) =>
      withOlder(now, page),
    )
  }

  async loadNewer(): Promise<void> {
    const window = this.window.peek()
    const last = window?.ids.at(-1)
    if (window === undefined || window.hasNewest || last === undefined) return
    await this.#extend(this.newer, { anchor: last, before: 0, after: PAGE }, (now, page) =>
      withNewer(now, page),
    )
  }

  /** Takes the reader to a message of the view, fetching its surroundings when they are not there. */
  goTo(id: number): void {
    this.found.value = id
    if (this.window.peek()?.ids.includes(id) === true) this.target.value = { id }
    else void this.open(id)
  }

  goToNewest(): void {
    if (this.window.peek()?.hasNewest === true) this.target.value = { id: undefined }
    else void this.open('newest')
  }

  async #extend(
    end: typeof this.older,
    asked: Asked,
    join: (window: FeedWindow, page: Fetched) => FeedWindow,
  ): Promise<void> {
    if (end.peek() === 'loading') return
    end.value = 'loading'
    const { signal: stop } = this.#abort
    try {
      const page = await this.#fetch(asked, stop)
      const window = this.window.peek()
      batch(() => {
        this.#keep(page)
        if (window !== undefined && !stop.aborted) this.window.value = join(window, page)
        if (page.isLimited) this.isLimited.value = true
        end.value = 'idle'
      })
    } catch {
      end.value = stop.aborted ? 'idle' : 'failed'
    }
  }

  /** Fetches a part; what came or went while it was on its way is put in or left out. */
  async #fetch(asked: Asked, stop: AbortSignal): Promise<Fetched> {
    const meanwhile: Meanwhile = { came: [], found: new Set(), gone: new Set() }
    this.#meanwhile = meanwhile
    const fetched = await fetchFeed(this.narrow, asked, stop)
    stop.throwIfAborted()
    const last = fetched.ids.at(-1) ?? 0
    const came = fetched.hasNewest ? meanwhile.came.filter((id) => id > last) : []
    const part = { ...fetched, ids: [...fetched.ids, ...came] }
    const { ids } = withFound(without(part, meanwhile.gone), [...meanwhile.found])
    return { ...fetched, ids }
  }

  #keep({ matches }: Fetched): void {
    for (const [id, match] of matches) this.#matches.set(id, match)
  }

  #rows(): readonly FeedRow[] {
    const window = this.window.value
    void this.#revision.value
    if (window === undefined) return []
    const shown = window.ids.flatMap((id) => messages.peek(id) ?? [])
    return feedRows(shown, { unreadFrom: this.unreadFrom.value, dayOf })
  }

  #apply(change: MessageChange): void {
    switch (change.kind) {
      case 'new':
        this.#await(change.message)
        if (change.localId !== undefined) this.#sentHere.add(change.message.id)
        return
      case 'changed':
        this.#review(change.ids)
        return
      case 'moved':
        this.#move(change.ids)
        return
      case 'deleted':
        this.#remove(change.ids)
        return
      case 'starred':
        if (restsOnMarks(this.narrow)) this.#findUnknown(change.ids)
        return
      case 'unread':
        if (this.#holds(change.ids)) this.isReadingHeld = true
        return
      case 'reset':
        this.#catchUp()
        return
      default:
    }
  }

  /** Messages of a burst are shown together. */
  #await(message: Message): void {
    this.#waiting.push(message)
    if (this.#waiting.length === 1) queueMicrotask(() => void this.#take(this.#waiting.splice(0)))
  }

  async #take(arrived: readonly Message[]): Promise<void> {
    const sure = arrived.filter((message) => belongs(this.narrow, message) === true)
    this.#add(sure.map(({ id }) => id))
    const open = arrived.filter((message) => belongs(this.narrow, message) === undefined)
    if (open.length === 0 || open.length > MAX_ASKED) return
    try {
      const found = await fetchBelonging(
        this.narrow,
        open.map(({ id }) => id),
        this.#abort.signal,
      )
      for (const [id, match] of found) if (match.content !== '') this.#matches.set(id, match)
      this.#add([...found.keys()])
    } catch {
      // They are there when the view is opened again.
    }
  }

  #add(ids: readonly number[]): void {
    if (ids.length === 0) return
    this.#meanwhile?.came.push(...ids)
    const window = this.window.peek()
    if (window === undefined) return
    batch(() => {
      if (window.hasNewest) this.window.value = withNewer(window, { ids, hasNewest: true })
      this.#noteArrivals(ids)
    })
  }

  #noteArrivals(ids: readonly number[]): void {
    const others = ids.filter((id) => isUnread(id))
    // Who sends a message here sees it; what they send elsewhere does not move them.
    if (ids.some((id) => this.#sentHere.delete(id))) this.goToNewest()
    if (this.reading !== undefined) this.arrivals.value += others.length
    const line = this.unreadFrom.peek()
    const isPassed = line === undefined || !isUnread(line)
    // Who looks at the end of the list sees what comes; who does not finds the line where it began.
    if (isPassed && (this.reading !== undefined || !isAttended()))
      this.unreadFrom.value = others[0] ?? line
  }

  #review(ids: readonly number[]): void {
    if (!this.#holds(ids) && !restsOnMarks(this.narrow)) return
    this.#revision.value += 1
    if (restsOnMarks(this.narrow)) this.#sort(ids)
  }

  #holds(ids: readonly number[]): boolean {
    const known = new Set(this.window.peek()?.ids)
    return ids.some((id) => known.has(id))
  }

  #move(ids: readonly number[]): void {
    const hadAny = this.#holds(ids)
    this.#revision.value += 1
    this.#sort(ids)
    if (hadAny && this.window.peek()?.ids.length === 0) this.movedAway.value = ids.at(-1)
    this.#findUnknown(ids)
  }

  #findUnknown(ids: readonly number[]): void {
    const unknown = ids.filter((id) => messages.peek(id) === undefined)
    if (unknown.length > 0) void this.#findAmong(unknown.slice(-MAX_ASKED))
  }

  /** Puts each of these messages into the view or takes it out. */
  #sort(ids: readonly number[]): void {
    const window = this.window.peek()
    if (window === undefined) return
    const gone = new Set<number>()
    const found: number[] = []
    for (const id of ids) {
      const message = messages.peek(id)
      const does = message === undefined ? undefined : belongs(this.narrow, message)
      if (does === false) gone.add(id)
      else if (does === true) found.push(id)
    }
    for (const id of gone) this.#noteGone(id)
    this.#noteFound(found)
    this.window.value = withFound(without(window, gone), found)
  }

  async #findAmong(ids: readonly number[]): Promise<void> {
    try {
      const found = await fetchThese(this.narrow, ids, this.#abort.signal)
      this.#noteFound(found)
      const window = this.window.peek()
      if (window !== undefined) this.window.value = withFound(window, found)
    } catch {
      // They are there when the view is opened again.
    }
  }

  #remove(ids: readonly number[]): void {
    const gone = new Set(ids)
    for (const id of ids) {
      this.#noteGone(id)
      this.#matches.delete(id)
    }
    const window = this.window.peek()
    if (window !== undefined) this.window.value = without(window, gone)
  }

  #noteGone(id: number): void {
    this.#meanwhile?.gone.add(id)
    this.#meanwhile?.found.delete(id)
  }

  #noteFound(ids: readonly number[]): void {
    for (const id of ids) {
      this.#meanwhile?.found.add(id)
      this.#meanwhile?.gone.delete(id)
    }
  }

  /** Something may have been missed: what is around the reader is fetched anew, and the reader stays there. */
  #catchUp(): void {
    const window = this.window.peek()
    if (window === undefined) return
    const at = this.reading
    void this.#refetch(at ?? 'newest')
  }

  async #refetch(anchor: FeedAnchor): Promise<void> {
    const { signal: stop } = this.#abort
    try {
      const fetched = await this.#fetch({ anchor, before: PAGE, after: PAGE }, stop)
      batch(() => {
        this.#keep(fetched)
        this.window.value = fetched
        this.#revision.value += 1
      })
    } catch {
      // The list that is there stays; it is fetched again with the next connection.
    }
  }
}

interface Meanwhile {
  readonly came: number[]
  readonly found: Set<number>
  readonly gone: Set<number>
}

function targetOf(anchor: FeedAnchor, fetched: Fetched, offset: number | undefined): FeedTarget {
  if (typeof anchor === 'number') {
    const id = fetched.ids.find((one) => one >= anchor) ?? fetched.ids.at(-1)
    return offset === undefined ? { id } : { id, offset }
  }
  return { id: anchor === 'newest' ? undefined : fetched.anchor }
}

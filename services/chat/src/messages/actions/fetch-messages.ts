import type { Tx } from '@oficina/kit/database.ts'

import type { Tools } from '../../events/act.ts'
import type { NarrowPlan } from '../../narrow/narrow-plan.ts'
import type { NarrowTerm } from '../../narrow/narrow-term.ts'
import { refusal, type ApiError } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { TextShare } from '../../tenancy/text-budget.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { boundedRange, bytesOf, fitsAnswer } from '../bounded-range.ts'
import {
  loadIds,
  loadMessages,
  loadSizes,
  type MessageSource,
  type ReadMessage,
} from '../store/message-load.ts'
import { idsAround, idsInRange, readableId } from '../store/narrow-sql.ts'
import { firstUnread } from '../store/unread-store.ts'
import { namedRecipients, resolveNarrow } from './resolve-narrow.ts'

/** An anchor after every message. */
export const NEWEST = 10_000_000_000_000_000
const MAX_MESSAGES = 5_000
// The texts of more messages than a page of a client are measured before they are read.
const UNMEASURED_MESSAGES = 200
// Of a message that was not measured: as much as a long one with its HTML has.
const UNMEASURED_BYTES = 40 * 1024

export type Anchor = number | 'first_unread'

export interface RangeRequest {
  readonly anchor: Anchor
  readonly includeAnchor: boolean
  readonly numBefore: number
  readonly numAfter: number
}

export interface FetchedRange {
  readonly anchor: number
  readonly messages: readonly ReadMessage[]
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  readonly foundAnchor: boolean
}

/** @throws ApiError BAD_REQUEST for a range that is too long or excludes its own anchor */
function checkRange({ numBefore, numAfter, includeAnchor }: RangeRequest): void {
  if (numBefore + numAfter > MAX_MESSAGES) {
    throw refusal(say('Too many messages requested (maximum %{max}).', { max: MAX_MESSAGES }))
  }
  if (numBefore > 0 && numAfter > 0 && !includeAnchor) {
    throw refusal('The anchor can only be excluded at an end of the range')
  }
}

/** What fetches use: the share is the caller's to end, once the answer is made. */
export interface FetchTools {
  readonly tools: Tools
  readonly share: TextShare
}

/**
 * The messages around an anchor within a narrow.
 * @throws ApiError SERVER_BUSY
 * @source docs/contract/chat.md, GET /messages
 */
export async function fetchRange(
  { tools, share }: FetchTools,
  caller: Caller,
  terms: readonly NarrowTerm[],
  request: RangeRequest,
): Promise<FetchedRange> {
  const range = await planRange(tools.database, caller, terms, request)
  const { viewer, anchor } = range
  const count = request.numBefore + request.numAfter
  const bounded =
    count > UNMEASURED_MESSAGES
      ? boundedRange(await loadSizes(tools.database, viewer, range.source), anchor)
      : undefined
  const source = bounded === undefined ? range.source : sourceOf(viewer, ANYWHERE, bounded.ids)
  await share.take(bounded?.bytes ?? count * UNMEASURED_BYTES)
  const found = await loadMessages(tools.database, viewer, showing(tools, caller), source)
  const around = aroundAnchor(found, ({ message }) => message.id, range)
  return {
    anchor,
    ...around,
    foundOldest: around.foundOldest && bounded?.isWholeBefore !== false,
    foundNewest: around.foundNewest && bounded?.isWholeAfter !== false,
  }
}

const ANYWHERE: NarrowPlan['conditions'] = []

/** Those of the ids that the viewer may read, and that fulfil the conditions. */
function sourceOf(
  viewer: Viewer,
  conditions: NarrowPlan['conditions'],
  ids: readonly number[],
): MessageSource {
  const plan: NarrowPlan = { scope: { kind: 'given', ids }, conditions }
  const range = { direction: 'up', anchor: null, limit: MAX_MESSAGES } as const
  return { with: null, ids: idsInRange(viewer, plan, range), isSteady: false }
}

export interface FetchedIds {
  readonly ids: readonly number[]
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

/** Only the ids of the same. */
export async function fetchIds(
  { database }: Tools,
  caller: Caller,
  terms: readonly NarrowTerm[],
  request: RangeRequest,
): Promise<FetchedIds> {
  const range = await planRange(database, caller, terms, request)
  const found = await loadIds(database, range.source)
  const { messages: ids, foundOldest, foundNewest } = aroundAnchor(found, (id) => id, range)
  return { ids, foundOldest, foundNewest }
}

interface PlannedRange {
  readonly viewer: Viewer
  readonly request: RangeRequest
  readonly anchor: number
  readonly numAfter: number
  readonly source: MessageSource
}

async function planRange(
  tx: Tx,
  caller: Caller,
  terms: readonly NarrowTerm[],
  request: RangeRequest,
): Promise<PlannedRange> {
  checkRange(request)
  const viewer = viewerOf(caller)
  const plan = await resolveNarrow({ tx, viewer, host: caller.realm.host }, terms)
  const named = namedRecipients(plan)
  const anchor =
    request.anchor === 'first_unread'
      ? ((await firstUnread(tx, viewer, plan, named)) ?? NEWEST)
      : request.anchor
  const isAtEnd = anchor === NEWEST
  const numAfter = isAtEnd ? 0 : request.numAfter
  const source = idsAround(viewer, plan, named, {
    anchor: isAtEnd ? null : anchor,
    numBefore: request.numBefore,
    // One more than requested: the anchor itself.
    numFrom: isAtEnd ? 0 : numAfter + 1,
  })
  return { viewer, request, anchor, numAfter, source }
}

/** Splits the result at the anchor, and tells whether an end was reached. */
function aroundAnchor<T>(
  found: readonly T[],
  idOf: (message: T) => number,
  { anchor, numAfter, request }: PlannedRange,
): { readonly messages: readonly T[] } & Omit<FetchedRange, 'anchor' | 'messages'> {
  const before = found.filter((message) => idOf(message) < anchor)
  const after = found.filter((message) => idOf(message) > anchor)
  const onAnchor = request.includeAnchor ? found.filter((message) => idOf(message) === anchor) : []
  return {
    messages: [...before, ...onAnchor, ...after.slice(0, numAfter)],
    foundOldest: anchor === 0 || before.length < request.numBefore,
    foundNewest: anchor === NEWEST || after.length < numAfter,
    foundAnchor: onAnchor.length > 0,
  }
}

/** The given messages that exist and may be read, in the order of their ids, within a narrow. */
export async function fetchByIds(
  { tools, share }: FetchTools,
  caller: Caller,
  terms: readonly NarrowTerm[],
  ids: readonly number[],
): Promise<readonly ReadMessage[]> {
  if (ids.length > MAX_MESSAGES) {
    throw refusal(say('Too many messages requested (maximum %{max}).', { max: MAX_MESSAGES }))
  }
  const viewer = viewerOf(caller)
  const plan = await resolveNarrow({ tx: tools.database, viewer, host: caller.realm.host }, terms)
  const source = sourceOf(viewer, plan.conditions, ids)
  const isMeasured = ids.length > UNMEASURED_MESSAGES
  const bytes = isMeasured
    ? bytesOf(await loadSizes(tools.database, viewer, source))
    : ids.length * UNMEASURED_BYTES
  if (isMeasured && !fitsAnswer(bytes)) {
    throw refusal('The messages are too long for one answer; request fewer.')
  }
  await share.take(bytes)
  return await loadMessages(tools.database, viewer, showing(tools, caller), source)
}

/** What is needed besides messages to show them. */
function showing({ rendering }: Tools, { realm }: Caller) {
  return { host: realm.host, linkifiers: rendering.linkifiers }
}

/** A single message that the caller may read. @throws ApiError BAD_REQUEST "Invalid message(s)" */
export async function fetchOne(tools: Tools, caller: Caller, id: number): Promise<ReadMessage> {
  const viewer = viewerOf(caller)
  const [found] = await loadMessages(tools.database, viewer, showing(tools, caller), {
    with: null,
    ids: readableId(viewer, id),
    isSteady: true,
  })
  if (found === undefined) throw invalidMessages()
  return found
}

export function invalidMessages(): ApiError {
  return refusal('Invalid message(s)')
}

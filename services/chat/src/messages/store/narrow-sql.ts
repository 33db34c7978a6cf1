import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { isOpenTo } from '../../access/store/channel-visibility.ts'
import { canReadMessage } from '../../access/store/message-access.ts'
import type { Condition, NarrowPlan, PlannedCondition } from '../../narrow/narrow-plan.ts'
import { isGuest, type Viewer } from '../../tenancy/viewer.ts'
import { ANY_MENTION, FLAG } from '../flag-bits.ts'
import { NO_END } from './id-range.ts'
import type { MessageSource } from './message-load.ts'

/** Ids below or above a point, in order, with a limit. */
export interface IdRange {
  readonly direction: 'down' | 'up'
  /** Exclusive below, inclusive above; null for no bound. */
  readonly anchor: number | null
  readonly limit: number
}

/** The reader's conversations that they may read now, with what they received and have read of each. */
export function readable(viewer: Viewer, only: readonly number[] | null): Sql {
  const { realmId, userId } = viewer
  return sql`readable as (
    select s.recipient_id, s.stream_id, s.history, s.read, s.is_active, s.is_muted
    from subscription s left join stream st on st.realm_id = s.realm_id and st.recipient_id = s.recipient_id
    where s.realm_id = ${realmId} and s.user_id = ${userId}
      ${only === null ? sql`` : sql`and s.recipient_id = any(${only}::bigint[])`}
      and (s.stream_id is null or s.is_active or ${isOpenTo(viewer)}))`
}

/** Flagged without a subscription, such as a star on a message of a public channel. */
function isHistorical(viewer: Viewer): Sql {
  return sql`exists (select 1 from user_message um where um.realm_id = ${viewer.realmId} and um.user_id = ${viewer.userId}
      and um.message_id = m.id and um.flags & ${trusted(String(FLAG.historical))} <> 0)
    and exists (select 1 from stream st where st.realm_id = ${viewer.realmId} and st.id = m.stream_id and ${isOpenTo(viewer)})`
}

/** The messages before an anchor, and those from it on; without an anchor the newest. */
export function idsAround(
  viewer: Viewer,
  plan: NarrowPlan,
  conversations: readonly number[] | null,
  {
    anchor,
    numBefore,
    numFrom,
  }: { readonly anchor: number | null; readonly numBefore: number; readonly numFrom: number },
): MessageSource {
  const before = idsInRange(viewer, plan, { direction: 'down', anchor, limit: numBefore })
  const from = idsInRange(viewer, plan, { direction: 'up', anchor, limit: numFrom })
  return {
    with: readable(viewer, conversations),
    ids: sql`(${before}) union all (${from})`,
    isSteady: isSteady(plan),
  }
}

// What any value of these is found by is the same index.
const STEADY: ReadonlySet<Condition['kind']> = new Set(['topic', 'unread', 'flag', 'mentioned'])

/** A word or a sender may be rare or everywhere: the database looks at the value to choose the way. */
function isSteady({ scope, conditions: planned }: NarrowPlan): boolean {
  if (scope.kind !== 'own' && scope.kind !== 'conversation') return false
  return planned.every(({ condition, isNegated }) => !isNegated && STEADY.has(condition.kind))
}

/** One message, if the viewer may read it. */
export function readableId(viewer: Viewer, id: number): Sql {
  return sql`select m.id from message m where m.realm_id = ${viewer.realmId} and m.id = ${id} and ${canReadMessage(viewer)}`
}

/** A statement for the ids of a narrow within a range; it may use the table expression `readable`. */
export function idsInRange(viewer: Viewer, plan: NarrowPlan, range: IdRange): Sql {
  const where = conditions(viewer, plan.conditions)
  const { scope } = plan
  if (scope.kind === 'conversation') {
    return messages(viewer, sql`m.recipient_id = ${scope.recipientId} and ${where}`, range)
  }
  if (scope.kind === 'given') {
    const given = sql`m.id = any(${scope.ids}::bigint[]) and ${canReadMessage(viewer)} and ${where}`
    return messages(viewer, given, range)
  }
  if (scope.kind === 'public') {
    const streams = isGuest(viewer) || scope.webOnly ? sql`is_web_public` : sql`not invite_only`
    const from = sql`(select recipient_id from stream where realm_id = ${viewer.realmId} and ${streams}) r`
    return spread(viewer, { from, within: sql`true`, where }, range)
  }
  return ownIds(viewer, plan, where, range)
}

function ownIds(viewer: Viewer, plan: NarrowPlan, where: Sql, range: IdRange): Sql {
  const isOwn = sql`(exists (select 1 from readable r where r.recipient_id = m.recipient_id and m.id <@ r.history)
    or ${isHistorical(viewer)})`
  const asked = (kind: Condition['kind']) =>
    plan.conditions.find(({ condition, isNegated }) => condition.kind === kind && !isNegated)
  const flag = asked('flag')?.condition
  if (flag?.kind === 'flag') {
    return ordered(flagged(viewer, flag.bits, sql`${where} and ${isOwn}`, range), range)
  }
  if (asked('mentioned') !== undefined) {
    const byFlag = flagged(viewer, ANY_MENTION, sql`${where} and ${isOwn}`, range)
    const from = sql`readable r`
    const within = sql`m.is_stream_wildcard and m.id <@ r.history`
    return ordered(
      sql`(${byFlag}) union (${spread(viewer, { from, within, where }, range)})`,
      range,
    )
  }
  if (asked('search') !== undefined || asked('sender') !== undefined || asked('id') !== undefined) {
    // Joined, because of a common word's many messages each would look its conversation up by itself.
    return sql`select m.id from message m left join readable r on r.recipient_id = m.recipient_id
      where m.realm_id = ${viewer.realmId} and ${where} and (m.id <@ r.history or ${isHistorical(viewer)})
        and ${bound(sql`m.id`, range)} order by m.id ${directionOf(range)} limit ${range.limit}`
  }
  const unread = asked('unread')
  if (unread !== undefined) {
    // The choice of history takes care of it; as a condition it would check the whole read state for every message.
    const others = conditions(
      viewer,
      plan.conditions.filter((condition) => condition !== unread),
    )
    return ordered(unreadIds(viewer, others, range), range)
  }
  const received = spread(
    viewer,
    { from: sql`readable r`, within: sql`m.id <@ r.history`, where },
    range,
  )
  const marked = flagged(viewer, FLAG.historical, sql`${where} and ${isHistorical(viewer)}`, range)
  return ordered(sql`(${received}) union (${marked})`, range)
}

/**
 * Unread messages: in a current subscription, outside what was read. The gaps of a conversation are visited in order
 * and only until there are enough messages, for there may be very many gaps.
 */
function unreadIds(viewer: Viewer, where: Sql, range: IdRange): Sql {
  const { anchor, direction, limit } = range
  const down = direction === 'down'
  const reaches = down
    ? sql`coalesce(lower(gap), 0) < ${anchor}`
    : sql`(upper_inf(gap) or upper(gap) > ${anchor})`
  const gaps = sql`select gap from unnest(r.history - r.read) as gap where ${anchor === null ? sql`true` : reaches}
    order by lower(gap) ${directionOf(range)} ${down ? sql`nulls last` : sql`nulls first`}`
  const inGap = messages(
    viewer,
    sql`m.recipient_id = r.recipient_id and m.id >= coalesce(lower(gap), 0) and m.id < coalesce(upper(gap), ${NO_END})
      and not (m.sender_id = ${viewer.userId} and m.is_read_by_sender) and ${where}`,
    range,
  )
  const inOne = sql`select one.id from (${gaps}) g cross join lateral (${inGap}) one limit ${limit}`
  const fromOthers = sql`select found.id from readable r cross join lateral (${inOne}) found where r.is_active
    order by found.id ${directionOf(range)} limit ${limit}`
  const isUnread = sql`exists (select 1 from readable r where r.recipient_id = m.recipient_id and r.is_active
    and m.id <@ r.history and not m.id <@ r.read)`
  return sql`(${fromOthers}) union (${flagged(viewer, FLAG.unread, sql`${where} and ${isUnread}`, range)})`
}

/** Searches each conversation with its own index, so that the cost does not grow with the messages of the others. */
function spread(
  viewer: Viewer,
  { from, within, where }: { readonly from: Sql; readonly within: Sql; readonly where: Sql },
  range: IdRange,
): Sql {
  const inOne = messages(
    viewer,
    sql`m.recipient_id = r.recipient_id and ${within} and ${where}`,
    range,
  )
  return sql`select found.id from ${from} cross join lateral (${inOne}) found
    order by found.id ${directionOf(range)} limit ${range.limit}`
}

function flagged(viewer: Viewer, bits: number, where: Sql, range: IdRange): Sql {
  return sql`select m.id from user_message marked join message m on m.realm_id = marked.realm_id and m.id = marked.message_id
    where marked.realm_id = ${viewer.realmId} and marked.user_id = ${viewer.userId}
      and marked.flags & ${trusted(String(bits))} <> 0 and ${where} and ${bound(sql`marked.message_id`, range)}
    order by marked.message_id ${directionOf(range)} limit ${range.limit}`
}

function messages(viewer: Viewer, where: Sql, range: IdRange): Sql {
  return sql`select m.id from message m where m.realm_id = ${viewer.realmId} and ${where} and ${bound(sql`m.id`, range)}
    order by m.id ${directionOf(range)} limit ${range.limit}`
}

function ordered(ids: Sql, range: IdRange): Sql {
  return sql`select found.id from (${ids}) found order by found.id ${directionOf(range)} limit ${range.limit}`
}

function directionOf({ direction }: IdRange): Sql {
  return direction === 'down' ? sql`desc` : sql`asc`
}

function bound(column: Sql, { direction, anchor }: IdRange): Sql {
  if (anchor === null) return sql`true`
  return direction === 'down' ? sql`${column} < ${anchor}` : sql`${column} >= ${anchor}`
}

function conditions(viewer: Viewer, planned: readonly PlannedCondition[]): Sql {
  if (planned.length === 0) return sql`true`
  return join(
    planned.map(({ condition, isNegated }) => {
      const test = conditionSql(viewer, condition)
      return isNegated ? sql`not coalesce((${test}), false)` : sql`(${test})`
    }),
    ' and ',
  )
}

// oxlint-disable-next-line complexity -- one case for each operator of the narrow language
function conditionSql(viewer: Viewer, condition: Condition): Sql {
  switch (condition.kind) {
    case 'nothing':
      return sql`false`
    case 'recipient':
      return sql`m.recipient_id = ${condition.recipientId}`
    case 'recipients':
      return sql`m.recipient_id = any(${condition.recipientIds}::bigint[])`
    case 'topic':
      return sql`lower(m.topic) = lower(${condition.topic}) and m.stream_id is not null`
    case 'resolved':
      return sql`m.topic like '✔ %' and m.stream_id is not null`
    case 'sender':
      return sql`m.sender_id = ${condition.userId}`
    case 'public_channels':
      return sql`m.stream_id in (select st.id from stream st where st.realm_id = ${viewer.realmId}
        and ${condition.webOnly || isGuest(viewer) ? sql`st.is_web_public` : sql`not st.invite_only`})`
    case 'dm':
      return sql`m.stream_id is null`
    case 'dm_including':
      return sql`m.stream_id is null and m.recipient_id in (select r.id from recipient r where r.realm_id = ${viewer.realmId}
        and r.user_ids @> ${condition.userIds}::bigint[] ${condition.groupOnly ? sql`and cardinality(r.user_ids) > 2` : sql``})`
    case 'has':
      return sql`m.${trusted(condition.column)}`
    case 'id':
      return sql`m.id = ${condition.id}`
    case 'search':
      return searchSql(condition)
    default:
      return markSql(viewer, condition)
  }
}

function searchSql({ words, phrases }: Extract<Condition, { kind: 'search' }>): Sql {
  const found = sql`m.search @@ plainto_tsquery('english', ${words})`
  const exact = phrases.map((phrase) => {
    const pattern = `%${phrase.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return sql`(m.content ilike ${pattern} or (m.stream_id is not null and m.topic ilike ${pattern}))`
  })
  // Stop words of English search match nothing by themselves; a phrase of them is then searched for as plain text.
  const isVoid = sql`numnode(plainto_tsquery('english', ${words})) = 0`
  return exact.length === 0 ? found : sql`(${found} or ${isVoid}) and ${join(exact, ' and ')}`
}

type MarkCondition = Extract<
  Condition,
  { kind: 'flag' | 'mentioned' | 'unread' | 'user_topic' | 'muted' | 'muted_topic' | 'home' }
>

function markSql(viewer: Viewer, condition: MarkCondition): Sql {
  const { userId } = viewer
  const mark = (bits: number) =>
    sql`exists (select 1 from user_message um where um.realm_id = ${viewer.realmId} and um.user_id = ${userId}
      and um.message_id = m.id and um.flags & ${trusted(String(bits))} <> 0)`
  const policy = (policies: string) =>
    sql`exists (select 1 from user_topic ut where ut.realm_id = ${viewer.realmId} and ut.user_id = ${userId}
      and ut.stream_id = m.stream_id and lower(ut.topic) = lower(m.topic) and ut.visibility_policy in (${trusted(policies)}))`
  const isMutedChannel = sql`exists (select 1 from subscription ms where ms.realm_id = ${viewer.realmId} and ms.user_id = ${userId}
    and ms.recipient_id = m.recipient_id and ms.is_muted and ms.stream_id is not null)`
  const isMuted = sql`(${policy('1')} or (${isMutedChannel} and not ${policy('2, 3')}))`
  const isMentioned = sql`(${mark(ANY_MENTION)} or m.is_stream_wildcard)`
  switch (condition.kind) {
    case 'flag':
      return mark(condition.bits)
    case 'mentioned':
      return isMentioned
    case 'user_topic':
      return policy(String(condition.policy))
    case 'muted':
      return isMuted
    case 'muted_topic':
      return policy('1')
    case 'home':
      return sql`not ${isMuted} or ${isMentioned} or ${policy('3')}`
    case 'unread':
      return sql`exists (select 1 from subscription us where us.realm_id = ${viewer.realmId} and us.user_id = ${userId}
          and us.recipient_id = m.recipient_id and us.is_active and m.id <@ us.history and not m.id <@ us.read)
        and (not (m.sender_id = ${userId} and m.is_read_by_sender) or ${mark(FLAG.unread)})`
  }
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql, type Sql } from '@oficina/kit/sql.ts'

import { entriesBehind, entriesBehindAndIn } from '../../src/events/store/event-log-store.ts'
import { FLAG } from '../../src/messages/flag-bits.ts'
import { idsInRange, readable } from '../../src/messages/store/narrow-sql.ts'
import type {
  NarrowPlan,
  PlannedCondition,
  Condition,
  Scope,
} from '../../src/narrow/narrow-plan.ts'
import { channel, sendDirect, startOwnChat, type ChatTest, type Person } from '../chat-service.ts'

// A service of its own: it fills tables and reads plans.
// Deep: it writes 60,000 messages and looks at the plan of each way to find some.

const MESSAGES = 60_000
const CHANNELS = 30

let chat: ChatTest
let hamlet: Person
let recipients: readonly number[] = []
let direct = 0

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

before(async () => {
  chat = await startOwnChat()
  hamlet = await chat.person('King Hamlet')
  const cordelia = await chat.person('Cordelia')
  for (let number = 0; number < CHANNELS; number += 1)
    await channel(chat.owner, `channel ${number}`, [hamlet, cordelia])
  await sendDirect(cordelia, [hamlet], 'hello')
  const { database, realmId } = chat
  await database.query({
    text: `insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at, is_read_by_sender)
      select $1, st.recipient_id, st.id, 'topic ' || n % 40, $2, 'text ' || n, case when n % 500 = 0 then '<p>zebra</p>' else '<p>text</p>' end,
        'test', now(), false
      from generate_series(1, ${MESSAGES}) n join (select *, row_number() over (order by id) - 1 as position from stream where realm_id = $1) st
        on st.position = n % ${CHANNELS}`,
    values: [realmId, cordelia.id],
  })
  await database.query({
    text: `update subscription set read = int8multirange(int8range(0, ${MESSAGES} - 2000)) where realm_id = $1 and user_id = $2`,
    values: [realmId, hamlet.id],
  })
  await database.query({ text: 'vacuum analyze', values: [] })
  const streams = await database.query<{ id: number }>({
    text: 'select recipient_id as id from stream where realm_id = $1 order by id',
    values: [realmId],
  })
  recipients = streams.map(({ id }) => id)
  const [dm] = await database.query<{ id: number }>({
    text: 'select id from recipient where realm_id = $1 and user_ids is not null',
    values: [realmId],
  })
  direct = dm?.id ?? 0
})
after(() => chat.stop())

function all(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(all)]
}

/** How many messages a statement looks at, and whether it reads the table from one end to the other. */
async function looked(
  statement: Sql,
): Promise<{ readonly rows: number; readonly isWhole: boolean }> {
  const [row] = await chat.database.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
    sql`explain (analyze, timing off, format json) ${statement}`,
  )
  const nodes = all(row?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': 'none' }).filter(
    (node) => node['Relation Name'] === 'message',
  )
  const rows = nodes.reduce(
    (sum, node) =>
      sum +
      ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) *
        (node['Actual Loops'] ?? 1),
    0,
  )
  return { rows, isWhole: nodes.some((node) => node['Node Type'] === 'Seq Scan') }
}

const OWN: Scope = { kind: 'own' }

interface Case {
  readonly name: string
  readonly scope?: Scope
  readonly conditions?: readonly Condition[]
  readonly named?: readonly number[]
  /** The most messages that may be looked at for 100. */
  readonly most: number
}

const asked = (conditions: readonly Condition[]): readonly PlannedCondition[] =>
  conditions.map((condition) => ({ condition, isNegated: false }))

const cases = (): readonly Case[] => [
  { name: 'one’s own history', most: 100 * (CHANNELS + 2) },
  {
    name: 'a channel',
    scope: { kind: 'conversation', recipientId: recipients[3] ?? 0 },
    most: 110,
  },
  {
    name: 'a topic',
    scope: { kind: 'conversation', recipientId: recipients[3] ?? 0 },
    conditions: [{ kind: 'topic', topic: 'Topic 3' }],
    most: 110,
  },
  {
    name: 'a direct conversation',
    conditions: [{ kind: 'recipient', recipientId: direct }],
    named: [direct],
    most: 110,
  },
  { name: 'unread messages', conditions: [{ kind: 'unread' }], most: 100 * (CHANNELS + 2) },
  { name: 'starred messages', conditions: [{ kind: 'flag', bits: FLAG.starred }], most: 10 },
  { name: 'mentions', conditions: [{ kind: 'mentioned' }], most: 10 },
  {
    name: 'every public channel',
    scope: { kind: 'public', webOnly: false },
    most: 100 * (CHANNELS + 2),
  },
  { name: 'a search', conditions: [{ kind: 'search', words: 'zebra', phrases: [] }], most: 1_000 },
]

for (const direction of ['down', 'up'] as const) {
  test(`messages are found by an index and not by reading all of them (${direction})`, async () => {
    const viewer = {
      realmId: chat.realmId,
      userId: hamlet.id,
      role: 400,
      groups: new Set<number>(),
    } as const
    for (const { name, scope = OWN, conditions = [], named = null, most } of cases()) {
      const plan: NarrowPlan = { scope, conditions: asked(conditions) }
      const anchor = direction === 'down' ? null : 0
      const ids = idsInRange(viewer, plan, { direction, anchor, limit: 100 })
      const { rows, isWhole } = await looked(sql`with ${readable(viewer, named)} ${ids}`)
      assert.ok(!isWhole, `${name} reads the whole table`)
      assert.ok(rows <= most, `${name} looks at ${rows} messages for 100`)
    }
  })
}

test('sending, reading and deleting find their rows by an index', async () => {
  const [newest] = await chat.database.query<{ id: number }>({
    text: 'select max(id) as id from message',
    values: [],
  })
  const statements: Record<string, Sql> = {
    'whether a topic exists': sql`select exists (select 1 from message m where m.realm_id = ${chat.realmId}
      and m.recipient_id = ${recipients[0]} and lower(m.topic) = lower(${'nothing'}))`,
    'the first message of a channel': sql`select min(id) from message where realm_id = ${chat.realmId} and recipient_id = ${recipients[0]}`,
    'one message': sql`select id from message where realm_id = ${chat.realmId} and id = ${newest?.id}`,
  }
  for (const [name, statement] of Object.entries(statements)) {
    const { rows, isWhole } = await looked(statement)
    assert.ok(!isWhole && rows <= 1, `${name} looks at ${rows} messages`)
  }
})

/** How many entries of the log a statement reads under a plan that is made for any values. */
async function entriesRead(statement: Sql): Promise<number> {
  const literals = statement.values.map((value) =>
    Array.isArray(value) ? `array[${value.join()}]::bigint[]` : String(value),
  )
  const plan = await chat.database.transaction(async (tx) => {
    const run = async (text: string) =>
      await tx.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>({ text, values: [] })
    await run('set local plan_cache_mode = force_generic_plan')
    await run(`prepare looked as ${statement.text}`)
    const rows = await run(
      `explain (analyze, timing off, format json) execute looked(${literals.join()})`,
    )
    await run('deallocate looked')
    return rows[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': 'none' }
  })
  return all(plan)
    .filter((node) => node['Relation Name'] === 'event_log')
    .reduce(
      (sum, node) =>
        sum +
        ((node['Actual Rows'] ?? 0) +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)) *
          (node['Actual Loops'] ?? 1),
      0,
    )
}

test('who looks for new events never reads the old ones, also under a plan that is kept for any values', async () => {
  const { database, realmId } = chat
  // Numbers that no process reads any more.
  await database.query({
    text: `insert into event_log (id, realm_id, origin, notices) overriding system value
      select -n, $1, 0, '[]' from generate_series(1, 20000) n`,
    values: [realmId],
  })
  const [newest] = await database.query<{ id: number }>({
    text: 'select max(id) as id from event_log',
    values: [],
  })
  const position = newest?.id ?? 0
  assert.equal(await entriesRead(entriesBehind(position, 1)), 0)
  assert.equal(await entriesRead(entriesBehindAndIn(position, [-7, -19_000, -30_000], 1)), 2)
})

// Last: it changes what the others look at.
test('where nearly all messages are in one conversation, those of the others are not looked for among them', async () => {
  const { database, realmId } = chat
  const [largest] = recipients
  await database.query({
    text: 'delete from message where realm_id = $1 and recipient_id <> $2',
    values: [realmId, largest],
  })
  await database.query({
    text: `insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at, is_read_by_sender)
      select m.realm_id, m.recipient_id, m.stream_id, m.topic, m.sender_id, m.content, m.rendered_content, m.client, m.sent_at, false
      from message m cross join generate_series(1, 30) where m.realm_id = $1`,
    values: [realmId],
  })
  await database.query({ text: 'vacuum analyze message', values: [] })
  const viewer = { realmId, userId: hamlet.id, role: 400, groups: new Set<number>() } as const
  const plan: NarrowPlan = { scope: OWN, conditions: asked([{ kind: 'unread' }]) }
  const ids = idsInRange(viewer, plan, { direction: 'down', anchor: null, limit: 50_000 })
  const { rows, isWhole } = await looked(sql`with ${readable(viewer, null)} ${ids}`)
  assert.ok(!isWhole && rows <= 2 * MESSAGES, `unread messages look at ${rows} of them`)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'
import { applyEvent } from './apply-event.ts'
import { assertSame, stateOf } from './client-state.ts'
import { COMMANDS, type Stage } from './state-commands.ts'

// Deep: it takes random sequences of actions.

let chat: ChatTest
let stage: Stage
let watchers: readonly (readonly [Person, Record<string, unknown>])[]

before(async () => {
  chat = await startChat()
  const iago = await chat.person('Iago', ROLE.administrator)
  const hamlet = await chat.person('King Hamlet')
  const cordelia = await chat.person('Cordelia')
  const polonius = await chat.person('Polonius', ROLE.guest)
  const people = [chat.owner, iago, hamlet, cordelia, polonius]
  for (let number = 0; number < 4; number += 1) await channel(iago, `play ${number}`, people)
  // Weighted: what the owner and an administrator may do, others may not.
  stage = { chat, people: [chat.owner, chat.owner, iago, hamlet, cordelia, polonius], one }
  watchers = [
    [chat.owner, NEW],
    [cordelia, NEW],
    [cordelia, OLD],
    [polonius, NEW],
  ]
})
after(() => chat.stop())

const CLIENT = { fetch_event_types: 'null', client_gravatar: false, include_subscribers: 'true' }
const KNOWN = { notification_settings_null: true, empty_topic_name: true }
const NEW = {
  ...CLIENT,
  client_capabilities: {
    ...KNOWN,
    bulk_message_deletion: true,
    archived_channels: true,
    include_deactivated_groups: true,
  },
}
const OLD = { ...CLIENT, client_capabilities: KNOWN }

/** The row that a random number means; 0 is none's. */
async function one(table: string, number: number, where = 'true'): Promise<number> {
  const rows = await chat.database.query<{ id: number }>({
    text: `select id from ${table} where realm_id = $1 and (${where}) order by id desc limit 6`,
    values: [chat.realmId],
  })
  return rows[number % Math.max(rows.length, 1)]?.id ?? 0
}

// One's own role decides about all that one sees; it changes in nearly every round.
const OFTEN = Array.from({ length: 8 }, () => 'ownRole')

const STEP = fc.record({
  kind: fc.constantFrom(...Object.keys(COMMANDS), ...OFTEN),
  by: fc.nat({ max: 5 }),
  a: fc.nat({ max: 5 }),
  b: fc.nat({ max: 5 }),
  isOn: fc.boolean(),
})

const ROUNDS = Number(process.env['STATE_ROUNDS'] ?? 4)
const SEED = process.env['STATE_SEED']

interface Watching {
  readonly person: Person
  readonly fields: Record<string, unknown>
  readonly queue: Listening
}

/** That a client which follows the events knows what a new one is told. */
async function check({ person, fields, queue }: Watching): Promise<void> {
  const kept = stateOf(queue.state, person.id)
  for (const event of await queue.events()) applyEvent(kept, event)
  const told = stateOf((await person.listen(fields)).state, person.id)
  const who = `${person.name}${fields === OLD ? ', an old client' : ''}`
  assertSame(kept, told, who)
}

test('whatever happens, what a client was told at first and the events make what a new one is told', async () => {
  const counts = { done: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 30, maxLength: 40 }), async (steps) => {
      const watching = await Promise.all(
        watchers.map(async ([person, fields]) => ({
          person,
          fields,
          queue: await person.listen(fields),
        })),
      )
      for (const step of steps) {
        const by = stage.people[step.by] ?? chat.owner
        const answer = await COMMANDS[step.kind]?.(stage, by, step)
        assert.ok(answer !== undefined && answer.status < 500, `${step.kind}: ${answer?.text}`)
        counts[answer.status === 200 ? 'done' : 'refused'] += 1
        chat.clock.advance(1000)
      }
      for (const one of watching) await check(one)
    }),
    { numRuns: ROUNDS, endOnFailure: true, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  )
  assert.ok(counts.done > counts.refused / 3, `enough is allowed: ${JSON.stringify(counts)}`)
})

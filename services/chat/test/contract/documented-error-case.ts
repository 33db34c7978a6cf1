import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ChatTest, Person } from '../chat-service.ts'
import type { FakeRelay } from '../told/fake-relay.ts'

export interface World {
  readonly chat: ChatTest
  readonly owner: Person
  readonly hamlet: Person
  readonly cordelia: Person
  readonly guest: Person
  /** A public channel with all of them. */
  readonly denmark: number
  /** A private channel of the owner alone. */
  readonly secret: number
  /** A channel with more people than may all be called at once; one topic of it has more senders. */
  readonly crowd: number
  /** Another server, which has a push relay. */
  readonly pushing: { readonly person: Person; readonly relay: FakeRelay; readonly chat: ChatTest }
}

/** An id that nothing has. */
export const NOTHING = 99_999

interface Provoked {
  readonly answer: TestAnswer
  /** What the document's example names otherwise: its words, and ours. */
  readonly named?: Readonly<Record<string, string | number>>
  /** What Zulip answers too, though the example does not show it. */
  readonly more?: Readonly<Record<string, string>>
}

type Ask = (world: World) => Promise<TestAnswer | Provoked>

/** How to be answered as the document's example says, or why this server has no such answer. */
type ErrorCase = Ask | string
/** By what the operation's example says. */
export type ErrorCases = Readonly<Record<string, Readonly<Record<string, ErrorCase>>>>

/** The id of the group of a name. */
export async function group(world: World, name: string): Promise<number> {
  const groups = await world.owner.get('/user_groups')
  const found = groups.json.user_groups.find((one: { readonly name: string }) => one.name === name)
  return found.id
}

/** Asks while a permission of the organization is another group's. */
export async function whilePermitted(
  world: World,
  [permission, held]: readonly [string, string],
  ask: () => Promise<TestAnswer>,
): Promise<TestAnswer> {
  const { state } = await world.owner.listen({ fetch_event_types: ['realm'] })
  const before: unknown = state[`realm_${permission}`]
  const set = async (value: unknown) => {
    const { status, text } = await world.owner.patch('/realm', { [permission]: { new: value } })
    if (status !== 200) throw new Error(text)
  }
  await set(await group(world, held))
  const answer = await ask()
  await set(before)
  return answer
}

import type { ClientEvent, EventName, EventNamed } from '../../wire/events.ts'
import type { RegisterAnswer } from '../../wire/register.ts'
import { account } from '../session/accounts.ts'

/** An event as the service sends it. */
export type WireEvent = ClientEvent

/** What `POST /register` answers, as far as it was asked for. */
export type Registered = Partial<RegisterAnswer>

/** By type of event, or by type and `op`: `'realm_user add'`. */
type EventHandlers = { readonly [N in EventName]?: (event: EventOf<N>) => unknown }

/** The events of a name, as they come. */
export type EventOf<N extends EventName> = EventNamed<N> & { readonly id: number }

/** One subject of what the client knows: where it comes from, and what keeps it true. */
export interface Part {
  /** Fetch types of `/register` that the first paint needs. */
  readonly first?: readonly string[]
  /** Fetch types that can wait until the page is shown. */
  readonly later?: readonly string[]
  /** Takes what was registered; called again when a queue had to be opened anew. Absent keys were not asked for. */
  readonly take?: (state: Registered) => void
  readonly events?: EventHandlers
}

/** The id of the person who uses this tab; 0 when nobody is signed in. */
export function ownId(): number {
  return account.peek()?.userId ?? 0
}

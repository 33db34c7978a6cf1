import { account } from '../session/accounts.ts'

/** An event as the service sends it. What is unknown in it is left alone. */
export type WireEvent = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly op?: string
  readonly id: number
}

/** What `POST /register` answers, as far as it was asked for. */
export type Registered = Readonly<Record<string, unknown>>

/** By type of event, or by type and `op`: `'realm_user add'`. Who handles one knows its shape. */
// oxlint-disable-next-line typescript/no-explicit-any -- each handler declares the event that its type has.
export type EventHandlers = Readonly<Record<string, (event: any) => void>>

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

import { batch } from '@preact/signals'

import type { EventName } from '../../wire/events.ts'
import type { EventOf, Part, WireEvent } from './part.ts'
import { PARTS } from './parts.ts'

/** Told of an event after all parts have taken it. */
type Listener = (event: never) => unknown

type Handlers = ReadonlyMap<string, readonly Listener[]>

/** The id of an event of this tab's own, which is in no queue: what a person does is shown before the service tells. */
export const LOCAL = -1

const ALL = handlersOf(PARTS)
const OF_LATER = handlersOf(PARTS.filter(({ later }) => later !== undefined))

const listeners = new Map<string, Set<Listener>>()

/** Tells `listener` of each event of a type, until the answer is called: for what is no state, such as exports. */
export function onEvent<N extends EventName>(
  type: N,
  listener: (event: EventOf<N>) => void,
): () => void {
  const known = listeners.get(type) ?? new Set()
  listeners.set(type, known.add(listener))
  return () => {
    known.delete(listener)
  }
}

/** Brings what the client knows up to date, by all events of a poll at once. What is unknown changes nothing. */
export function applyEvents(events: readonly WireEvent[]): void {
  apply(events, ALL)
  for (const event of events) {
    for (const listener of listeners.get(event.type) ?? []) guarded(listener, event)
  }
}

/** The same for the parts alone that came after the first answer; each of them may have had an event before. */
export function applyToLater(events: readonly WireEvent[]): void {
  apply(events, OF_LATER)
}

function apply(events: readonly WireEvent[], handlers: Handlers): void {
  batch(() => {
    for (const event of events) {
      const { type } = event
      const op = 'op' in event ? event.op : undefined
      const found = [
        ...(handlers.get(type) ?? []),
        ...(op === undefined ? [] : (handlers.get(`${type} ${op}`) ?? [])),
      ]
      for (const handler of found) {
        guarded(handler, event)
      }
    }
  })
}

function guarded(handler: Listener, event: WireEvent): void {
  try {
    // It was listed under the name of the event.
    handler(event as never)
  } catch (error) {
    // One event that nobody expected must not stop the others.
    reportError(error)
  }
}

function handlersOf(parts: readonly Part[]): Handlers {
  const handlers = new Map<string, Listener[]>()
  for (const { events = {} } of parts) {
    for (const [name, handler] of Object.entries(events)) {
      const known = handlers.get(name)
      if (known === undefined) handlers.set(name, [handler])
      else known.push(handler)
    }
  }
  return handlers
}

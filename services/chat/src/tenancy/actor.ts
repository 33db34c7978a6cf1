import type { Caller } from './store/user-store.ts'
import type { ActionTools, Tools } from './act.ts'
import type { Viewer } from './viewer.ts'

/** Who acts, with all that rules ask for. */
export interface Actor {
  readonly tools: ActionTools
  readonly caller: Caller
  readonly viewer: Viewer
}

/** Who acts, before a transaction. */
export interface OuterActor<T extends Tools = Tools> extends Actor {
  readonly tools: T
}

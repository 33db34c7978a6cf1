import type { Caller } from '../tenancy/store/user-store.ts'
import type { Viewer } from '../tenancy/viewer.ts'
import type { ActionTools, Tools } from './act.ts'

/** The acting user, with everything that rules check. */
export interface Actor {
  readonly tools: ActionTools
  readonly caller: Caller
  readonly viewer: Viewer
}

/** The acting user, before a transaction. */
export interface OuterActor<T extends Tools = Tools> extends Actor {
  readonly tools: T
}

import type { Tx } from '@oficina/kit/database.ts'

import type { StateObject } from '../../wire/register.ts'
import type { Given } from '../tenancy/json-text.ts'
import type { Caller } from '../tenancy/store/user-store.ts'
import type { Viewer } from '../tenancy/viewer.ts'
import type { ActionTools } from './act.ts'

/** What a client says about the initial state that it wants. */
export interface StateOptions {
  readonly tools: ActionTools
  readonly caller: Caller
  readonly viewer: Viewer
  /** Null: everything. */
  readonly fetchTypes: readonly string[] | null
  readonly clientGravatar: boolean
  readonly isSlimPresence: boolean
  readonly presenceDays: number | undefined
  readonly subscribers: 'none' | 'partial' | 'all'
  readonly capabilities: Readonly<Record<string, boolean>>
}

/** Some of the state that a client begins with. */
export type State = Given<Partial<StateObject>>

/** The part of the state for one fetch type. */
export type StatePart = (tx: Tx, options: StateOptions) => Promise<State>

/** The fetch types that a subject answers. */
export type StateParts = Readonly<Record<string, StatePart>>

export const field =
  <K extends keyof StateObject>(
    name: K,
    read: (tx: Tx, viewer: Viewer) => Promise<Required<StateObject>[K]>,
  ): StatePart =>
  async (tx, { viewer }) => ({ [name]: await read(tx, viewer) })

/** For values that are the same for everybody. */
export const fixed =
  (state: State): StatePart =>
  () =>
    Promise.resolve(state)

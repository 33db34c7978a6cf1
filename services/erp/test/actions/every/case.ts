import type { World } from './world.ts'

/** A call of an action that succeeds once. */
export interface Call {
  /** None: an action without a record. */
  readonly ids: readonly number[]
  readonly inputs?: object
  /** Who calls; the administrator of the first company unless it says so. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often it may succeed; once unless it says so. */
  readonly isRepeatable?: true
}

/** Makes records in the state in which an action takes them, and says how it is called. */
export type Case = (world: World) => Promise<Call>

/** By `Model.action`. */
export type Cases = Readonly<Record<string, Case>>

export const on = (id: number, inputs: object = {}): Call => ({ ids: [id], inputs })

import { REASON, type World } from './world.ts'

/** A call of an action that succeeds once. */
export interface Call {
  /** None: an action without a record. */
  readonly ids: readonly number[]
  readonly inputs?: object
  /** Who calls; the administrator of the first company unless it says so. */
  readonly headers?: Readonly<Record<string, string>>
  /** It may succeed again. */
  readonly isRepeatable?: true
  /** How often the audit log names it; once unless it says so. */
  readonly deeds?: number
}

/** Makes records in the state in which an action takes them, and says how it is called. */
export type Case = (world: World) => Promise<Call>

/** By `Model.action`. */
export type Cases = Readonly<Record<string, Case>>

export const on = (id: number, inputs: object = {}): Call => ({ ids: [id], inputs })

/** What is asked for, and done when the SAT has agreed. */
export const twice = (id: number): Call => ({ ids: [id], inputs: REASON, deeds: 2 })

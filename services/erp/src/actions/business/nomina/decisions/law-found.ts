import type { Result } from '@oficina/kit/result.ts'

/** A catalog that lacks what holds on a day. */
export interface MissingTable {
  readonly model: string
  /** What of it, such as a period of the tariff; nothing: all of it. */
  readonly keys: readonly string[]
  /** The first day of which it says nothing. */
  readonly since: string
}

/** A table as of a day, or what of it is missing. */
export type Found<T> = Result<T, MissingTable>

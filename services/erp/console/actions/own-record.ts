import type { ShownRecord } from '../record/surrounded-record.ts'

/** What inputs may speak of: the record that the action is on. */
export interface OwnRecord {
  readonly model: string
  readonly record: ShownRecord
}

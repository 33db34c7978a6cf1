import type { NotCarried } from './not-carried.ts'
import type { ArchiveChannels } from './read-channels.ts'

/** Rows of one table of this server; what names users or channels does it by the archive's ids. */
export type ExtraRow = Readonly<Record<string, unknown>>

/** What a row is checked with. */
export interface ExtraContext {
  readonly people: { readonly known: ReadonlyMap<number, true>; readonly table: string }
  readonly channels: { readonly known: ReadonlyMap<number, unknown>; readonly table: string }
  readonly fields: { readonly known: ReadonlyMap<number, true>; readonly table: string }
  readonly recipients: ArchiveChannels['recipients']
  readonly notCarried: NotCarried
}

import type { Part } from './part.ts'
import { Table } from './table.ts'

/**
 * How often a list has changed that the client does not keep, by the type of its event: who shows one asks for it again.
 */
export const listsChanged = new Table<string, number>()

const TYPES = [
  'attachment',
  'invites_changed',
  'realm_export',
  'realm_export_consent',
  'subscription peer_add',
  'subscription peer_remove',
  'subscription add',
  'subscription remove',
]

function note(type: string): void {
  listsChanged.set(type, (listsChanged.peek(type) ?? 0) + 1)
}

export const listsChangedPart: Part = {
  events: Object.fromEntries(TYPES.map((type) => [type, () => note(type)])),
  // What happened between two queues is not known.
  take: () => TYPES.forEach(note),
}

import { words } from '../../words/bots.ts'

/** Kinds of bots, as the wire numbers them. */
export const GENERIC = 1
export const HOOK = 2
const OUTGOING = 3
const EMBEDDED = 4

export function botTypeLabel(type: number): string {
  switch (type) {
    case HOOK:
      return words('typeHook')
    case OUTGOING:
      return words('typeOutgoing')
    case EMBEDDED:
      return words('typeEmbedded')
    default:
      return words('typeGeneric')
  }
}

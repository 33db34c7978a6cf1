import { classes } from '@oficina/web/dom.ts'

import { realm } from '../state/realm/realm.ts'
import { words } from '../words/compose.ts'
import { lengthOf } from './text-edit.ts'

// From here on one sees how much room is left.
const SHOWN_WITHIN = 500

/** How many characters a message may still have, once it matters. */
export function CharacterCount({ text }: { readonly text: string }) {
  const limit = realm.value?.max_message_length ?? Number.POSITIVE_INFINITY
  if (text.length < limit - SHOWN_WITHIN) return null
  const left = limit - lengthOf(text)
  return (
    <span class={classes('char-count', left < 0 && 'over')} role="status">
      {left < 0 ? words('tooLong', { count: -left }) : words('left', { count: left })}
    </span>
  )
}

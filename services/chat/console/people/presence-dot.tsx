import { classes } from '@oficina/web/dom.ts'

import { presenceOf } from '../state/presence.ts'
import { words } from '../words/people.ts'

/** Whether somebody is there: filled, half, empty; read out beside the name. */
export function PresenceDot({ userId }: { readonly userId: number }) {
  const state = presenceOf(userId)
  return (
    <span class={classes('presence', state)} title={words(state)}>
      <span class="hidden">{words(state)} </span>
    </span>
  )
}

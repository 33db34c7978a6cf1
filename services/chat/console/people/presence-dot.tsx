import { classes } from '@oficina/web/dom.ts'

import { words } from '../words/people.ts'
import { shownPresence } from './seen-text.ts'

/** Whether somebody is there: filled, half, empty; read out beside the name. */
export function PresenceDot({ userId }: { readonly userId: number }) {
  const state = shownPresence(userId)
  return (
    <span class={classes('presence', state)} title={words(state)}>
      <span class="hidden">{words(state)} </span>
    </span>
  )
}

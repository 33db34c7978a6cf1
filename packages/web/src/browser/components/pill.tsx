import type { ComponentChildren } from 'preact'

import { classes } from '../dom.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A state: a word with a colour, never the colour alone. */
export function Pill({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}) {
  return <span class={classes('pill', tone)}>{children}</span>
}

import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

import { classes } from '../dom.ts'
import { Icon } from './icon.tsx'

/** `primary` is the most likely next step, of which a page has one; `danger` asks before it acts. */
export type ButtonKind = 'plain' | 'primary' | 'quiet' | 'danger'

export interface ButtonProps extends ButtonHTMLAttributes {
  readonly kind?: ButtonKind
  readonly icon?: string
  /** Something goes on that this button began: it cannot be pressed again, and says so. */
  readonly isBusy?: boolean
  readonly children?: ComponentChildren
}

export function Button({ kind = 'plain', icon, isBusy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={classes('btn', kind, typeof rest.class === 'string' && rest.class)}
      disabled={isBusy || rest.disabled}
      aria-busy={isBusy}
    >
      {icon !== undefined && <Icon svg={icon} />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends ButtonHTMLAttributes {
  readonly icon: string
  /** What it does: read out, and shown on hover. */
  readonly label: string
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={classes('icon-btn', typeof rest.class === 'string' && rest.class)}
      aria-label={label}
      title={label}
    >
      <Icon svg={icon} />
    </button>
  )
}

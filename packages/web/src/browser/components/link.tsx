import type { ComponentChildren } from 'preact'

import { href, navigate } from '../router.ts'

export interface LinkProps {
  /** An address of the router, such as `/m/Compra`. */
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly title?: string
  readonly isCurrent?: boolean
  readonly tabIndex?: number
  readonly id?: string
  /** Called before the router goes there, also when another tab opens. */
  readonly onClick?: () => void
  readonly onFocus?: () => void
}

/** A link within the console. Clicks that ask for another tab or window are left to the browser. */
export function Link({ to, children, onClick, isCurrent = false, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href(to)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        onClick?.()
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
        if (!isPlain) return
        event.preventDefault()
        void navigate(to)
      }}
    >
      {children}
    </a>
  )
}

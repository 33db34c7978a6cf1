import type { ComponentChildren } from 'preact'

/** A part of a page that scrolls by itself, also by the keyboard. */
export function ScrollBox({
  label,
  children,
  ...rest
}: {
  readonly label: string
  readonly class: string
  readonly children: ComponentChildren
}) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached to be scrolled
    <div class={rest.class} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  )
}

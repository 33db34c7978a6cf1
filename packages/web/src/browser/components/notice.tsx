import type { ComponentChildren } from 'preact'

import { wordsOf } from '../words.ts'
import { Button } from './button.tsx'

const words = wordsOf({ retry: 'Reintentar' }, { retry: 'Try again' })

/** Nothing is here: what would be, and the button that makes one. */
export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}

/** Something failed: what, and the way to try it again. What was typed stays. */
export function Failure({
  text,
  onRetry,
}: {
  readonly text: string
  readonly onRetry?: () => void
}) {
  return (
    <div class="failure" role="alert">
      <p>{text}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{words('retry')}</Button>}
    </div>
  )
}

/** Bars of the height that the text will have, so that nothing jumps. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_line, index) => (
        <span key={index} />
      ))}
    </div>
  )
}

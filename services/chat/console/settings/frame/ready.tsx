import type { ComponentChildren } from 'preact'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { Loaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../../session/failure-text.ts'

/** What was asked for, as soon as it is there; why not, otherwise. */
export function Ready<T>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<T>
  readonly children: (value: T) => ComponentChildren
}) {
  const { value, error, reload } = loaded
  if (error !== undefined) return <Failure text={failureText(error)} onRetry={reload} />
  if (value === undefined) return <Skeleton lines={6} />
  return <>{children(value)}</>
}

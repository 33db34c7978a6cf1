import '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { place } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'
import type { Loaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../session/failure-text.ts'
import { modules } from '../session/permissions.ts'
import { words } from '../words/admin.ts'
import { partLabel, shownParts } from './admin-parts.ts'
import { askWhetherAdministrator } from './administrator.ts'

export interface AdminFrameProps {
  readonly title: string
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page of the administration below the way to its other parts. */
export function AdminFrame({ title, actions, children }: AdminFrameProps) {
  useTitle(title)
  useEffect(() => void askWhetherAdministrator(), [])
  const isKnown = modules.value !== undefined
  const parts = shownParts()
  return (
    <div class="admin">
      <nav class="admin-parts" aria-label={words('administration')}>
        {parts.map((part) => (
          <Link key={part.path} to={part.path} isCurrent={place.value.path.startsWith(part.path)}>
            {partLabel(part)}
          </Link>
        ))}
      </nav>
      <header class="page-head">
        <h1>{title}</h1>
        <span class="grow" />
        {actions}
      </header>
      {!isKnown && <Skeleton lines={8} />}
      {isKnown && parts.length === 0 && (
        <Empty title={words('none')}>
          <p>{words('noneHelp')}</p>
        </Empty>
      )}
      {isKnown && parts.length > 0 && children}
    </div>
  )
}

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
  if (value === undefined) return <Skeleton lines={8} />
  return <>{children(value)}</>
}

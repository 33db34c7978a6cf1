import backIcon from 'lucide-static/icons/arrow-left.svg'
import type { ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useTitle } from '@oficina/web/title.ts'

import { words } from '../../words/settings.ts'

/** A page of settings, with an address of its own. */
export interface SettingsSection {
  readonly key: string
  readonly label: () => string
  /** Of Lucide. */
  readonly icon: string
  readonly load: () => Promise<ComponentType>
  /** Absent: everybody has it. Signals that it reads are followed. */
  readonly isShown?: () => boolean
}

export interface SettingsFrameProps {
  readonly title: string
  /** The address of the list, such as `/settings`. */
  readonly base: string
  readonly sections: readonly SettingsSection[]
  /** Undefined: the list itself, which on a phone is a page. */
  readonly chosen: string | undefined
}

/** A list of sections beside the one that is chosen; on a phone first the list, then the section. */
export function SettingsFrame({ title, base, sections, chosen }: SettingsFrameProps) {
  const shown = sections.filter((section) => section.isShown?.() !== false)
  const section = shown.find(({ key }) => key === chosen) ?? shown[0]
  useTitle(chosen === undefined || section === undefined ? title : `${section.label()} · ${title}`)
  return (
    <div class={classes('settings', chosen !== undefined && 'is-open')}>
      <nav class="settings-nav" aria-label={title}>
        <h1 class="settings-nav-title">{title}</h1>
        <div class="settings-kinds">
          <Link to="/settings" isCurrent={base === '/settings'}>
            {words('personal')}
          </Link>
          <Link to="/organization" isCurrent={base === '/organization'}>
            {words('organization')}
          </Link>
        </div>
        {shown.map(({ key, label, icon }) => (
          <Link key={key} to={`${base}/${key}`} isCurrent={key === section?.key}>
            <Icon svg={icon} />
            {label()}
          </Link>
        ))}
      </nav>
      <div class="settings-body">
        <Link to={base} class="settings-back">
          <Icon svg={backIcon} /> {title}
        </Link>
        {section !== undefined && <Loaded key={section.key} section={section} />}
      </div>
    </div>
  )
}

function Loaded({ section }: { readonly section: SettingsSection }) {
  const [page, setPage] = useState<{ readonly shown: ComponentType } | 'failed' | undefined>(
    undefined,
  )
  const [attempt, setAttempt] = useState(0)
  const [fault, reset] = useErrorBoundary((error) => reportError(error))
  useEffect(() => {
    const gone = new AbortController()
    const load = async (): Promise<void> => {
      const found = await section.load().catch(() => 'failed' as const)
      if (!gone.signal.aborted) setPage(found === 'failed' ? found : { shown: found })
    }
    void load()
    return () => gone.abort()
  }, [attempt])
  const heading = <h1>{section.label()}</h1>
  if (fault !== undefined || page === 'failed') {
    const retry = (): void => {
      reset()
      setPage(undefined)
      setAttempt(attempt + 1)
    }
    return (
      <>
        {heading}
        <Failure text={words('fault')} onRetry={retry} />
      </>
    )
  }
  if (page === undefined) {
    return (
      <>
        {heading}
        <Skeleton lines={8} />
      </>
    )
  }
  const { shown: Page } = page
  return (
    <>
      {heading}
      <Page />
    </>
  )
}

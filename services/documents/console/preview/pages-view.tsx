import { useEffect, useRef } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/template.ts'
import type { Pages } from './use-pages.ts'

/** Pages below each other, as a document is read; the next one comes when the last is near. */
export function PagesView({ pages, title }: { readonly pages: Pages; readonly title: string }) {
  const { urls, isWhole, isBusy, error, more, reload } = pages
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = !isWhole && !isBusy && error === undefined && urls.length > 0
  useEffect(() => {
    if (!isWaiting || end.current === null) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more()
      },
      { rootMargin: '300px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [isWaiting, urls.length])
  return (
    <section class="pages" aria-label={title} aria-busy={isBusy}>
      <p class="pages-state" role="status">
        {isBusy && words('drawing')}
        {!isBusy && isWhole && error === undefined && words('pages', { count: urls.length })}
      </p>
      {error !== undefined && <Failure text={failureText(error)} onRetry={reload} />}
      {urls.length === 0 && error === undefined && (
        <div class="page-blank">
          <Skeleton lines={9} />
        </div>
      )}
      {urls.map((url, index) => (
        <img
          key={index}
          class={classes('page-image', error !== undefined && 'stale')}
          src={url}
          alt={words('pageOf', { page: index + 1, title })}
        />
      ))}
      <div ref={end} class="pages-end" />
    </section>
  )
}

import { useLayoutEffect, useRef } from 'preact/hooks'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { RenderedContent } from '../message/rendered-content.tsx'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/compose.ts'

/** How the text would look, as the service writes it. */
export function Preview({ text, onEdit }: { readonly text: string; readonly onEdit: () => void }) {
  const panel = useRef<HTMLDivElement>(null)
  const rendered = useLoaded(text, async (signal) => {
    if (text.trim() === '') return ''
    const answer = await api<{ readonly rendered: string }>(
      'POST',
      '/messages/render',
      { content: text },
      { signal },
    )
    return answer.rendered
  })
  useLayoutEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      class="preview"
      role="region"
      aria-label={words('preview')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onEdit()
      }}
    >
      {rendered.isLoading && rendered.value === undefined && <Skeleton lines={2} />}
      {rendered.error !== undefined && (
        <Failure text={failureText(rendered.error)} onRetry={rendered.reload} />
      )}
      {rendered.value === '' && <p class="muted">{words('nothingToPreview')}</p>}
      {rendered.value !== undefined && rendered.value !== '' && (
        <RenderedContent html={rendered.value} />
      )}
    </div>
  )
}

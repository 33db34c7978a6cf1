import { useLayoutEffect, useRef } from 'preact/hooks'

import { onContentClick, onContentKey } from './content-press.ts'
import { makeScrollable } from './content/enliven-tables.ts'
import { liveContent } from './content/live-content.ts'
import { contentReader, pageOfLink } from './reader.ts'

/** HTML that the service rendered, safe and alive, outside of the feed: a preview, an earlier version. */
export function RenderedContent({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null)
  const reader = contentReader.value
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    const message = {
      id: 0,
      content: html,
      isWildcardForMe: false,
      hasAlertWord: false,
      isStatus: false,
    }
    current.replaceChildren(liveContent(message, reader, pageOfLink))
    makeScrollable(current)
  }, [html, reader])
  return (
    <div
      class="content"
      role="presentation"
      ref={box}
      onClick={onContentClick}
      onKeyDown={onContentKey}
    />
  )
}

import fileIcon from 'lucide-static/icons/file-text.svg'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '@oficina/web/icon.tsx'

import { thumbnailOf, type Thumbnail } from '../kept/thumbnails.ts'
import type { Template } from './template-api.ts'

/** The first page, once the card comes near to what is seen. */
export function ThumbnailPicture({
  template,
  onKnown,
}: {
  readonly template: Template
  readonly onKnown: (thumbnail: Thumbnail) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const [url, setUrl] = useState<string | undefined>(undefined)
  useEffect(() => {
    const gone = new AbortController()
    const shown: { url?: string } = {}
    const show = async (): Promise<void> => {
      try {
        const thumbnail = await thumbnailOf(template, gone.signal)
        if (gone.signal.aborted) return
        onKnown(thumbnail)
        if (thumbnail.picture === undefined) return
        shown.url = URL.createObjectURL(thumbnail.picture)
        setUrl(shown.url)
      } catch {
        // The card does without; opening the template says what failed.
      }
    }
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watcher.disconnect()
        void show()
      },
      { rootMargin: '200px' },
    )
    if (box.current !== null) watcher.observe(box.current)
    return () => {
      watcher.disconnect()
      gone.abort()
      if (shown.url !== undefined) URL.revokeObjectURL(shown.url)
    }
  }, [template.slug, template.updatedAt])
  return (
    <div class="thumbnail" ref={box}>
      {url === undefined ? <Icon svg={fileIcon} /> : <img src={url} alt="" />}
    </div>
  )
}

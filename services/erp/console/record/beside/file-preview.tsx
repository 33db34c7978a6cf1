import downloadIcon from 'lucide-static/icons/download.svg'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/surroundings.ts'

export interface FilePreviewProps {
  readonly name: string
  readonly kind: 'image' | 'pdf'
  /** The type that the service found; a blob of another would be shown as that. */
  readonly mime: string
  readonly load: (signal: AbortSignal) => Promise<Blob>
  readonly onClose: () => void
}

/** A picture or a PDF over the page, read as the person, so that no address opens it to others. */
export function FilePreview({ name, kind, mime, load, onClose }: FilePreviewProps) {
  const { value: content, error, reload } = useLoaded(name, load)
  const url = useObjectUrl(content, mime)
  return (
    <Dialog
      title={name}
      size="large"
      onClose={onClose}
      actions={
        <Button
          icon={downloadIcon}
          disabled={content === undefined}
          onClick={() => content !== undefined && saveFile(content, name)}
        >
          {words('downloadShort')}
        </Button>
      }
    >
      <div class="preview">
        {error !== undefined && (
          <Failure
            text={words('previewFailed', { name, why: failureText(error) })}
            onRetry={reload}
          />
        )}
        {url === undefined && error === undefined && <Skeleton lines={8} />}
        {url !== undefined && kind === 'image' && <img src={url} alt={name} />}
        {url !== undefined && kind === 'pdf' && (
          // Browsers show no PDF in a sandbox; what is in the frame is of that type, so no script of a page runs in it.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe src={url} title={name} />
        )}
      </div>
    </Dialog>
  )
}

function useObjectUrl(content: Blob | undefined, mime: string): string | undefined {
  const [url, setUrl] = useState<string | undefined>(undefined)
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(new Blob([content], { type: mime }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content, mime])
  return url
}

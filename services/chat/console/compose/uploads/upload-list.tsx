import closeIcon from 'lucide-static/icons/x.svg'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Progress } from '@oficina/web/progress.tsx'

import { words } from '../../words/compose.ts'
import type { Uploads } from './uploads.ts'

/** Files on their way, each with how far it is and a way to stop it; what failed says why. */
export function UploadList({
  uploads,
  onCancelled,
}: {
  readonly uploads: Uploads
  readonly onCancelled: () => void
}) {
  const list = uploads.list.value
  if (list.length === 0) return null
  return (
    <ul class="upload-list" aria-label={words('uploads')}>
      {list.map(({ id, name, sent, of, problem, canRetry }) => (
        <li key={id}>
          <span class="upload-name">{name}</span>
          {problem === undefined ? (
            <Progress label={words('uploading', { name })} done={sent} of={of} />
          ) : (
            <span class="upload-problem" role="alert">
              {problem}
            </span>
          )}
          {problem !== undefined && canRetry && (
            <Button kind="quiet" onClick={() => uploads.retry(id)}>
              {words('retry')}
            </Button>
          )}
          <IconButton
            icon={closeIcon}
            label={words('cancelUpload', { name })}
            onClick={() => {
              uploads.cancel(id)
              onCancelled()
            }}
          />
        </li>
      ))}
    </ul>
  )
}

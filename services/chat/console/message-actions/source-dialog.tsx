import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../session/failure-text.ts'
import type { Message } from '../state/conversations/messages.ts'
import { words } from '../words/message-actions.ts'
import { editRefusal } from './message-rights.ts'
import { rawContent } from './raw-message.ts'

/** A message as it was written, to read and copy. */
export function SourceDialog({
  message,
  onClose,
}: {
  readonly message: Message
  readonly onClose: () => void
}) {
  const source = useLoaded(`source ${message.id}`, (signal) => rawContent(message.id, signal))
  const { value, error } = source
  const why = editRefusal(message)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value ?? '')
      toast({ tone: 'success', text: words('copied') })
    } catch {
      toast({ tone: 'danger', text: words('notCopied') })
    }
  }
  return (
    <Dialog
      title={words('source')}
      size="medium"
      onClose={onClose}
      actions={
        <Button kind="primary" disabled={value === undefined} onClick={() => void copy()}>
          {words('copy')}
        </Button>
      }
    >
      {why !== undefined && <p class="dialog-note">{why}</p>}
      {error !== undefined && <Failure text={failureText(error)} onRetry={source.reload} />}
      {value === undefined && error === undefined && <Skeleton lines={4} />}
      {value !== undefined && (
        <textarea
          class="input source-text"
          readOnly
          aria-label={words('source')}
          rows={Math.min(18, value.split('\n').length + 2)}
          value={value}
        />
      )}
    </Dialog>
  )
}

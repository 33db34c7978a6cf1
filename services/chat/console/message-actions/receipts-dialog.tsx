import { useRef } from 'preact/hooks'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { PersonPicture } from '../compose/suggest/person-picture.tsx'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import type { Message } from '../state/conversations/messages.ts'
import { person } from '../state/people/people.ts'
import { words } from '../words/message-actions.ts'

const ROW_HEIGHT = 36

/** Who has read a message, but for those who do not tell. */
export function ReceiptsDialog({
  message,
  onClose,
}: {
  readonly message: Message
  readonly onClose: () => void
}) {
  const readers = useLoaded(`receipts ${message.id}`, async (signal) => {
    const path = `/messages/${message.id}/read_receipts`
    const answer = await api<{ readonly user_ids: readonly number[] }>('GET', path, {}, { signal })
    return answer.user_ids
  })
  const { value, error } = readers
  return (
    <Dialog title={words('receipts')} onClose={onClose}>
      {error !== undefined && <Failure text={failureText(error)} onRetry={readers.reload} />}
      {value === undefined && error === undefined && <Skeleton lines={4} />}
      {value?.length === 0 && <Empty title={words('nobodyRead')} />}
      {value !== undefined && value.length > 0 && (
        <>
          <p class="dialog-note">{words('readBy', { count: value.length })}</p>
          <Readers userIds={value} />
        </>
      )}
    </Dialog>
  )
}

function Readers({ userIds }: { readonly userIds: readonly number[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualRows(scroller, { count: userIds.length, rowHeight: ROW_HEIGHT })
  return (
    // Scrolled by keyboard, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="readers" ref={scroller} tabIndex={0} role="group" aria-label={words('receipts')}>
      <ul
        ref={(element) => {
          if (element !== null) element.style.height = `${virtual.totalHeight}px`
        }}
      >
        {virtual.rows.map(({ index, top, slot }) => {
          const id = userIds[index] ?? 0
          return (
            <li
              key={slot}
              ref={(element) => {
                if (element !== null) element.style.transform = `translateY(${top}px)`
              }}
            >
              <PersonPicture userId={id} />
              {person(id)?.full_name ?? '…'}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

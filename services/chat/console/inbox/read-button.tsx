import { Count } from '../sidebar/marks.tsx'
import { words } from '../words/inbox.ts'

export interface ReadButtonProps {
  readonly count: number
  readonly isLoud: boolean
  readonly tabIndex: number
  readonly onRead: () => void
}

/** How much is unread of a conversation, which a press marks as read; nothing where nothing is. */
export function ReadButton({ count, isLoud, tabIndex, onRead }: ReadButtonProps) {
  if (count === 0) return null
  return (
    <button
      type="button"
      class="inbox-count"
      tabIndex={tabIndex}
      title={words('markRead')}
      onClick={onRead}
    >
      <Count count={count} isLoud={isLoud} />
      <span class="hidden">: {words('markRead')}</span>
    </button>
  )
}

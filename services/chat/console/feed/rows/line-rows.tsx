import { words } from '../../words/feed.ts'
import { dayName } from './days.ts'
import type { FeedRow } from './feed-rows.ts'

/** The line where another day begins. */
export function DayRow({ row }: { readonly row: Extract<FeedRow, { kind: 'day' }> }) {
  return (
    <div class="day-line" data-row={row.key}>
      <time dateTime={row.day}>{dayName(row.day, new Date())}</time>
    </div>
  )
}

/** The line before the first message that the reader had not read when they came. */
export function UnreadRow({ rowKey }: { readonly rowKey: string }) {
  return (
    <div class="unread-line" data-row={rowKey}>
      <span>{words('unread')}</span>
    </div>
  )
}

import type { ComponentChildren, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { recall, remember } from '@oficina/web/router.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { InboxLine } from './inbox-line.tsx'
import type { InboxRow } from './inbox-rows.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useRowFocus } from './use-row-focus.ts'

const ROW_PX = 36

export interface ListHeadProps {
  /** The field that filters the lines: ArrowUp on the first line leads to it. */
  readonly field: RefObject<HTMLInputElement | null>
  /** From the field to the lines. */
  readonly onDown: () => void
}

export interface InboxListProps {
  /** What the page is called in the memory of the history. */
  readonly name: string
  readonly rows: readonly InboxRow[]
  readonly renderHead: (props: ListHeadProps) => ComponentChildren
  /** Shown above the lines: that there are none, or why. */
  readonly children: ComponentChildren
}

/** Conversations below each other, gone along by keyboard; who comes back finds their place. */
export function InboxList({ name, rows, renderHead, children }: InboxListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const scroll = `${name}.scroll`
  const kept = recall(scroll)
  const {
    rows: shown,
    totalHeight,
    scrollTo,
  } = useVirtualRows(scroller, {
    count: rows.length,
    rowHeight: ROW_PX,
    firstOffset: typeof kept === 'number' ? kept : 0,
  })
  const focus = useRowFocus({ name, keys: rows.map(({ key }) => key), scroller, scrollTo })
  useInboxKeys(rows, focus, field)
  return (
    <div class="list-page">
      {renderHead({ field, onDown: () => focus.move(0) })}
      <div
        class="list-scroll"
        ref={scroller}
        onScrollEnd={(event) => remember(scroll, event.currentTarget.scrollTop)}
      >
        {children}
        <ul
          class={classes('inbox', rows.every(({ kind }) => kind === 'topic') && 'flat')}
          style={{ height: `${totalHeight}px` }}
        >
          {shown.map(({ index, top }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <li
                key={row.key}
                class={`row-${row.kind}`}
                style={{ transform: `translateY(${top}px)` }}
              >
                <InboxLine
                  row={row}
                  isCurrent={row.key === focus.current}
                  onFocus={() => focus.note(row.key)}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

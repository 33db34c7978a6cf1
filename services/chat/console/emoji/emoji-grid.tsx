import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { words } from '../words/emoji.ts'
import { EmojiGlyph } from './emoji-glyph.tsx'
import type { Emoji, EmojiGroup } from './emoji-kind.ts'
import { rowOf, type PickerRow } from './picker-rows.ts'

const ROW_HEIGHT = 36

export interface EmojiGridProps {
  readonly id: string
  readonly rows: readonly PickerRow[]
  readonly active: number
  readonly onPoint: (place: number) => void
  readonly onChoose: (emoji: Emoji, isMore: boolean) => void
  /** Gets what scrolls to a group. */
  readonly jump: RefObject<((group: EmojiGroup) => void) | undefined>
}

/** Rows of emoji, of which only those that are seen are there. */
export function EmojiGrid({ id, rows, active, onPoint, onChoose, jump }: EmojiGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualRows(scroller, { count: rows.length, rowHeight: ROW_HEIGHT })
  const row = rowOf(rows, active)
  useEffect(() => {
    if (row >= 0) virtual.scrollTo(row)
  }, [row])
  jump.current = (group) => {
    const at = rows.findIndex((one) => one.group === group)
    const first = rows[at]?.first
    if (first === undefined || scroller.current === null) return
    scroller.current.scrollTop = at * ROW_HEIGHT
    onPoint(first)
  }
  return (
    // Scrolled by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="emoji-scroll" ref={scroller} tabIndex={0}>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={words('emoji')}
        class="emoji-rows"
        ref={(element) => {
          if (element !== null) element.style.height = `${virtual.totalHeight}px`
        }}
      >
        {virtual.rows.map(({ index, top, slot }) => {
          const shown = rows[index]
          if (shown === undefined) return null
          return (
            <div
              key={slot}
              role="presentation"
              class="emoji-row"
              ref={(element) => {
                if (element !== null) element.style.transform = `translateY(${top}px)`
              }}
            >
              {shown.group === undefined ? (
                shown.emoji.map((emoji, column) => {
                  const place = shown.first + column
                  return (
                    <div
                      key={column}
                      id={`${id}-${place}`}
                      role="option"
                      aria-selected={place === active}
                      aria-label={emoji.name.replaceAll('_', ' ')}
                      class={classes('emoji-option', place === active && 'active')}
                      onPointerMove={() => {
                        if (place !== active) onPoint(place)
                      }}
                      onPointerDown={(event) => event.preventDefault()}
                      onClick={(event) => onChoose(emoji, event.shiftKey)}
                    >
                      <EmojiGlyph emoji={emoji} />
                    </div>
                  )
                })
              ) : (
                <span class="emoji-head" role="presentation">
                  {words(shown.group)}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

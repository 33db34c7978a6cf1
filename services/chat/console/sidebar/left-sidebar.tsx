import backIcon from 'lucide-static/icons/arrow-left.svg'
import closeIcon from 'lucide-static/icons/x.svg'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { useShortcut } from '../keys/use-shortcut.ts'
import { channels } from '../state/conversations/channels.ts'
import { words } from '../words/sidebar.ts'
import { here } from './here.ts'
import { LeftLine } from './left-row.tsx'
import type { LeftRow } from './left-rows.ts'
import { leftFilter, leftSidebarRows, zoomedChannel } from './left-state.ts'
import { useLineHeight } from './line-height.ts'
import { moveAmong } from './move-among.ts'

/** Views, direct conversations, channels and the topics of the open one. */
export function LeftSidebar() {
  const scroller = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const rowHeight = useLineHeight()
  const rows = leftSidebarRows.value
  const {
    rows: shown,
    totalHeight,
    scrollTo,
  } = useVirtualRows(scroller, {
    count: rows.length,
    rowHeight,
  })
  useShortcut('filterChannels', () => {
    field.current?.focus()
    field.current?.select()
  })
  useShownHere(rows, scrollTo)
  const typed = leftFilter.value.trim()
  return (
    <>
      <LeftFilter
        field={field}
        onDown={() => moveAmong(scroller.current, 1)}
        onEnter={() =>
          scroller.current?.querySelector<HTMLElement>('a.left-line.found, li a.left-line')?.click()
        }
      />
      {zoomedChannel.value !== undefined && <ZoomedHead />}
      <div
        class="left-scroll"
        ref={scroller}
        onKeyDown={(event) => onListKey(event, scroller.current, field.current)}
      >
        <ul class="left-list" style={{ height: `${totalHeight}px` }}>
          {shown.map(({ index, top }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <li
                key={row.key}
                class={`row-${row.kind}`}
                style={{ transform: `translateY(${top}px)`, height: `${rowHeight}px` }}
              >
                <LeftLine row={row} />
              </li>
            )
          })}
        </ul>
        {typed !== '' && !rows.some(isFindable) && (
          <p class="left-none">{words('noMatch', { text: typed })}</p>
        )}
      </div>
    </>
  )
}

function isFindable({ kind }: LeftRow): boolean {
  return kind === 'view' || kind === 'direct' || kind === 'channel' || kind === 'topic'
}

interface LeftFilterProps {
  readonly field: { readonly current: HTMLInputElement | null }
  readonly onDown: () => void
  readonly onEnter: () => void
}

function LeftFilter({ field, onDown, onEnter }: LeftFilterProps) {
  const zoomed = zoomedChannel.value
  const label =
    zoomed === undefined
      ? words('filter')
      : words('filterTopics', { channel: `#${channels.get(zoomed)?.name ?? ''}` })
  const typed = leftFilter.value
  const leave = (): void => {
    leftFilter.value = ''
    field.current?.blur()
  }
  return (
    <div class="side-filter">
      <input
        ref={field}
        class="input"
        type="text"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        placeholder={label}
        value={typed}
        onInput={(event) => {
          leftFilter.value = event.currentTarget.value
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') onDown()
          else if (event.key === 'Enter' && typed !== '') {
            onEnter()
            leave()
          } else if (event.key === 'Escape') leave()
          else return
          event.preventDefault()
        }}
      />
      {typed !== '' && <IconButton icon={closeIcon} label={words('clearFilter')} onClick={leave} />}
    </div>
  )
}

function ZoomedHead() {
  const leave = (): void => {
    zoomedChannel.value = undefined
    leftFilter.value = ''
  }
  return (
    <Button class="left-back" kind="quiet" icon={backIcon} onClick={leave}>
      {words('backToChannels')}
    </Button>
  )
}

/** Keeps the line of where the person is in sight when they go elsewhere. */
function useShownHere(rows: readonly LeftRow[], scrollTo: (index: number) => void): void {
  const { path, channelId, topic, direct } = here.value
  const isOpenYet = rows.some(({ kind }) => kind === 'topic')
  useEffect(() => {
    if (zoomedChannel.peek() !== undefined && zoomedChannel.peek() !== channelId) {
      zoomedChannel.value = undefined
    }
  }, [channelId])
  useLayoutEffect(() => {
    const at = rows.findIndex((row) => {
      if (row.kind === 'topic') return row.topic.toLowerCase() === topic?.toLowerCase()
      if (row.kind === 'channel') return topic === undefined && row.channelId === channelId
      return row.kind === 'direct' && row.direct === direct
    })
    if (at !== -1) scrollTo(at)
  }, [path, isOpenYet])
}

function onListKey(
  event: KeyboardEvent,
  list: HTMLElement | null,
  field: HTMLInputElement | null,
): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  if (!moveAmong(list, step)) field?.focus()
}

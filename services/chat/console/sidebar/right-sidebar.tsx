import inviteIcon from 'lucide-static/icons/user-plus.svg'
import closeIcon from 'lucide-static/icons/x.svg'
import { useEffect, useRef } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { navigate } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { useShortcut } from '../keys/use-shortcut.ts'
import { failureText } from '../session/failure-text.ts'
import { userSettings } from '../state/own/own.ts'
import { mayBy } from '../state/people/groups.ts'
import { loadAllPeople } from '../state/people/people.ts'
import { realm } from '../state/realm/realm.ts'
import { words } from '../words/sidebar.ts'
import { here } from './here.ts'
import { useLineHeight } from './line-height.ts'
import { moveAmong } from './move-among.ts'
import type { PeopleRow } from './people-rows.ts'
import { followPeople, loadFewPeople, peopleFilter, peopleLines } from './people-state.ts'
import { PersonLine } from './person-line.tsx'

// Zulip's `user_list_style`: one line, with the status below, with the picture.
const ROW_PX: Readonly<Record<number, number>> = { 2: 34, 3: 44 }

/** The people of the open conversation, and everybody else. */
export function RightSidebar() {
  const scroller = useRef<HTMLDivElement>(null)
  const style = userSettings.value?.user_list_style ?? 1
  const lineHeight = useLineHeight()
  const rowHeight = Math.max(ROW_PX[style] ?? 0, lineHeight)
  const rows = peopleLines.value
  const { rows: shown, totalHeight } = useVirtualRows(scroller, { count: rows.length, rowHeight })
  useEffect(followPeople, [])
  useEffect(loadFewPeople)
  return (
    <>
      <PeopleFilter onDown={() => moveAmong(scroller.current, 1)} />
      <div
        class="left-scroll people-scroll"
        ref={scroller}
        onKeyDown={(event) => onListKey(event, scroller.current)}
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
                <PeopleLine row={row} style={style} />
              </li>
            )
          })}
        </ul>
        {rows.length === 0 && peopleFilter.value !== '' && (
          <p class="left-none">{words('noPeople', { text: peopleFilter.value.trim() })}</p>
        )}
      </div>
      <Invite />
    </>
  )
}

function PeopleLine({ row, style }: { readonly row: PeopleRow; readonly style: number }) {
  if (row.kind === 'person') return <PersonLine userId={row.id} style={style} />
  if (row.kind === 'all') {
    return (
      <button type="button" class="left-line quiet" onClick={() => void loadEverybody()}>
        <span class="left-name">{words('allPeople')}</span>
      </button>
    )
  }
  const title = {
    here: here.value.direct === undefined ? words('inChannel') : words('inConversation'),
    others: words('others'),
    everybody: words('everybody'),
  }[row.what]
  return (
    <h2 class="people-head">
      {title} <span aria-hidden="true">·</span> {row.count}
    </h2>
  )
}

function PeopleFilter({ onDown }: { readonly onDown: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const typed = peopleFilter.value
  useShortcut('filterPeople', () => {
    field.current?.focus()
    field.current?.select()
  })
  const leave = (): void => {
    peopleFilter.value = ''
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
        aria-label={words('filterPeople')}
        placeholder={words('filterPeople')}
        value={typed}
        onFocus={() => void loadEverybody()}
        onInput={(event) => {
          peopleFilter.value = event.currentTarget.value
        }}
        onKeyDown={(event) => {
          const [first] = peopleLines.peek().filter(({ kind }) => kind === 'person')
          if (event.key === 'ArrowDown') onDown()
          else if (event.key === 'Escape') leave()
          else if (event.key === 'Enter' && typed !== '' && first?.kind === 'person') {
            leave()
            void navigate(`/narrow/dm/${first.id}`)
          } else return
          event.preventDefault()
        }}
      />
      {typed !== '' && <IconButton icon={closeIcon} label={words('clearFilter')} onClick={leave} />}
    </div>
  )
}

function Invite() {
  if (!mayBy(realm.value?.['realm_can_invite_users_group'])) return null
  return (
    <Button
      class="people-invite"
      kind="quiet"
      icon={inviteIcon}
      onClick={() => void navigate('/organization/invitations?new')}
    >
      {words('invite')}
    </Button>
  )
}

async function loadEverybody(): Promise<void> {
  try {
    await loadAllPeople()
  } catch (error) {
    toast({ text: `${words('peopleFailed')} ${failureText(error)}`, tone: 'danger' })
  }
}

function onListKey(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  moveAmong(list, step)
}

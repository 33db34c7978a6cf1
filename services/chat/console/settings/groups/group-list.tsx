import usersIcon from 'lucide-static/icons/users.svg'
import { useMemo, useRef, useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { plain } from '@oficina/web/fuzzy.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Skeleton } from '@oficina/web/notice.tsx'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { areGroupsKnown, groups, isInGroup, type Group } from '../../state/people/groups.ts'
import { words } from '../../words/groups.ts'
import { Filter } from '../controls/filter.tsx'
import { groupLabel } from '../controls/group-label.ts'
import { isGuest, may } from '../controls/may.ts'

export type WhichGroups = 'mine' | 'all' | 'deactivated'

export interface GroupListProps {
  readonly which: WhichGroups
  readonly onWhich: (which: WhichGroups) => void
  readonly openId: number | undefined
}

const ROW_HEIGHT = 56
const TABS = [
  ['mine', 'mine'],
  ['all', 'all'],
  ['deactivated', 'deactivatedOnes'],
] as const

/** Groups to look through; those of the system, which are roles, come last. */
export function GroupList({ which, onWhich, openId }: GroupListProps) {
  const [typed, setTyped] = useState('')
  const version = groups.watch()
  const rows = useMemo(() => listed(which, typed), [version, which, typed])
  const scroller = useRef<HTMLDivElement>(null)
  const { rows: shown, totalHeight } = useVirtualRows(scroller, {
    count: rows.length,
    rowHeight: ROW_HEIGHT,
  })
  return (
    <>
      <header class="master-head">
        <h1>{words('title')}</h1>
        <span class="grow" />
        {!isGuest() && may('can_create_groups') && (
          <Link to="/groups/new" class="btn">
            {words('create')}
          </Link>
        )}
      </header>
      <div class="master-tools">
        <div class="segments" role="group" aria-label={words('title')}>
          {TABS.map(([key, label]) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === which}
              onClick={() => onWhich(key)}
            >
              {words(label)}
            </button>
          ))}
        </div>
        <Filter value={typed} onType={setTyped} label={words('search')} />
      </div>
      {!areGroupsKnown.value && <Skeleton lines={8} />}
      {areGroupsKnown.value && rows.length === 0 && (
        <Empty title={which === 'mine' && typed === '' ? words('noneMine') : words('noneFound')} />
      )}
      <div class="master-rows" ref={scroller} role="list" aria-label={words('title')}>
        <div role="presentation" style={{ height: `${totalHeight}px`, position: 'relative' }}>
          {shown.map(({ index, top, slot }) => {
            const group = rows[index]
            return (
              group !== undefined && (
                <Row key={slot} group={group} top={top} isOpen={group.id === openId} />
              )
            )
          })}
        </div>
      </div>
    </>
  )
}

// Nobody gives anything to those.
const HIDDEN = new Set(['role:internet', 'role:nobody'])

function listed(which: WhichGroups, typed: string): readonly Group[] {
  const wanted = plain(typed)
  return [...groups.peekAll().values()]
    .filter((group) => !HIDDEN.has(group.name))
    .filter((group) => group.deactivated === (which === 'deactivated'))
    .filter((group) => which !== 'mine' || isInGroup(group.id))
    .filter((group) => plain(`${groupLabel(group.name)} ${group.description}`).includes(wanted))
    .toSorted(
      (a, b) =>
        Number(a.is_system_group) - Number(b.is_system_group) ||
        (a.is_system_group ? a.id - b.id : a.name.localeCompare(b.name)),
    )
}

/** Everybody who is in a group, or in one within it. */
function membersOf(id: number): ReadonlySet<number> {
  const found = new Set<number>()
  const seen = new Set<number>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const group = groups.peek(next)
    if (group === undefined || seen.has(next)) continue
    seen.add(next)
    for (const member of group.members) found.add(member)
    waiting.push(...group.direct_subgroup_ids)
  }
  return found
}

interface RowProps {
  readonly group: Group
  readonly top: number
  readonly isOpen: boolean
}

function Row({ group, top, isOpen }: RowProps) {
  const count = useMemo(() => membersOf(group.id).size, [group])
  return (
    <div
      class={classes('master-row', isOpen && 'is-open')}
      role="listitem"
      style={{ transform: `translateY(${top}px)` }}
    >
      <span class="master-icon">
        <Icon svg={usersIcon} />
      </span>
      <Link to={`/groups/${group.id}`} class="master-link" isCurrent={isOpen}>
        <span class="master-name">
          <span class="clip">{groupLabel(group.name)}</span>
        </span>
        <small class="muted clip">
          {group.description === '' || group.is_system_group
            ? words('members', { count })
            : group.description}
        </small>
      </Link>
      <small class="muted master-count">{count}</small>
    </div>
  )
}

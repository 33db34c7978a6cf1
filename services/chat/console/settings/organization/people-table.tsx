import { useRef } from 'preact/hooks'
import { formatDate } from '@oficina/web/formats.ts'
import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { Avatar } from '../../people/avatar.tsx'
import { ownId } from '../../state/part.ts'
import type { Person } from '../../state/people/people.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin, isOwner } from '../controls/may.ts'
import { ROLE, roleLabel } from '../controls/roles.ts'
import { PersonActions } from './person-actions.tsx'

export interface PeopleTableProps {
  readonly rows: readonly Person[]
  readonly role: number | undefined
  readonly onRole: (role: number | undefined) => void
  readonly onEdit: (id: number) => void
}

const ROW_HEIGHT = 44

/** Any number of people, of whom those on the screen are in the page. */
export function PeopleTable({ rows, role, onRole, onEdit }: PeopleTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { rows: shown, totalHeight } = useVirtualRows(scroller, {
    count: rows.length,
    rowHeight: ROW_HEIGHT,
  })
  return (
    <>
      <div class="row people-filter">
        <select
          class="input"
          aria-label={words('role')}
          value={role === undefined ? '' : String(role)}
          onChange={(event) => {
            const { value } = event.currentTarget
            onRole(value === '' ? undefined : Number(value))
          }}
        >
          <option value="">{words('allRoles')}</option>
          {Object.values(ROLE).map((one) => (
            <option key={one} value={String(one)}>
              {roleLabel(one)}
            </option>
          ))}
        </select>
        <span class="muted">{shared('people', { count: rows.length })}</span>
      </div>
      {rows.length === 0 && <Empty title={shared('noneFound')} />}
      {rows.length > 0 && (
        <div
          class="settings-rows people-rows"
          ref={scroller}
          role="table"
          aria-label={words('users')}
          aria-rowcount={rows.length}
          // Scrolled by keyboard.
          tabIndex={0}
        >
          <div role="rowgroup" style={{ height: `${totalHeight}px`, position: 'relative' }}>
            {shown.map(({ index, top, slot }) => {
              const one = rows[index]
              return (
                one !== undefined && (
                  <div
                    key={slot}
                    class="settings-row people-row"
                    role="row"
                    aria-rowindex={index + 1}
                    style={{ transform: `translateY(${top}px)` }}
                  >
                    <Row one={one} onEdit={onEdit} />
                  </div>
                )
              )
            })}
          </div>
        </div>
      )}
    </>
  )
}

function Row({ one, onEdit }: { readonly one: Person; readonly onEdit: (id: number) => void }) {
  const isOthers = one.is_owner && !isOwner()
  return (
    <>
      <span role="cell" class="people-name">
        <Avatar of={one} />
        <Link to={`/user/${one.user_id}`}>{one.full_name}</Link>
        {one.user_id === ownId() && <small class="muted">{words('itsYou')}</small>}
      </span>
      <span role="cell" class="people-mail muted">
        {one.delivery_email ?? ''}
      </span>
      <span role="cell" class="people-role">
        {roleLabel(one.role)}
      </span>
      <span role="cell" class="people-joined muted">
        {formatDate(one.date_joined)}
      </span>
      <span role="cell" class="people-actions">
        {isAdmin() && !isOthers && <PersonActions one={one} onEdit={() => onEdit(one.user_id)} />}
      </span>
    </>
  )
}

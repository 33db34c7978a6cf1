import { useEffect, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { plain } from '@oficina/web/fuzzy.ts'
import { Empty, Skeleton } from '@oficina/web/notice.tsx'
import { Pill } from '@oficina/web/pill.tsx'

import { ownId } from '../../state/part.ts'
import { areAllPeopleKnown, loadAllPeople, people, type Person } from '../../state/people/people.ts'
import { words } from '../../words/bots.ts'
import { words as shared } from '../../words/settings.ts'
import { Filter } from '../controls/filter.tsx'
import { isAdmin, may } from '../controls/may.ts'
import { personName } from '../controls/person-name.ts'
import { roleLabel } from '../controls/roles.ts'
import { act } from '../frame/act.ts'
import { Section } from '../frame/section.tsx'
import { PersonActions } from '../organization/person-actions.tsx'
import { AddBot } from './add-bot.tsx'
import { BotDialog } from './bot-dialog.tsx'
import { botTypeLabel } from './bot-types.ts'

/** All bots of the organization; one's own, and for administrators all, may be changed. */
export function AllBotsSection() {
  const [typed, setTyped] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<number | undefined>(undefined)
  useEffect(() => void act(loadAllPeople), [])
  people.watch()
  const all = [...people.peekAll().values()]
    .filter((one) => one.is_bot && plain(one.full_name).includes(plain(typed)))
    .toSorted(
      (a, b) => Number(b.is_active) - Number(a.is_active) || a.full_name.localeCompare(b.full_name),
    )
  const mayAdd = may('can_create_bots_group') || may('can_create_write_only_bots_group')
  return (
    <Section
      actions={
        <>
          <Filter value={typed} onType={setTyped} />
          {mayAdd && (
            <Button kind="primary" onClick={() => setAdding(true)}>
              {words('add')}
            </Button>
          )}
        </>
      }
    >
      {!areAllPeopleKnown.value && <Skeleton lines={6} />}
      {areAllPeopleKnown.value && all.length === 0 && <Empty title={words('noneAtAll')} />}
      {all.length > 0 && (
        <div class="table-scroll">
          <table class="settings-table">
            <thead>
              <tr>
                <th scope="col">{words('name')}</th>
                <th scope="col">{words('type')}</th>
                <th scope="col">{words('owner')}</th>
                <th scope="col">{words('role')}</th>
                <th scope="col">{words('state')}</th>
                <th scope="col">
                  <span class="hidden">{shared('edit')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((one) => (
                <BotRow key={one.user_id} one={one} onEdit={() => setEditing(one.user_id)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isAdding && <AddBot onClose={() => setAdding(false)} />}
      {editing !== undefined && <BotDialog id={editing} onClose={() => setEditing(undefined)} />}
    </Section>
  )
}

function BotRow({ one, onEdit }: { readonly one: Person; readonly onEdit: () => void }) {
  const owner = one.bot_owner_id ?? undefined
  const mayChange = isAdmin() || owner === ownId()
  return (
    <tr>
      <td>
        {one.full_name}
        <small class="muted block">{one.delivery_email ?? one.email}</small>
      </td>
      <td>{botTypeLabel(one.bot_type ?? 1)}</td>
      <td>{owner === undefined ? '' : personName(owner)}</td>
      <td>{roleLabel(one.role)}</td>
      <td>
        <Pill tone={one.is_active ? 'success' : 'neutral'}>
          {one.is_active ? words('isActive') : words('isGone')}
        </Pill>
      </td>
      <td class="table-actions">
        {mayChange && owner !== undefined && <PersonActions one={one} onEdit={onEdit} />}
      </td>
    </tr>
  )
}

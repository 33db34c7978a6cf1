import { useEffect, useMemo, useState } from 'preact/hooks'
import { plain } from '@oficina/web/fuzzy.ts'
import { Skeleton } from '@oficina/web/notice.tsx'
import { Tabs } from '@oficina/web/tabs.tsx'

import { areAllPeopleKnown, loadAllPeople, people, type Person } from '../../state/people/people.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { Filter } from '../controls/filter.tsx'
import { isAdmin } from '../controls/may.ts'
import { act } from '../frame/act.ts'
import { Section, Why } from '../frame/section.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonDialog } from './person-dialog.tsx'

type Which = 'active' | 'deactivated'

/** Everybody of the organization: their roles, who is gone, and bringing them back. */
export function PeopleSection() {
  const [which, setWhich] = useState<Which>('active')
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<number | undefined>(undefined)
  const [editing, setEditing] = useState<number | undefined>(undefined)
  useEffect(() => void act(loadAllPeople), [])
  const isKnown = areAllPeopleKnown.value
  const version = people.watch()
  const { active, deactivated } = useMemo(() => sorted(), [version])
  const all = which === 'active' ? active : deactivated
  const rows = useMemo(() => filtered(all, typed, role), [all, typed, role])
  return (
    <Section actions={<Filter value={typed} onType={setTyped} label={words('searchPeople')} />}>
      {!isAdmin() && <Why>{shared('onlyAdmins')}</Why>}
      <Tabs
        label={words('users')}
        chosen={which}
        onChoose={(key) => setWhich(key === 'active' ? 'active' : 'deactivated')}
        tabs={[
          { key: 'active', label: words('activePeople'), count: String(active.length) },
          {
            key: 'deactivated',
            label: words('deactivatedPeople'),
            count: String(deactivated.length),
          },
        ]}
      >
        {isKnown ? (
          <PeopleTable rows={rows} role={role} onRole={setRole} onEdit={setEditing} />
        ) : (
          <Skeleton lines={8} />
        )}
      </Tabs>
      {editing !== undefined && <PersonDialog id={editing} onClose={() => setEditing(undefined)} />}
    </Section>
  )
}

function sorted(): { readonly active: readonly Person[]; readonly deactivated: readonly Person[] } {
  const collator = new Intl.Collator()
  const all = [...people.peekAll().values()]
    .filter(({ is_bot: isBot }) => !isBot)
    .toSorted((a, b) => collator.compare(a.full_name, b.full_name))
  return {
    active: all.filter(({ is_active: isActive }) => isActive),
    deactivated: all.filter(({ is_active: isActive }) => !isActive),
  }
}

function filtered(
  all: readonly Person[],
  typed: string,
  role: number | undefined,
): readonly Person[] {
  const wanted = plain(typed)
  return all.filter(
    (one) =>
      (role === undefined || one.role === role) &&
      (wanted === '' || plain(`${one.full_name} ${one.delivery_email ?? ''}`).includes(wanted)),
  )
}

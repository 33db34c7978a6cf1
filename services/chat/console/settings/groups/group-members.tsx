import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Combobox } from '@oficina/web/combobox.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { api } from '../../session/api.ts'
import { groups, type Group } from '../../state/people/groups.ts'
import { words } from '../../words/groups.ts'
import { words as shared } from '../../words/settings.ts'
import { findGroups, type Holder } from '../controls/find-holders.ts'
import { groupLabel } from '../controls/group-label.ts'
import { PeopleChoice } from '../controls/people-choice.tsx'
import { PeopleRows } from '../controls/people-rows.tsx'
import { act } from '../frame/act.ts'
import { Section } from '../frame/section.tsx'
import { mayAddMembers, mayManage, mayRemoveMembers } from './group-rights.ts'

/** Who is in a group, and which groups are. */
export function GroupMembers({ group }: { readonly group: Group }) {
  const change = (fields: Readonly<Record<string, unknown>>): Promise<boolean> =>
    act(() => api('POST', `/user_groups/${group.id}/members`, fields))
  return (
    <>
      {mayAddMembers(group) && !group.deactivated && <Adding group={group} change={change} />}
      <Section title={words('directMembers')}>
        <PeopleRows
          ids={group.members}
          label={words('directMembers')}
          none={words('nobody')}
          removeLabel={(name) => words('removeOf', { name })}
          onRemove={mayRemoveMembers(group) ? (id) => void change({ delete: [id] }) : undefined}
        />
      </Section>
      <Subgroups group={group} change={change} />
    </>
  )
}

interface PartProps {
  readonly group: Group
  readonly change: (fields: Readonly<Record<string, unknown>>) => Promise<boolean>
}

function Adding({ group, change }: PartProps) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const add = async (): Promise<void> => {
    const fresh = chosen.filter((id) => !group.members.includes(id))
    if (fresh.length === 0 || (await change({ add: fresh }))) setChosen([])
  }
  return (
    <Section title={words('addPeople')}>
      <div class="row">
        <div class="grow">
          <PeopleChoice label={words('addPeople')} chosen={chosen} onChange={setChosen} />
        </div>
        <Button kind="primary" disabled={chosen.length === 0} onClick={() => void add()}>
          {words('add')}
        </Button>
      </div>
    </Section>
  )
}

function Subgroups({ group, change }: PartProps) {
  const { direct_subgroup_ids: ids } = group
  const mayRemove = mayManage(group)
  const search = async (typed: string) =>
    findGroups(typed, ({ id, name }) => id !== group.id && !ids.includes(id) && !NEVER.has(name))
  return (
    <Section title={words('subgroups')} help={words('subgroupsHelp')}>
      {mayAddMembers(group) && !group.deactivated && (
        <div class="setting-narrow">
          <Combobox<Holder>
            label={words('addSubgroup')}
            placeholder={words('addSubgroup')}
            shown=""
            search={search}
            onChoose={({ value }) => void change({ add_subgroups: [value.id] })}
          />
        </div>
      )}
      {ids.length === 0 && <Empty title={words('noSubgroups')} />}
      <ul class="settings-list">
        {ids.map((id) => {
          const name = groupLabel(groups.get(id)?.name ?? '')
          return (
            <li key={id}>
              <span class="settings-list-name">
                <Link to={`/groups/${id}`}>{name}</Link>
              </span>
              {mayRemove && (
                <Button
                  kind="quiet"
                  aria-label={words('removeGroup', { name })}
                  onClick={() => void change({ delete_subgroups: [id] })}
                >
                  {shared('remove')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

const NEVER = new Set(['role:internet', 'role:nobody'])

import { Button } from '@oficina/web/button.tsx'
import { formatDate } from '@oficina/web/formats.ts'
import { Pill } from '@oficina/web/pill.tsx'
import { navigate } from '@oficina/web/router.ts'
import { Tabs } from '@oficina/web/tabs.tsx'

import { api } from '../../session/api.ts'
import { ownId } from '../../state/part.ts'
import type { Group } from '../../state/people/groups.ts'
import { words } from '../../words/groups.ts'
import { groupLabel } from '../controls/group-label.ts'
import { PermissionForm } from '../controls/permission-form.tsx'
import { personName } from '../controls/person-name.ts'
import { act } from '../frame/act.ts'
import { Why } from '../frame/section.tsx'
import { GroupGeneral } from './group-general.tsx'
import { GroupMembers } from './group-members.tsx'
import { mayJoin, mayLeave, mayManage } from './group-rights.ts'

export interface GroupDetailProps {
  readonly group: Group
  readonly tab: string
}

const TABS = ['general', 'people', 'permissions'] as const

/** One group: what it is, who is in it, and what may be changed of it. */
export function GroupDetail({ group, tab }: GroupDetailProps) {
  const isIn = group.members.includes(ownId())
  const chosen = TABS.find((one) => one === tab) ?? 'general'
  const change = (fields: Readonly<Record<string, unknown>>): void =>
    void act(() => api('POST', `/user_groups/${group.id}/members`, fields))
  return (
    <>
      <header class="detail-head">
        <h1 class="detail-name clip">{groupLabel(group.name)}</h1>
        {group.deactivated && <Pill tone="warning">{words('deactivated')}</Pill>}
        <span class="grow" />
        {isIn && mayLeave(group) && (
          <Button onClick={() => change({ delete: [ownId()] })}>{words('leave')}</Button>
        )}
        {!isIn && mayJoin(group) && (
          <Button kind="primary" onClick={() => change({ add: [ownId()] })}>
            {words('join')}
          </Button>
        )}
      </header>
      <Facts group={group} />
      {group.is_system_group && <Why>{words('system')}</Why>}
      <Tabs
        label={groupLabel(group.name)}
        chosen={chosen}
        onChoose={(key) => void navigate(`/groups/${group.id}/${key}`, { replace: true })}
        tabs={TABS.map((key) => ({
          key,
          label: words(key),
          count: key === 'people' ? String(group.members.length) : undefined,
        }))}
      >
        <div class="detail-panel">
          {!group.is_system_group && !mayManage(group) && <Why>{words('mayNotChange')}</Why>}
          {chosen === 'general' && <GroupGeneral group={group} />}
          {chosen === 'people' && <GroupMembers group={group} />}
          {chosen === 'permissions' && <Permissions group={group} />}
        </div>
      </Tabs>
    </>
  )
}

const MS = 1000

function Facts({ group }: { readonly group: Group }) {
  const { creator_id: creator, date_created: created } = group
  if (typeof creator !== 'number' || typeof created !== 'number') return null
  return (
    <p class="muted detail-facts">
      {words('created', {
        name: personName(creator),
        date: formatDate(new Date(created * MS).toISOString()),
      })}
    </p>
  )
}

/** THE permissions of a group. */
export const GROUP_PERMISSIONS = [
  ['can_manage_group', 'mayManage'],
  ['can_mention_group', 'mayMention'],
  ['can_add_members_group', 'mayAdd'],
  ['can_remove_members_group', 'mayRemove'],
  ['can_join_group', 'mayJoin'],
  ['can_leave_group', 'mayLeave'],
] as const

function Permissions({ group }: { readonly group: Group }) {
  // What one may do with a group of the system follows from roles, but for mentioning it.
  const shown = GROUP_PERMISSIONS.filter(
    ([name]) => !group.is_system_group || name === 'can_mention_group',
  )
  return (
    <PermissionForm
      title={words('permissions')}
      of="group"
      permissions={shown.map(([name, label]) => ({
        name,
        label: words(label),
        isDisabled: !mayManage(group),
      }))}
      values={group}
      save={(changes) => api('PATCH', `/user_groups/${group.id}`, changes)}
    />
  )
}

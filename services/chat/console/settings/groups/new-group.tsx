import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { navigate } from '@oficina/web/router.ts'

import { api } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { ownId } from '../../state/part.ts'
import { words } from '../../words/groups.ts'
import { words as shared } from '../../words/settings.ts'
import { GroupSettingPicker } from '../controls/group-setting-picker.tsx'
import type { GroupSettingValue } from '../controls/group-setting-value.ts'
import { isGuest, may } from '../controls/may.ts'
import { PeopleChoice } from '../controls/people-choice.tsx'
import { ruleOf, systemGroupId } from '../controls/permission-rules.ts'
import { Section, Why } from '../frame/section.tsx'
import { GROUP_PERMISSIONS } from './group-detail.tsx'

type Permissions = Readonly<Record<string, GroupSettingValue>>

/** A group to be. */
export function NewGroup() {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [members, setMembers] = useState<readonly number[]>([ownId()])
  const [permissions, setPermissions] = useState<Permissions>({})
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  if (isGuest() || !may('can_create_groups')) return <Why>{words('mayNotCreate')}</Why>
  const create = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { group_id: id } = await api<{ readonly group_id: number }>(
        'POST',
        '/user_groups/create',
        { name, description, members, ...permissions },
      )
      await navigate(`/groups/${id}`, { replace: true })
    } catch (error) {
      setProblem(failureText(error))
      setBusy(false)
    }
  }
  const isReady = name.trim() !== ''
  return (
    <form
      class="settings-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void create()
      }}
    >
      <header class="detail-head">
        <h1 class="detail-name">{words('create')}</h1>
        <span class="grow" />
        <Link to="/groups" class="btn">
          {shared('cancel')}
        </Link>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isReady}>
          {words('create')}
        </Button>
      </header>
      {problem !== undefined && <Failure text={problem} />}
      <Section title={words('general')}>
        <Field label={words('name')} isRequired class="wide-field">
          {({ id }) => (
            <input
              class="input"
              id={id}
              autoFocus
              required
              maxLength={100}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={words('description')} class="wide-field">
          {({ id }) => (
            <textarea
              class="input"
              id={id}
              rows={2}
              value={description}
              onInput={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </Field>
      </Section>
      <Section title={words('whoIsIn')}>
        <PeopleChoice label={words('addPeople')} chosen={members} onChange={setMembers} />
      </Section>
      <Advanced permissions={permissions} onChange={setPermissions} />
    </form>
  )
}

interface AdvancedProps {
  readonly permissions: Permissions
  readonly onChange: (permissions: Permissions) => void
}

function Advanced({ permissions, onChange }: AdvancedProps) {
  return (
    <details class="settings-more">
      <summary>{words('permissions')}</summary>
      <Section title={words('permissions')}>
        {GROUP_PERMISSIONS.map(([key, label]) => (
          <GroupSettingPicker
            key={key}
            label={words(label)}
            value={permissions[key] ?? firstHolder(key)}
            rule={ruleOf('group', key)}
            onChange={(value) => onChange({ ...permissions, [key]: value })}
          />
        ))}
      </Section>
    </details>
  )
}

/** Who has a permission of a new group unless somebody is chosen: a system group, or who creates it. */
function firstHolder(name: string): GroupSettingValue {
  const group = ruleOf('group', name).default_group_name
  return group.startsWith('role:')
    ? systemGroupId(group)
    : { direct_members: [ownId()], direct_subgroups: [] }
}

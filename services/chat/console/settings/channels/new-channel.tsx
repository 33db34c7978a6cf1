import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { navigate } from '@oficina/web/router.ts'

import { api } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { channels } from '../../state/conversations/channels.ts'
import { ownId } from '../../state/part.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/channels.ts'
import { words as shared } from '../../words/settings.ts'
import { GroupSettingPicker } from '../controls/group-setting-picker.tsx'
import type { GroupSettingValue } from '../controls/group-setting-value.ts'
import { isAdmin, isOwner, may } from '../controls/may.ts'
import { PeopleChoice } from '../controls/people-choice.tsx'
import { ruleOf, systemGroupId } from '../controls/permission-rules.ts'
import { RetentionDays } from '../controls/retention-days.tsx'
import { Switch } from '../controls/switch-setting.tsx'
import { Section, Why } from '../frame/section.tsx'
import { FolderChoice } from './folder-choice.tsx'
import { retentionValue } from './general-tab.tsx'
import { mayCreateChannels } from './may-change.ts'
import { CHANNEL_PERMISSIONS, OF_DELETING } from './permission-list.ts'
import { mayHave, PrivacyChoice } from './privacy-choice.tsx'
import { privacyFlags, type Privacy } from './privacy.ts'
import { TopicsChoice } from './topics-choice.tsx'

interface Plan {
  readonly name: string
  readonly description: string
  readonly privacy: Privacy
  readonly folder: number | null
  readonly topics: string
  readonly retention: number | null
  readonly isDefault: boolean
  readonly isAnnounced: boolean
  readonly people: readonly number[]
  /** Those that were chosen; the others have the server's defaults. */
  readonly permissions: Readonly<Record<string, GroupSettingValue>>
}

function newPlan(): Plan {
  return {
    name: '',
    description: '',
    privacy: mayHave('public') ? 'public' : 'privateShared',
    folder: null,
    topics: 'inherit',
    retention: null,
    isDefault: false,
    isAnnounced: true,
    people: [ownId()],
    permissions: {},
  }
}

interface PartProps {
  readonly plan: Plan
  readonly change: (change: Partial<Plan>) => void
}

/** A channel to be. */
export function NewChannel() {
  const [plan, setPlan] = useState<Plan>(newPlan)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  if (!mayCreateChannels()) return <Why>{words('mayNotCreate')}</Why>
  const change = (changes: Partial<Plan>): void => setPlan({ ...plan, ...changes })
  const create = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { id } = await api<{ readonly id: number }>('POST', '/channels/create', fieldsOf(plan))
      await navigate(`/channels/${id}`, { replace: true })
    } catch (error) {
      setProblem(failureText(error))
      setBusy(false)
    }
  }
  return (
    <form
      class="settings-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (plan.name.trim() !== '') void create()
      }}
    >
      <header class="detail-head">
        <h1 class="detail-name">{words('create')}</h1>
        <span class="grow" />
        <Link to="/channels" class="btn">
          {shared('cancel')}
        </Link>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={plan.name.trim() === ''}>
          {words('create')}
        </Button>
      </header>
      {problem !== undefined && <Failure text={problem} />}
      <Basics plan={plan} change={change} />
      <Section title={words('whoJoins')}>
        <PeopleChoice
          label={words('addPeople')}
          chosen={plan.people}
          onChange={(people) => change({ people })}
        />
      </Section>
      <Advanced plan={plan} change={change} />
    </form>
  )
}

function fieldsOf(plan: Plan): Readonly<Record<string, unknown>> {
  const isPrivate = plan.privacy.startsWith('private')
  return {
    name: plan.name,
    description: plan.description,
    subscribers: plan.people,
    ...privacyFlags(plan.privacy),
    ...(plan.folder === null ? {} : { folder_id: plan.folder }),
    ...(plan.topics === 'inherit' ? {} : { topics_policy: plan.topics }),
    ...(plan.retention === null ? {} : { message_retention_days: retentionValue(plan.retention) }),
    ...(plan.isDefault && !isPrivate ? { is_default_stream: true } : {}),
    announce: plan.isAnnounced && !isPrivate,
    ...plan.permissions,
  }
}

function Basics({ plan, change }: PartProps) {
  const announcing = realm.value?.['realm_new_stream_announcements_stream_id']
  const announced = typeof announcing === 'number' ? channels.get(announcing)?.name : undefined
  const isPrivate = plan.privacy.startsWith('private')
  return (
    <Section title={words('general')}>
      <Field label={words('name')} isRequired class="wide-field">
        {({ id }) => (
          <input
            class="input"
            id={id}
            autoFocus
            required
            maxLength={realm.value?.max_stream_name_length}
            value={plan.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={words('description')} class="wide-field">
        {({ id }) => (
          <textarea
            class="input"
            id={id}
            rows={2}
            maxLength={realm.value?.max_stream_description_length}
            value={plan.description}
            onInput={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <PrivacyChoice value={plan.privacy} onChange={(privacy) => change({ privacy })} />
      {announced !== undefined && !isPrivate && (
        <Switch
          label={words('announce', { name: announced })}
          isOn={plan.isAnnounced}
          onChange={(isAnnounced) => change({ isAnnounced })}
        />
      )}
      {isAdmin() && !isPrivate && (
        <Switch
          label={words('isDefault')}
          isOn={plan.isDefault}
          onChange={(isDefault) => change({ isDefault })}
        />
      )}
    </Section>
  )
}

function Advanced({ plan, change }: PartProps) {
  const shown = (name: string): GroupSettingValue => plan.permissions[name] ?? firstHolder(name)
  return (
    <details class="settings-more">
      <summary>{words('advanced')}</summary>
      <Section title={words('settings')}>
        <FolderChoice value={plan.folder} onChange={(folder) => change({ folder })} />
        <TopicsChoice
          value={plan.topics}
          isDisabled={!may('can_set_topics_policy_group')}
          onChange={(topics) => change({ topics })}
        />
        <RetentionDays
          label={words('retention')}
          help={isOwner() ? undefined : shared('onlyOwners')}
          value={plan.retention}
          hasDefault
          isDisabled={!isOwner()}
          onChange={(retention) => change({ retention })}
        />
      </Section>
      {CHANNEL_PERMISSIONS.map(({ title, help, permissions }) => (
        <Section
          key={title}
          title={words(title)}
          help={help === undefined ? undefined : words(help)}
        >
          {permissions.map(([name, label]) => (
            <GroupSettingPicker
              key={name}
              label={words(label)}
              value={shown(name)}
              rule={ruleOf('stream', name)}
              isDisabled={OF_DELETING.has(name) && !may('can_set_delete_message_policy_group')}
              onChange={(value) => change({ permissions: { ...plan.permissions, [name]: value } })}
            />
          ))}
        </Section>
      ))}
    </details>
  )
}

/** Who has a permission of a new channel unless somebody is chosen: a system group, or who creates it. */
function firstHolder(name: string): GroupSettingValue {
  const group = ruleOf('stream', name).default_group_name
  return group.startsWith('role:')
    ? systemGroupId(group)
    : { direct_members: [ownId()], direct_subgroups: [] }
}

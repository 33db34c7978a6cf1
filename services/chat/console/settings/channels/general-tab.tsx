import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'

import { api } from '../../session/api.ts'
import type { Channel } from '../../state/conversations/channels.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/channels.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin, isOwner, may } from '../controls/may.ts'
import { RetentionDays } from '../controls/retention-days.tsx'
import { Switch } from '../controls/switch-setting.tsx'
import { TextSetting } from '../controls/text-setting.tsx'
import { act } from '../frame/act.ts'
import { Section, Why } from '../frame/section.tsx'
import { useSaver } from '../frame/use-setting.ts'
import { useUnsavedGuard } from '../frame/use-unsaved-guard.ts'
import { defaultChannelIds } from '../organization/default-channels-section.tsx'
import { FolderChoice } from './folder-choice.tsx'
import { mayAdminister, mayRead } from './may-change.ts'
import { PrivacyChoice } from './privacy-choice.tsx'
import { privacyFlags, privacyOf, type Privacy } from './privacy.ts'
import { TopicsChoice } from './topics-choice.tsx'

export function GeneralTab({ channel }: { readonly channel: Channel }) {
  const mayChange = mayAdminister(channel)
  const change = (fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
    api('PATCH', `/streams/${channel.stream_id}`, fields)
  return (
    <>
      {!mayChange && <Why>{words('mayNotChange')}</Why>}
      {channel.is_archived && <Why>{words('archivedHelp')}</Why>}
      <Section title={words('general')}>
        <TextSetting
          label={words('name')}
          value={channel.name}
          maxLength={realm.value?.max_stream_name_length}
          isDisabled={!mayChange}
          save={(name) => change({ new_name: name })}
        />
        <TextSetting
          label={words('description')}
          value={channel.description}
          maxLength={realm.value?.max_stream_description_length}
          isLong
          isDisabled={!mayChange}
          save={(description) => change({ description })}
        />
      </Section>
      <ChannelForm channel={channel} isDisabled={!mayChange} change={change} />
      {mayChange && <Archiving channel={channel} />}
    </>
  )
}

interface ChannelFormProps {
  readonly channel: Channel
  readonly isDisabled: boolean
  readonly change: (fields: Readonly<Record<string, unknown>>) => Promise<unknown>
}

interface Edits {
  readonly privacy?: Privacy
  readonly topics?: string
  readonly folder?: number | null
  readonly retention?: number | null
  readonly isDefault?: boolean
}

function ChannelForm({ channel, isDisabled, change }: ChannelFormProps) {
  const [edits, setEdits] = useState<Edits>({})
  const saver = useSaver()
  const isDefaultNow = defaultChannelIds().includes(channel.stream_id)
  const {
    privacy = privacyOf(channel),
    topics = channel.topics_policy,
    folder = channel.folder_id,
    retention = channel.message_retention_days,
    isDefault = isDefaultNow,
  } = edits
  const fields = {
    ...(privacy === privacyOf(channel) ? {} : privacyPatch(privacy)),
    ...(topics === channel.topics_policy ? {} : { topics_policy: topics }),
    ...(folder === channel.folder_id ? {} : { folder_id: folder }),
    ...(retention === channel.message_retention_days
      ? {}
      : { message_retention_days: retentionValue(retention) }),
    ...(isDefault === isDefaultNow ? {} : { is_default_stream: isDefault }),
  }
  const isDirty = Object.keys(fields).length > 0
  useUnsavedGuard(isDirty)
  const save = async (): Promise<void> => {
    if (await saver.save(() => change(fields))) setEdits({})
  }
  return (
    <Section
      title={words('settings')}
      state={saver.state}
      actions={
        isDirty && (
          <>
            <Button onClick={() => setEdits({})}>{shared('discard')}</Button>
            <Button
              kind="primary"
              isBusy={saver.state.kind === 'saving'}
              onClick={() => void save()}
            >
              {shared('save')}
            </Button>
          </>
        )
      }
    >
      <PrivacyChoice
        value={privacy}
        isDisabled={isDisabled || !mayRead(channel)}
        onChange={(chosen) => setEdits({ ...edits, privacy: chosen })}
      />
      <FolderChoice
        value={folder}
        isDisabled={isDisabled}
        onChange={(chosen) => setEdits({ ...edits, folder: chosen })}
      />
      <TopicsChoice
        value={topics}
        isDisabled={isDisabled || !may('can_set_topics_policy_group')}
        onChange={(chosen) => setEdits({ ...edits, topics: chosen })}
      />
      <RetentionDays
        label={words('retention')}
        help={isOwner() ? undefined : shared('onlyOwners')}
        value={retention}
        hasDefault
        isDisabled={isDisabled || !isOwner()}
        onChange={(chosen) => setEdits({ ...edits, retention: chosen })}
      />
      <Switch
        label={words('isDefault')}
        help={isAdmin() ? undefined : shared('onlyAdmins')}
        isOn={isDefault}
        isDisabled={!isAdmin() || channel.invite_only || channel.is_archived}
        onChange={(chosen) => setEdits({ ...edits, isDefault: chosen })}
      />
    </Section>
  )
}

function privacyPatch(privacy: Privacy): Readonly<Record<string, unknown>> {
  const { invite_only: isPrivate, ...others } = privacyFlags(privacy)
  return { is_private: isPrivate, ...others }
}

/** As the wire has it: days, or one of two words. */
export function retentionValue(days: number | null): number | string {
  if (days === null) return 'realm_default'
  return days === -1 ? 'unlimited' : days
}

function Archiving({ channel }: { readonly channel: Channel }) {
  const { stream_id: id, name, is_archived: isArchived } = channel
  const archive = async (): Promise<void> => {
    const isMeant = await ask({
      title: words('archive'),
      text: words('archiveText', { name }),
      confirm: words('archive'),
      isDangerous: true,
    })
    if (isMeant) await act(() => api('DELETE', `/streams/${id}`))
  }
  if (isArchived) {
    const restore = (): Promise<unknown> => api('PATCH', `/streams/${id}`, { is_archived: false })
    return (
      <div>
        <Button onClick={() => void act(restore)}>{words('unarchive')}</Button>
      </div>
    )
  }
  return (
    <div>
      <Button kind="danger" onClick={() => void archive()}>
        {words('archive')}
      </Button>
    </div>
  )
}

import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { navigate } from '@oficina/web/router.ts'
import { Tabs } from '@oficina/web/tabs.tsx'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import type { UserAnswer } from '../../wire/people.ts'
import { startCompose } from '../compose/compose-state.ts'
import { narrowAddress } from '../narrow/narrow-address.ts'
import { channelNarrow, directNarrow } from '../narrow/narrow.ts'
import { api, ApiFailure } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { ChannelSign } from '../sidebar/marks.tsx'
import { channels } from '../state/conversations/channels.ts'
import { ownId } from '../state/part.ts'
import { groups, isInGroup } from '../state/people/groups.ts'
import { people, type Person } from '../state/people/people.ts'
import { words } from '../words/people.ts'
import { PersonFacts, PersonHead } from './person-facts.tsx'

const NOT_THERE = 400

/** Somebody's profile: what is known of them, the channels and groups that they are in. */
export function UserPage({ params }: PageProps) {
  const id = Number(params['id'])
  const { error, reload } = useLoaded(String(id), async (signal) => {
    const { user } = await api<UserAnswer>(
      'GET',
      `/users/${id}`,
      { client_gravatar: false, include_custom_profile_fields: true },
      { signal },
    )
    people.set(user.user_id, user)
    return user
  })
  const of = people.get(id)
  useTitle(of?.full_name)
  if (of === undefined && error !== undefined) {
    const isThere = !(error instanceof ApiFailure) || error.status !== NOT_THERE
    return isThere ? (
      <Failure text={`${words('noAnswer')} ${failureText(error)}`} onRetry={reload} />
    ) : (
      <Empty title={words('unknownPerson')} />
    )
  }
  return (
    <div class="user-page">{of === undefined ? <Skeleton lines={8} /> : <Profile of={of} />}</div>
  )
}

function Profile({ of }: { readonly of: Person }) {
  const [tab, setTab] = useState('profile')
  const { user_id: id } = of
  const isSelf = id === ownId()
  return (
    <>
      <h1 class="hidden">{of.full_name}</h1>
      <div class="card">
        <PersonHead of={of} />
        <div class="user-acts">
          {isSelf ? (
            <Button onClick={() => void navigate('/settings/profile')}>
              {words('editProfile')}
            </Button>
          ) : (
            of.is_active && (
              <Button
                kind="primary"
                onClick={() => {
                  void navigate(narrowAddress(directNarrow([id])))
                  startCompose({ kind: 'direct', userIds: [id] })
                }}
              >
                {words('sendDirect')}
              </Button>
            )
          )}
          <Link class="btn" to={narrowAddress([{ operator: 'sender', operand: id }])}>
            {words('seeMessages')}
          </Link>
        </div>
      </div>
      <Tabs
        label={of.full_name}
        tabs={[
          { key: 'profile', label: words('profile') },
          { key: 'channels', label: words('channels') },
          { key: 'groups', label: words('groups') },
        ]}
        chosen={tab}
        onChoose={setTab}
      >
        <div class="user-tab">
          {tab === 'profile' && <PersonFacts of={of} isWhole />}
          {tab === 'channels' && <Channels userId={id} />}
          {tab === 'groups' && <Groups userId={id} />}
        </div>
      </Tabs>
    </>
  )
}

function Channels({ userId }: { readonly userId: number }) {
  const { value, error, reload } = useLoaded(String(userId), async (signal) => {
    const path = `/users/${userId}/channels`
    return await api<{ readonly subscribed_channel_ids: readonly number[] }>(
      'GET',
      path,
      {},
      { signal },
    )
  })
  if (error !== undefined) return <Failure text={failureText(error)} onRetry={reload} />
  if (value === undefined) return <Skeleton lines={5} />
  const shown = value.subscribed_channel_ids.flatMap((id) => channels.get(id) ?? [])
  if (shown.length === 0) return <p class="muted">{words('noChannels')}</p>
  return (
    <ul class="user-list">
      {shown
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ stream_id: id, name }) => (
          <li key={id}>
            <Link to={narrowAddress(channelNarrow(id))}>
              <ChannelSign channelId={id} /> {name}
            </Link>
          </li>
        ))}
    </ul>
  )
}

function Groups({ userId }: { readonly userId: number }) {
  const shown = groups
    .values()
    .filter((group) => !group.is_system_group && !group.deactivated && isInGroup(group.id, userId))
  if (shown.length === 0) return <p class="muted">{words('noGroups')}</p>
  return (
    <ul class="user-list">
      {shown.map(({ id, name, description }) => (
        <li key={id}>
          <Link to={`/groups/${id}`}>@{name}</Link> <small class="muted">{description}</small>
        </li>
      ))}
    </ul>
  )
}

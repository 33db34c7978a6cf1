import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../../session/api.ts'
import type { Channel } from '../../state/conversations/channels.ts'
import { words } from '../../words/channels.ts'
import { PeopleChoice } from '../controls/people-choice.tsx'
import { PeopleRows } from '../controls/people-rows.tsx'
import { act } from '../frame/act.ts'
import { Ready } from '../frame/ready.tsx'
import { Section, Why } from '../frame/section.tsx'
import { useLive } from '../frame/use-live.ts'
import { mayAddSubscribers, mayRemoveSubscribers } from './may-change.ts'

const EVENTS = [
  'subscription peer_add',
  'subscription peer_remove',
  'subscription add',
  'subscription remove',
] as const

interface Members {
  readonly subscribers: readonly number[]
}

/** Who is in a channel. */
export function SubscribersTab({ channel }: { readonly channel: Channel }) {
  const { stream_id: id, name } = channel
  const loaded = useLive(
    EVENTS,
    (signal) => api<Members>('GET', `/streams/${id}/members`, {}, { signal }),
    String(id),
  )
  const mayRemove = mayRemoveSubscribers(channel)
  const remove = (userId: number): void =>
    void act(() =>
      api('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: [userId] }),
    )
  return (
    <>
      <Adding channel={channel} />
      <Section title={words('inChannel')}>
        <Ready loaded={loaded}>
          {({ subscribers }) => (
            <PeopleRows
              ids={subscribers}
              label={words('people')}
              none={words('nobody')}
              removeLabel={(person) => words('removeOf', { name: person })}
              onRemove={mayRemove ? remove : undefined}
            />
          )}
        </Ready>
      </Section>
    </>
  )
}

interface Subscribed {
  readonly subscribed: Readonly<Record<string, readonly string[]>>
}

function Adding({ channel }: { readonly channel: Channel }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isBusy, setBusy] = useState(false)
  if (!mayAddSubscribers(channel)) return <Why>{words('mayNotAdd')}</Why>
  const add = async (): Promise<void> => {
    setBusy(true)
    await act(async () => {
      const { subscribed } = await api<Subscribed>('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: channel.name }],
        principals: chosen,
      })
      toast({
        text: words('added', { count: Object.keys(subscribed).length }),
        tone: 'success',
      })
      setChosen([])
    })
    setBusy(false)
  }
  return (
    <Section title={words('addPeople')}>
      <div class="row">
        <div class="grow">
          <PeopleChoice label={words('addPeople')} chosen={chosen} onChange={setChosen} />
        </div>
        <Button
          kind="primary"
          isBusy={isBusy}
          disabled={chosen.length === 0}
          onClick={() => void add()}
        >
          {words('add')}
        </Button>
      </div>
    </Section>
  )
}

import closeIcon from 'lucide-static/icons/x.svg'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Combobox, type ComboOption } from '@oficina/web/combobox.tsx'
import { navigate } from '@oficina/web/router.ts'

import { keysText } from '../../keys/keys-shown.tsx'
import { presentKeys } from '../../keys/own-keys.ts'
import { useShortcut } from '../../keys/use-shortcut.ts'
import { renderedText } from '../../message/rendered-text.ts'
import { narrowAddress } from '../../narrow/narrow-address.ts'
import { ChannelSign } from '../../sidebar/marks.tsx'
import { channels, subscriptions } from '../../state/conversations/channels.ts'
import { mayBy } from '../../state/people/groups.ts'
import { words } from '../../words/compose.ts'
import {
  closeCompose,
  composing,
  focusCompose,
  retarget,
  sameTarget,
  type ComposeTarget,
} from '../compose-state.ts'
import { ranked } from '../suggest/rank.ts'
import { topicRule } from './may-post.ts'
import { placeTarget } from './place-target.ts'
import { RecipientPeople } from './recipient-people.tsx'
import { RecipientTopic } from './recipient-topic.tsx'
import { narrowOfTarget } from './target-narrow.ts'

/** Whom the message is for: a channel and its topic, or people; and the way to that conversation. */
export function RecipientRow({ target }: { readonly target: ComposeTarget }) {
  const narrow = narrowOfTarget(target)
  const here = placeTarget.value
  const isElsewhere = narrow !== undefined && (here === undefined || !sameTarget(here, target))
  const go = (): boolean => {
    if (narrow === undefined) return false
    void navigate(narrowAddress(narrow))
    return true
  }
  useShortcut('composedConversation', go)
  return (
    <header class="recipient-row">
      {target.kind === 'channel' ? (
        <ChannelRecipient target={target} />
      ) : (
        <RecipientPeople
          userIds={target.userIds}
          onChange={(userIds) => retarget({ kind: 'direct', userIds })}
          onDone={() => focusCompose('content')}
        />
      )}
      {composing.value?.draftId !== undefined && (
        <span class="draft-note wide-only">{words('draftSaved')}</span>
      )}
      {isElsewhere && (
        <Button
          kind="quiet"
          title={keysText(presentKeys('composedConversation')[0] ?? '')}
          onClick={go}
        >
          {words('goToConversation')}
        </Button>
      )}
      <IconButton icon={closeIcon} label={words('closeBox')} onClick={closeCompose} />
    </header>
  )
}

const DIRECT = 'direct'
const MAX_CHANNELS = 30

function ChannelRecipient({
  target,
}: {
  readonly target: Extract<ComposeTarget, { kind: 'channel' }>
}) {
  const { channelId, topic } = target
  const name = channelId === undefined ? '' : (channels.get(channelId)?.name ?? '')
  const rule = topicRule(channelId)
  const choose = ({ value }: ComboOption<number | typeof DIRECT>): void => {
    if (value === DIRECT) {
      retarget({ kind: 'direct', userIds: [] })
      focusCompose('people')
      return
    }
    retarget({
      kind: 'channel',
      channelId: value,
      topic: topicRule(value) === 'empty' ? '' : topic,
    })
    focusCompose(topicRule(value) === 'empty' ? 'content' : 'topic')
  }
  return (
    <>
      <div class="recipient-channel">
        {channelId !== undefined && <ChannelSign channelId={channelId} />}
        <Combobox
          label={words('channel')}
          shown={name}
          placeholder={words('chooseChannel')}
          search={(typed) => Promise.resolve(channelOptions(typed))}
          onChoose={choose}
        />
      </div>
      <span class="recipient-arrow" aria-hidden="true">
        ›
      </span>
      <RecipientTopic
        channelId={channelId}
        topic={topic ?? ''}
        rule={rule}
        onChange={(next) => retarget({ kind: 'channel', channelId, topic: next })}
        onDone={() => focusCompose('content')}
      />
    </>
  )
}

/** Channels that one may write to, those of one's own first, and direct messages. */
function channelOptions(typed: string): readonly ComboOption<number | typeof DIRECT>[] {
  const open = channels
    .values()
    .filter((one) => !one.is_archived && mayBy(one.can_send_message_group))
  const found = ranked(typed, open, {
    namesOf: ({ name }) => [name],
    distanceOf: ({ stream_id: id }) => {
      const own = subscriptions.peek(id)
      if (own === undefined) return 100
      return own.pin_to_top ? 0 : own.is_muted ? 50 : 10
    },
    limit: MAX_CHANNELS,
  })
  const options = found.map(({ stream_id: value, name, rendered_description: html }) => ({
    value,
    label: name,
    detail: renderedText(html).slice(0, 60),
  }))
  const direct = { value: DIRECT, label: words('directMessage') } as const
  return typed === '' || direct.label.toLowerCase().includes(typed.toLowerCase())
    ? [direct, ...options]
    : options
}

import closeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'

import { toggleResolved, mayResolve } from '../../message-actions/topic-actions.ts'
import { api } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { channels } from '../../state/conversations/channels.ts'
import { RESOLVED } from '../../state/conversations/topic-name.ts'
import { mayBy } from '../../state/people/groups.ts'
import { words } from '../../words/compose.ts'
import { retarget, type ComposeTarget } from '../compose-state.ts'
import { noteSubscribed } from '../recipient/channel-subscribers.ts'
import { warningsOf, type Warning } from './warnings.ts'

export interface ComposeWarningsProps {
  readonly target: ComposeTarget
  readonly content: string
}

/** What the writer may want to know, above the text, each with what can be done about it. */
export function ComposeWarnings({ target, content }: ComposeWarningsProps) {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const warnings = warningsOf(target, content).filter((one) => !dismissed.has(keyOf(one)))
  return (
    <div class="compose-warnings" aria-live="polite">
      {warnings.map((warning) => (
        <div key={keyOf(warning)} class="compose-warning">
          <span>{textOf(warning)}</span>
          <Remedy warning={warning} />
          <IconButton
            icon={closeIcon}
            label={words('dismiss')}
            onClick={() => setDismissed(new Set([...dismissed, keyOf(warning)]))}
          />
        </div>
      ))}
    </div>
  )
}

function keyOf(warning: Warning): string {
  switch (warning.kind) {
    case 'mentionedAway':
      return `${warning.kind} ${warning.channelId} ${warning.person.user_id}`
    case 'privateLink':
      return `${warning.kind} ${warning.channel.stream_id}`
    case 'guests':
      return `${warning.kind} ${warning.names.join()}`
    case 'resolved':
      return `${warning.kind} ${warning.channelId} ${warning.topic}`
    case 'notSubscribed':
    case 'wildcard':
      return `${warning.kind} ${warning.channelId}`
  }
}

function textOf(warning: Warning): string {
  switch (warning.kind) {
    case 'notSubscribed':
      return words('notSubscribed')
    case 'resolved':
      return words('resolvedTopic')
    case 'mentionedAway':
      return words('notSubscribedPerson', { name: warning.person.full_name })
    case 'privateLink':
      return words('privateLink', { name: warning.channel.name })
    case 'guests':
      return words('guests', { count: warning.names.length, names: warning.names.join(', ') })
    case 'wildcard':
      return words('wildcardMany', { count: warning.count })
  }
}

function Remedy({ warning }: { readonly warning: Warning }) {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const remedy = remedyOf(warning)
  if (remedy === undefined) return null
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await remedy.run()
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {problem !== undefined && (
        <span class="compose-problem" role="alert">
          {problem}
        </span>
      )}
      <Button isBusy={isBusy} onClick={() => void run()}>
        {remedy.label}
      </Button>
    </>
  )
}

function remedyOf(
  warning: Warning,
): { readonly label: string; readonly run: () => Promise<void> } | undefined {
  if (warning.kind === 'notSubscribed') {
    return { label: words('subscribe'), run: () => subscribe(warning.channelId, undefined) }
  }
  if (warning.kind === 'mentionedAway') {
    const channel = channels.get(warning.channelId)
    const may =
      mayBy(channel?.['can_add_subscribers_group']) || mayBy(channel?.can_administer_channel_group)
    if (!may) return undefined
    const { channelId, person } = warning
    return { label: words('subscribeThem'), run: () => subscribe(channelId, person.user_id) }
  }
  if (warning.kind === 'resolved' && mayResolve(warning.channelId)) {
    const { channelId, topic } = warning
    return {
      label: words('unresolve'),
      run: async () => {
        if (await toggleResolved(channelId, topic)) {
          retarget({ kind: 'channel', channelId, topic: topic.slice(RESOLVED.length) })
        }
      },
    }
  }
  return undefined
}

async function subscribe(channelId: number, userId: number | undefined): Promise<void> {
  const name = channels.peek(channelId)?.name ?? ''
  await api('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: userId === undefined ? undefined : [userId],
  })
  if (userId !== undefined) noteSubscribed(channelId, userId)
}

import { toast } from '@oficina/web/toasts.tsx'

import type { SearchMatch } from '../feed/load/fetch-feed.ts'
import { changeFlag } from '../state/conversations/flags.ts'
import type { Message } from '../state/conversations/messages.ts'
import { words } from '../words/message.ts'
import { MessageContent } from './message-content.tsx'
import { Reactions } from './reactions/reactions.tsx'
import { SenderName } from './sender.tsx'
import { widgetOf } from './widgets/widget-of.ts'
import { Widget } from './widgets/widget.tsx'

export interface MessageBodyProps {
  readonly message: Message
  readonly match: SearchMatch | undefined
}

/** What a message says, and what people said about it. */
export function MessageBody({ message, match }: MessageBodyProps) {
  const { id, flags, is_me_message: isStatus } = message
  if (flags.includes('collapsed')) return <Collapsed id={id} />
  const widget = message.submessages.length === 0 ? undefined : widgetOf(message)
  return (
    <>
      {widget !== undefined ? (
        <Widget message={message} widget={widget} />
      ) : isStatus ? (
        <div class="status-line">
          <SenderName message={message} />
          <MessageContent message={message} match={match} isStatus />
        </div>
      ) : (
        <MessageContent message={message} match={match} />
      )}
      <Reactions message={message} />
    </>
  )
}

function Collapsed({ id }: { readonly id: number }) {
  return (
    <p class="collapsed">
      <span>{words('collapsed')}</span>
      <button type="button" class="more" onClick={() => void setCollapsed(id, 'open')}>
        {words('expand')}
      </button>
    </p>
  )
}

/** Collapses a message, or opens it again; a refusal is told. */
export async function setCollapsed(id: number, to: 'collapsed' | 'open'): Promise<void> {
  try {
    await changeFlag(id, to === 'collapsed' ? 'add' : 'remove', 'collapsed')
  } catch {
    toast({ text: words('flagFailed'), tone: 'danger' })
  }
}

import { Dialog } from '@oficina/web/dialog.tsx'
import { formatInstant } from '@oficina/web/formats.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import type { HistoryAnswer, VersionObject } from '../../wire/messages.ts'
import { RenderedContent } from '../message/rendered-content.tsx'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { channels } from '../state/conversations/channels.ts'
import type { Message } from '../state/conversations/messages.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { person } from '../state/people/people.ts'
import { words } from '../words/message-actions.ts'

/** What a message was after one change. */
/** Every change of a message, the newest first, with what was added and taken away. */
export function HistoryDialog({
  message,
  onClose,
}: {
  readonly message: Message
  readonly onClose: () => void
}) {
  const versions = useLoaded(`history ${message.id}`, async (signal) => {
    const path = `/messages/${message.id}/history`
    const fields = { allow_empty_topic_name: true }
    const answer = await api<HistoryAnswer>('GET', path, fields, { signal })
    return answer.message_history.toReversed()
  })
  const { value, error } = versions
  return (
    <Dialog title={words('history')} size="medium" onClose={onClose}>
      {error !== undefined && <Failure text={failureText(error)} onRetry={versions.reload} />}
      {value === undefined && error === undefined && <Skeleton lines={6} />}
      <ol class="versions">
        {value?.map((version, index) => (
          <VersionView key={index} version={version} isFirst={index === (value?.length ?? 0) - 1} />
        ))}
      </ol>
    </Dialog>
  )
}

function VersionView({
  version,
  isFirst,
}: {
  readonly version: VersionObject
  readonly isFirst: boolean
}) {
  const { user_id: userId, timestamp, content_html_diff: diff, rendered_content: html } = version
  const name = userId === null ? '' : (person(userId)?.full_name ?? '…')
  const at = new Date(timestamp * 1000)
  return (
    <li class="version">
      <p class="version-head">
        <b>{words(isFirst ? 'sentBy' : 'changedBy', { name })}</b>
        <time dateTime={at.toISOString()}>{formatInstant(at.toISOString())}</time>
      </p>
      <Moves version={version} />
      {(diff !== undefined || isFirst) && (
        <div class="version-text">
          <RenderedContent html={diff ?? html} />
        </div>
      )}
    </li>
  )
}

function Moves({ version }: { readonly version: VersionObject }) {
  const { topic, prev_topic: before, stream, prev_stream: from } = version
  return (
    <>
      {before !== undefined && (
        <p class="version-move">
          {words('topic')}: <del>{topicName(before)}</del> <ins>{topicName(topic)}</ins>
        </p>
      )}
      {from !== undefined && stream !== undefined && (
        <p class="version-move">
          {words('channel')}: <del>{channelName(from)}</del> <ins>{channelName(stream)}</ins>
        </p>
      )}
    </>
  )
}

function channelName(id: number): string {
  return channels.get(id)?.name ?? words('unknownChannel')
}

import checkIcon from 'lucide-static/icons/check.svg'
import { Icon } from '@oficina/web/icon.tsx'

import { marked } from '../../message/marked-text.tsx'
import { topicName } from '../../state/conversations/topic-name.ts'
import { words } from '../../words/feed.ts'

const RESOLVED = '✔ '

/** A topic as it is read: its mark when it is resolved, words that were looked for, a name where it has none. */
export function TopicText({
  topic,
  match,
}: {
  readonly topic: string
  readonly match?: string | undefined
}) {
  if (topic === '') return <em class="empty-topic">{topicName(topic)}</em>
  if (match !== undefined && match !== '') return <>{marked(match)}</>
  if (!topic.startsWith(RESOLVED)) return <>{topic}</>
  return (
    <>
      <span class="resolved" role="img" aria-label={words('resolved')} title={words('resolved')}>
        <Icon svg={checkIcon} />
      </span>
      {topic.slice(RESOLVED.length)}
    </>
  )
}

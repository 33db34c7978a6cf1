import { SuggestInput } from '@oficina/web/suggest-input.tsx'

import { topicName } from '../../state/conversations/topic-name.ts'
import { topicsOf } from '../../state/conversations/topics.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/compose.ts'
import { ranked } from '../suggest/rank.ts'
import type { TopicRule } from './may-post.ts'

export interface RecipientTopicProps {
  readonly channelId: number | undefined
  readonly topic: string
  readonly rule: TopicRule
  readonly onChange: (topic: string) => void
  /** Enter, or a topic that was chosen. */
  readonly onDone: () => void
  readonly label?: string
  /** Ties it to a `Field`. */
  readonly id?: string
}

const MAX_TOPICS = 8

/** A topic by its name, new or one of the channel's. */
export function RecipientTopic(props: RecipientTopicProps) {
  const { channelId, topic, rule, onChange, onDone, label, id } = props
  const topics = channelId === undefined ? [] : (topicsOf(channelId) ?? [])
  const found =
    topic === ''
      ? topics.filter(({ name }) => name !== '').slice(0, MAX_TOPICS)
      : ranked(topic, topics, {
          namesOf: ({ name }) => [name],
          distanceOf: () => 0,
          limit: MAX_TOPICS,
        })
  const options = found.map(({ name }) => ({ key: name, label: topicName(name) }))
  return (
    <SuggestInput
      class="recipient-topic"
      id={id}
      label={id === undefined ? (label ?? words('topic')) : undefined}
      placeholder={rule === 'named' ? words('topicNeeded') : topicName('')}
      value={rule === 'empty' ? topicName('') : topic}
      maxLength={realm.value?.max_topic_length}
      isDisabled={rule === 'empty'}
      options={options.filter(
        ({ key }) => key.toLowerCase() !== topic.toLowerCase() || topic === '',
      )}
      takesFirst={false}
      onInput={onChange}
      onChoose={({ key }) => {
        onChange(key)
        onDone()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onDone()
      }}
    />
  )
}

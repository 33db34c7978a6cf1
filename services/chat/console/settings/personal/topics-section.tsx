import { useRef, useState } from 'preact/hooks'
import { plain } from '@oficina/web/fuzzy.ts'
import { Empty } from '@oficina/web/notice.tsx'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { api } from '../../session/api.ts'
import { channels } from '../../state/conversations/channels.ts'
import { POLICY, userTopics } from '../../state/conversations/topics.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/personal.ts'
import { Filter } from '../controls/filter.tsx'
import { act } from '../frame/act.ts'
import { Section } from '../frame/section.tsx'

const ROW_HEIGHT = 44

/** Topics that a person follows, has muted, or hears in muted channels. */
export function TopicsSection() {
  const [typed, setTyped] = useState('')
  const wanted = plain(typed)
  const all = userTopics
    .values()
    .map((one) => ({ ...one, channel: channels.get(one.stream_id)?.name ?? '' }))
    .filter(({ channel, topic_name: topic }) => plain(`${channel} ${topic}`).includes(wanted))
    .toSorted(
      (a, b) => a.channel.localeCompare(b.channel) || a.topic_name.localeCompare(b.topic_name),
    )
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, totalHeight } = useVirtualRows(scroller, {
    count: all.length,
    rowHeight: ROW_HEIGHT,
  })
  return (
    <Section help={words('topicsHelp')} actions={<Filter value={typed} onType={setTyped} />}>
      {all.length === 0 && <Empty title={words('noTopics')} />}
      <div class="settings-rows" ref={scroller} tabIndex={all.length === 0 ? -1 : 0} role="list">
        <div style={{ height: `${totalHeight}px`, position: 'relative' }} role="presentation">
          {rows.map(({ index, top, slot }) => {
            const one = all[index]
            if (one === undefined) return null
            return (
              <div
                key={slot}
                class="settings-row"
                role="listitem"
                style={{ transform: `translateY(${top}px)` }}
              >
                <span class="settings-list-name">
                  <span class="muted">#{one.channel} ›</span> {topicName(one.topic_name)}
                </span>
                <select
                  class="input"
                  aria-label={words('policyOf', { topic: topicName(one.topic_name) })}
                  value={String(one.visibility_policy)}
                  onChange={(event) =>
                    void setPolicy(one.stream_id, one.topic_name, Number(event.currentTarget.value))
                  }
                >
                  <option value={String(POLICY.followed)}>{words('followed')}</option>
                  <option value={String(POLICY.muted)}>{words('muted')}</option>
                  <option value={String(POLICY.unmuted)}>{words('unmuted')}</option>
                  <option value={String(POLICY.none)}>{words('asChannel')}</option>
                </select>
              </div>
            )
          })}
        </div>
      </div>
    </Section>
  )
}

function topicName(topic: string): string {
  return topic === '' ? (realm.value?.realm_empty_topic_display_name ?? '') : topic
}

function setPolicy(channelId: number, topic: string, policy: number): Promise<boolean> {
  return act(() =>
    api('POST', '/user_topics', {
      stream_id: channelId,
      topic,
      visibility_policy: policy,
    }),
  )
}

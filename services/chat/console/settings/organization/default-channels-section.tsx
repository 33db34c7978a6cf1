import { Button } from '@oficina/web/button.tsx'
import { Combobox } from '@oficina/web/combobox.tsx'
import { plain } from '@oficina/web/fuzzy.ts'
import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { api } from '../../session/api.ts'
import { channels } from '../../state/conversations/channels.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin } from '../controls/may.ts'
import { act } from '../frame/act.ts'
import { Section, Why } from '../frame/section.tsx'

const MAX_SHOWN = 20

export function defaultChannelIds(): readonly number[] {
  // The form is the contract's; the key comes after the first paint.
  return (realm.value?.['realm_default_streams'] ?? []) as readonly number[]
}

/** What new people are subscribed to. */
export function DefaultChannelsSection() {
  const ids = defaultChannelIds()
  const mayChange = isAdmin()
  const rows = ids
    .flatMap((id) => {
      const channel = channels.get(id)
      return channel === undefined ? [] : [channel]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const search = async (typed: string) =>
    channels
      .values()
      .filter((one) => !one.is_archived && !one.invite_only && !ids.includes(one.stream_id))
      .filter(({ name }) => plain(name).includes(plain(typed)))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .slice(0, MAX_SHOWN)
      .map((one) => ({ value: one.stream_id, label: `#${one.name}` }))
  return (
    <Section help={words('defaultChannelsHelp')}>
      {mayChange ? (
        <div class="setting-narrow">
          <Combobox<number>
            label={words('addChannel')}
            placeholder={words('addChannel')}
            shown=""
            search={search}
            onChoose={({ value }) =>
              void act(() => api('POST', '/default_streams', { stream_id: value }))
            }
          />
        </div>
      ) : (
        <Why>{shared('onlyAdmins')}</Why>
      )}
      {rows.length === 0 && <Empty title={words('noDefaultChannels')} />}
      <ul class="settings-list">
        {rows.map(({ stream_id: id, name }) => (
          <li key={id}>
            <span class="settings-list-name">
              <Link to={`/channels/${id}`}>#{name}</Link>
            </span>
            {mayChange && (
              <Button
                kind="quiet"
                aria-label={shared('removeHolder', { name })}
                onClick={() => void act(() => api('DELETE', '/default_streams', { stream_id: id }))}
              >
                {shared('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

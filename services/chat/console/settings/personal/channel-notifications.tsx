import undoIcon from 'lucide-static/icons/rotate-ccw.svg'
import { useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { Combobox } from '@oficina/web/combobox.tsx'
import { plain } from '@oficina/web/fuzzy.ts'
import { Link } from '@oficina/web/link.tsx'

import { api } from '../../session/api.ts'
import { channels, subscriptions, type Subscription } from '../../state/conversations/channels.ts'
import { userSettings } from '../../state/own/own.ts'
import { words } from '../../words/personal.ts'
import { Section } from '../frame/section.tsx'
import { useSaver } from '../frame/use-setting.ts'

/** What a channel may say of its own, with the setting that holds where it says nothing. */
const WAYS = [
  ['desktop_notifications', 'way_desktop', 'enable_stream_desktop_notifications'],
  ['audible_notifications', 'way_sound', 'enable_stream_audible_notifications'],
  ['push_notifications', 'way_push', 'enable_stream_push_notifications'],
  ['email_notifications', 'way_mail', 'enable_stream_email_notifications'],
  ['wildcard_mentions_notify', 'way_wildcard', 'wildcard_mentions_notify'],
] as const

const MAX_FOUND = 20

/** Channels that a person wants otherwise than the rest. */
export function ChannelNotifications() {
  const saver = useSaver()
  const settings = userSettings.value
  // The service keeps what was said once, and cannot be told to forget it: the same as elsewhere is nothing special.
  const isSpecial = (one: Subscription): boolean =>
    WAYS.some(
      ([name, , fallback]) => one[name] !== null && one[name] !== (settings?.[fallback] === true),
    )
  const [added, setAdded] = useState<readonly number[]>([])
  const special = subscriptions
    .values()
    .filter((one) => isSpecial(one) || added.includes(one.stream_id))
  const nameOf = (id: number): string => channels.get(id)?.name ?? ''
  const rows = special.toSorted((a, b) => nameOf(a.stream_id).localeCompare(nameOf(b.stream_id)))
  const save = (id: number, changes: readonly (readonly [string, boolean])[]): void =>
    void saver.save(() =>
      api('POST', '/users/me/subscriptions/properties', {
        subscription_data: changes.map(([property, value]) => ({ stream_id: id, property, value })),
      }),
    )
  const search = async (typed: string) =>
    subscriptions
      .values()
      .filter((one) => !special.includes(one))
      .map((one) => ({ value: one.stream_id, label: nameOf(one.stream_id) }))
      .filter(({ label }) => plain(label).includes(plain(typed)))
      .toSorted((a, b) => a.label.localeCompare(b.label))
      .slice(0, MAX_FOUND)
  return (
    <Section title={words('ofChannels')} help={words('ofChannelsHelp')} state={saver.state}>
      {rows.length > 0 && <Rows rows={rows} nameOf={nameOf} save={save} />}
      <div class="setting-narrow">
        <Combobox<number>
          label={words('addChannel')}
          placeholder={words('addChannel')}
          shown=""
          search={search}
          onChoose={({ value }) => setAdded([...added, value])}
        />
      </div>
    </Section>
  )
}

interface RowsProps {
  readonly rows: readonly Subscription[]
  readonly nameOf: (id: number) => string
  readonly save: (id: number, changes: readonly (readonly [string, boolean])[]) => void
}

function Rows({ rows, nameOf, save }: RowsProps) {
  const values = userSettings.value
  const shown = (one: Subscription, [name, , fallback]: (typeof WAYS)[number]): boolean =>
    one[name] ?? values?.[fallback] === true
  return (
    <div class="table-scroll">
      <table class="settings-table notification-table">
        <thead>
          <tr>
            <th scope="col">{words('channel')}</th>
            {WAYS.map(([name, label]) => (
              <th key={name} scope="col" class="center">
                {words(label)}
              </th>
            ))}
            <th scope="col">
              <span class="hidden">{words('asOthers')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.stream_id}>
              <th scope="row">
                <Link to={`/channels/${one.stream_id}/personal`}>#{nameOf(one.stream_id)}</Link>
              </th>
              {WAYS.map((way) => (
                <td key={way[0]} class="center">
                  <input
                    type="checkbox"
                    aria-label={`#${nameOf(one.stream_id)}: ${words(way[1])}`}
                    checked={shown(one, way)}
                    onChange={(event) =>
                      save(one.stream_id, [[way[0], event.currentTarget.checked]])
                    }
                  />
                </td>
              ))}
              <td>
                <IconButton
                  icon={undoIcon}
                  label={words('asOthersOf', { name: nameOf(one.stream_id) })}
                  onClick={() =>
                    save(
                      one.stream_id,
                      WAYS.map(
                        ([name, , fallback]) => [name, values?.[fallback] === true] as const,
                      ),
                    )
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { Button } from '@oficina/web/button.tsx'

import { api } from '../../session/api.ts'
import { ColorPalette } from '../../sidebar/color-palette.tsx'
import {
  subscriptions,
  type Channel,
  type Subscription,
} from '../../state/conversations/channels.ts'
import { userSettings } from '../../state/own/own.ts'
import { words } from '../../words/channels.ts'
import { SwitchSetting } from '../controls/switch-setting.tsx'
import { Section, Why } from '../frame/section.tsx'
import { useSaver } from '../frame/use-setting.ts'

/** What a channel may be told of, with the setting that holds where the channel says nothing. */
const NOTIFICATIONS = [
  ['desktop_notifications', 'desktop', 'enable_stream_desktop_notifications'],
  ['audible_notifications', 'sound', 'enable_stream_audible_notifications'],
  ['push_notifications', 'push', 'enable_stream_push_notifications'],
  ['email_notifications', 'mail', 'enable_stream_email_notifications'],
  ['wildcard_mentions_notify', 'wildcard', 'wildcard_mentions_notify'],
] as const

/** How a person sees a channel, and what they are told of it. */
export function PersonalTab({ channel }: { readonly channel: Channel }) {
  const own = subscriptions.get(channel.stream_id)
  if (own === undefined) return <Why>{words('notSubscribed')}</Why>
  return <Own own={own} />
}

function Own({ own }: { readonly own: Subscription }) {
  const { stream_id: id } = own
  const saver = useSaver()
  const colors = useSaver()
  const settings = userSettings.value
  const save = (changes: readonly (readonly [property: string, value: boolean | string])[]) =>
    api('POST', '/users/me/subscriptions/properties', {
      subscription_data: changes.map(([property, value]) => ({ stream_id: id, property, value })),
    })
  // The service keeps what was said once, and cannot be told to forget it: the same as elsewhere is nothing special.
  const isSpecial = NOTIFICATIONS.some(
    ([name, , fallback]) => own[name] !== null && own[name] !== (settings?.[fallback] === true),
  )
  const asOthers = NOTIFICATIONS.map(
    ([name, , fallback]) => [name, settings?.[fallback] === true] as const,
  )
  return (
    <>
      <Section title={words('look')} state={colors.state}>
        <fieldset class="settings-fieldset">
          <legend>{words('color')}</legend>
          <ColorPalette
            value={own.color}
            onChoose={(color) => void colors.save(() => save([['color', color]]))}
          />
        </fieldset>
        <SwitchSetting
          label={words('pin')}
          isOn={own.pin_to_top}
          save={(isOn) => save([['pin_to_top', isOn]])}
        />
        <SwitchSetting
          label={words('mute')}
          help={words('muteHelp')}
          isOn={own.is_muted}
          save={(isOn) => save([['is_muted', isOn]])}
        />
      </Section>
      <Section
        title={words('notifications')}
        help={words('notificationsHelp')}
        state={saver.state}
        actions={
          isSpecial && (
            <Button kind="quiet" onClick={() => void saver.save(() => save(asOthers))}>
              {words('asOthers')}
            </Button>
          )
        }
      >
        {NOTIFICATIONS.map(([name, label, fallback]) => (
          <SwitchSetting
            key={name}
            label={words(label)}
            isOn={own[name] ?? settings?.[fallback] === true}
            save={(isOn) => save([[name, isOn]])}
          />
        ))}
      </Section>
    </>
  )
}

import playIcon from 'lucide-static/icons/play.svg'
import { Button } from '@oficina/web/button.tsx'
import { Skeleton } from '@oficina/web/notice.tsx'

import { showTest } from '../../notify/desktop.ts'
import { askPermission, permission } from '../../notify/permission.ts'
import { playSound } from '../../notify/sound.ts'
import { userSettings } from '../../state/own/own.ts'
import { words } from '../../words/personal.ts'
import { ChoiceSetting } from '../controls/choice-setting.tsx'
import { DeclaredSettings } from '../controls/declared-settings.tsx'
import { NOTIFICATIONS, TOPIC_SETTINGS } from '../declared/user-settings.ts'
import { Section } from '../frame/section.tsx'
import { ChannelNotifications } from './channel-notifications.tsx'
import { NotificationTable } from './notification-table.tsx'
import { saveSetting } from './save-settings.ts'

/** Of what a person is told, and how. */
export function NotificationsSection() {
  const values = userSettings.value
  if (values === undefined) return <Skeleton lines={8} />
  const [desktop, ...others] = NOTIFICATIONS
  return (
    <>
      <Permission />
      <Section title={words('whatAndHow')}>
        <NotificationTable values={values} save={saveSetting} />
      </Section>
      {desktop !== undefined && (
        <DeclaredSettings group={desktop} values={values} save={saveSetting}>
          <Sound present={values.notification_sound} />
        </DeclaredSettings>
      )}
      <DeclaredSettings group={TOPIC_SETTINGS} values={values} save={saveSetting} />
      {others.map((group) => (
        <DeclaredSettings key={group.key} group={group} values={values} save={saveSetting} />
      ))}
      <ChannelNotifications />
    </>
  )
}

/** Sounds as the server names them. */
const SOUNDS = ['zulip', 'ding', 'none'] as const

function Sound({ present }: { readonly present: string }) {
  return (
    <div class="row end">
      <ChoiceSetting
        label={words('sound')}
        value={present}
        options={SOUNDS.map((value) => ({
          value,
          label: value === 'none' ? words('soundNone') : words(`sound_${value}`),
        }))}
        save={(value) => saveSetting('notification_sound', value)}
      />
      <Button icon={playIcon} disabled={present === 'none'} onClick={() => void playSound(present)}>
        {words('playSound')}
      </Button>
    </div>
  )
}

/** Whether the browser lets the page notify, and a notification to see. */
function Permission() {
  const present = permission.value
  return (
    <div class="settings-notice">
      <p>{words(`browser_${present}`)}</p>
      {present === 'default' && (
        <Button kind="primary" onClick={() => void askPermission()}>
          {words('allow')}
        </Button>
      )}
      {present === 'granted' && <Button onClick={showTest}>{words('test')}</Button>}
    </div>
  )
}

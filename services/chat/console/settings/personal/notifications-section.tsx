import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Skeleton } from '@oficina/web/notice.tsx'

import { userSettings } from '../../state/own.ts'
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
    </div>
  )
}

/** Whether the browser lets the page notify, and a notification to see. */
function Permission() {
  const isThere = 'Notification' in window
  const [permission, setPermission] = useState<NotificationPermission>(
    isThere ? Notification.permission : 'denied',
  )
  const askBrowser = async (): Promise<void> =>
    setPermission(await Notification.requestPermission())
  const test = (): void => {
    // Some browsers notify from a worker alone.
    try {
      void new Notification(words('testTitle'), { body: words('testText') })
    } catch {
      setPermission('denied')
    }
  }
  return (
    <div class="settings-notice">
      <p>
        {!isThere && words('browserCannot')}
        {isThere && permission === 'granted' && words('browserAllows')}
        {isThere && permission === 'default' && words('browserAsks')}
        {isThere && permission === 'denied' && words('browserDenies')}
      </p>
      {isThere && permission === 'default' && (
        <Button kind="primary" onClick={() => void askBrowser()}>
          {words('allow')}
        </Button>
      )}
      {isThere && permission === 'granted' && <Button onClick={test}>{words('test')}</Button>}
    </div>
  )
}

import { Skeleton } from '@oficina/web/notice.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/administration.ts'
import { words as personal } from '../../words/personal.ts'
import { DeclaredSettings } from '../controls/declared-settings.tsx'
import {
  NOTIFICATIONS,
  PREFERENCES,
  PRIVACY,
  TOPIC_SETTINGS,
  type DeclaredSetting,
} from '../declared/user-settings.ts'
import { Section } from '../frame/section.tsx'
import { NotificationTable } from '../personal/notification-table.tsx'

const save = (name: string, value: unknown): Promise<unknown> =>
  api('PATCH', '/realm/user_settings_defaults', { [name]: value })

const isPersonal = (setting: DeclaredSetting): boolean =>
  setting.kind === 'choice' && setting.isPersonal === true

/** What new people have set until they choose otherwise. */
export function DefaultsSection() {
  // The form is the contract's; the key comes after the first paint.
  const values = realm.value?.['realm_user_settings_defaults'] as
    | Readonly<Record<string, unknown>>
    | undefined
  if (values === undefined) return <Skeleton lines={8} />
  return (
    <>
      <p class="settings-help">{words('defaultsHelp')}</p>
      <Section title={personal('whatAndHow')}>
        <NotificationTable values={values} save={save} />
      </Section>
      {[...PREFERENCES, TOPIC_SETTINGS, ...NOTIFICATIONS, PRIVACY].map((group) => (
        <DeclaredSettings
          key={group.key}
          group={group}
          values={values}
          save={save}
          without={isPersonal}
        />
      ))}
    </>
  )
}

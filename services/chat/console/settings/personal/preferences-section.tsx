import { Skeleton } from '@oficina/web/notice.tsx'

import { userSettings } from '../../state/own.ts'
import { DeclaredSettings } from '../controls/declared-settings.tsx'
import { PREFERENCES } from '../declared/user-settings.ts'
import { saveSetting } from './save-settings.ts'

/** How the client looks and behaves. */
export function PreferencesSection() {
  const values = userSettings.value
  if (values === undefined) return <Skeleton lines={8} />
  return (
    <>
      {PREFERENCES.map((group) => (
        <DeclaredSettings key={group.key} group={group} values={values} save={saveSetting} />
      ))}
    </>
  )
}

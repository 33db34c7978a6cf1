import { chooseLanguage, language } from '@oficina/web/language.ts'
import { Skeleton } from '@oficina/web/notice.tsx'

import { userSettings } from '../../state/own/own.ts'
import { DeclaredSettings } from '../controls/declared-settings.tsx'
import { PREFERENCES } from '../declared/user-settings.ts'
import { saveSetting } from './save-settings.ts'

/** How the client looks and behaves. */
export function PreferencesSection() {
  const values = userSettings.value
  if (values === undefined) return <Skeleton lines={8} />
  // Who never chose a language has the browser's.
  const shown = { ...values, default_language: language.value === 'en' ? 'en' : 'es' }
  return (
    <>
      {PREFERENCES.map((group) => (
        <DeclaredSettings key={group.key} group={group} values={shown} save={save} />
      ))}
    </>
  )
}

async function save(name: string, value: unknown): Promise<void> {
  await saveSetting(name, value)
  if (name === 'default_language') chooseLanguage(value === 'en' ? 'en' : 'es-MX')
}

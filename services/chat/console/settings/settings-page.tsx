import type { PageProps } from '../shell/pages.ts'

/** Settings of the person. */
export function SettingsPage({ path }: PageProps) {
  return <p class="empty">SettingsPage {path}</p>
}

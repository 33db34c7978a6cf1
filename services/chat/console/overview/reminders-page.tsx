import type { PageProps } from '../shell/pages.ts'

/** Messages that the person is reminded of. */
export function RemindersPage({ path }: PageProps) {
  return <p class="empty">RemindersPage {path}</p>
}

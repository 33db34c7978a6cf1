import type { PageProps } from '../shell/pages.ts'

/** Messages that are sent later. */
export function ScheduledPage({ path }: PageProps) {
  return <p class="empty">ScheduledPage {path}</p>
}

import type { PageProps } from '../shell/pages.ts'

/** What is unread, by conversation. */
export function InboxPage({ path }: PageProps) {
  return <p class="empty">InboxPage {path}</p>
}

import type { PageProps } from '../shell/pages.ts'

/** Recent conversations. */
export function RecentPage({ path }: PageProps) {
  return <p class="empty">RecentPage {path}</p>
}

import type { PageProps } from '../shell/pages.ts'

/** Groups of people. */
export function GroupsPage({ path }: PageProps) {
  return <p class="empty">GroupsPage {path}</p>
}

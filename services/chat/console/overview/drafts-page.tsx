import type { PageProps } from '../shell/pages.ts'

/** The drafts of the person. */
export function DraftsPage({ path }: PageProps) {
  return <p class="empty">DraftsPage {path}</p>
}

import type { PageProps } from '../shell/pages.ts'

/** The messages of a narrow. */
export function FeedPage({ path }: PageProps) {
  return <p class="empty">FeedPage {path}</p>
}

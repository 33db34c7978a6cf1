import type { PageProps } from '../shell/pages.ts'

/** The profile of a person. */
export function UserPage({ path }: PageProps) {
  return <p class="empty">UserPage {path}</p>
}

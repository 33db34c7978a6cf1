import type { PageProps } from '../shell/pages.ts'

/** Settings of the organization. */
export function OrganizationPage({ path }: PageProps) {
  return <p class="empty">OrganizationPage {path}</p>
}

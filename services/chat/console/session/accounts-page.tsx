import type { PageProps } from '../shell/pages.ts'

/** The accounts of this browser. */
export function AccountsPage({ path }: PageProps) {
  return <p class="empty">AccountsPage {path}</p>
}

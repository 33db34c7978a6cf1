import type { PageProps } from '../shell/pages.ts'

/** Channels: browse, create, settings. */
export function ChannelsPage({ path }: PageProps) {
  return <p class="empty">ChannelsPage {path}</p>
}

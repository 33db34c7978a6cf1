import type { ComponentType } from 'preact'
import { Later } from '@oficina/web/later.tsx'
import { Skeleton } from '@oficina/web/notice.tsx'

import type { KnownTemplate } from './known-template.ts'

export const TABS = ['fill', 'tags', 'merge', 'versions', 'embed'] as const
export type TabKey = (typeof TABS)[number]

export interface TabProps {
  readonly known: KnownTemplate
  readonly onTab: (tab: TabKey) => void
}

const LOADERS: Readonly<Record<TabKey, () => Promise<ComponentType<TabProps>>>> = {
  fill: async () => (await import('./fill-tab.tsx')).FillTab,
  merge: async () => (await import('../merge/merge-tab.tsx')).MergeTab,
  embed: async () => (await import('../embed/embed-tab.tsx')).EmbedTab,
  versions: async () => (await import('../compare/versions-tab.tsx')).VersionsTab,
  tags: async () => (await import('../outline/tags-tab.tsx')).TagsTab,
}

/** The panel of a tab, whose script comes when it is first opened. */
export function TabPanel({ tab, ...props }: TabProps & { readonly tab: TabKey }) {
  return (
    <Later load={LOADERS[tab]} props={props}>
      <Skeleton lines={8} />
    </Later>
  )
}

import type { Part } from './part.ts'
import { Table } from './table.ts'

export interface NavigationView {
  readonly fragment: string
  readonly is_pinned: boolean
  readonly name: string | null
}

/** Views that the person pinned, hid or made, by fragment. */
export const navigationViews = new Table<string, NavigationView>()

interface ViewEvent {
  readonly fragment: string
  readonly data: Partial<NavigationView>
}

export const navigationViewsPart: Part = {
  first: ['navigation_views'],
  take: (state) => {
    const given = state['navigation_views']
    if (given === undefined) return
    navigationViews.replace((given as readonly NavigationView[]).map((one) => [one.fragment, one]))
  },
  events: {
    'navigation_view add': ({ navigation_view: one }: { navigation_view: NavigationView }) =>
      navigationViews.set(one.fragment, one),
    'navigation_view update': ({ fragment, data }: ViewEvent) =>
      navigationViews.update(fragment, (known) => ({ ...known, ...data })),
    'navigation_view remove': ({ fragment }: ViewEvent) => navigationViews.delete(fragment),
  },
}

import type { ViewObject } from '../../../wire/personal.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'

export type NavigationView = ViewObject

/** Views that the person pinned, hid or made, by fragment. */
export const navigationViews = new Table<string, NavigationView>()

export const navigationViewsPart: Part = {
  first: ['navigation_views'],
  take: (state) => {
    const given = state.navigation_views
    if (given === undefined) return
    navigationViews.replace(given.map((one) => [one.fragment, one]))
  },
  events: {
    'navigation_view add': ({ navigation_view: one }) => navigationViews.set(one.fragment, one),
    'navigation_view update': ({ fragment, data }) =>
      navigationViews.update(fragment, (known) => ({ ...known, ...data })),
    'navigation_view remove': ({ fragment }) => navigationViews.delete(fragment),
  },
}

import { jsonOrText, nullable } from '@oficina/api/kinds.ts'
import { optional, required } from '@oficina/api/parameter.ts'

import { VIEWS } from '../../../wire/personal.ts'
import { objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, jsonText, text } from '../../api/kinds.ts'
import { textInPath } from '../../api/path-parameters.ts'
import { addView, dropView, editView } from '../actions/navigation-views.ts'
import { viewsOf } from '../store/navigation-store.ts'

const BY_FRAGMENT = { fragment: textInPath('The address of the view, from its # on.') }

const NAME = { isStripped: true, isRequired: true, maxLength: 60 }

export const getNavigationViews = endpoint({
  method: 'GET',
  path: '/navigation_views',
  summary: 'The views in the caller’s navigation',
  parameters: {},
  answer: objectOf({ navigation_views: VIEWS }),
  handle: async ({ tools, caller }) => ({
    navigation_views: await viewsOf(tools.database, caller.realm.id, caller.id),
  }),
})

export const postNavigationView = endpoint({
  method: 'POST',
  path: '/navigation_views',
  summary: 'Add a view to the caller’s navigation',
  parameters: {
    fragment: required(text({ isStripped: true, isRequired: true, maxLength: 1000 })),
    is_pinned: required(boolean),
    name: optional(jsonOrText(nullable(jsonText(NAME)))),
  },
  handle: ({ tools, caller, values }) =>
    addView(tools, caller, {
      fragment: values.fragment,
      is_pinned: values.is_pinned,
      name: values.name ?? null,
    }),
})

export const patchNavigationView = endpoint({
  method: 'PATCH',
  path: '/navigation_views/:fragment',
  summary: 'Change a view in the caller’s navigation',
  named: BY_FRAGMENT,
  parameters: { is_pinned: optional(boolean), name: optional(text(NAME)) },
  handle: ({ tools, caller, values }) =>
    editView(tools, caller, values.fragment, {
      isPinned: values.is_pinned,
      name: values.name,
    }),
})

export const deleteNavigationView = endpoint({
  method: 'DELETE',
  path: '/navigation_views/:fragment',
  summary: 'Remove a view from the caller’s navigation',
  named: BY_FRAGMENT,
  parameters: {},
  handle: ({ tools, caller, values }) => dropView(tools, caller, values.fragment),
})

import type { Kind } from '@oficina/api/kind.ts'
import { optional, required } from '@oficina/api/parameter.ts'

import { SNIPPETS } from '../../../wire/personal.ts'
import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import {
  createSnippet,
  deleteSnippet,
  editSnippet,
  listSnippets,
} from '../actions/saved-snippets.ts'

const BY_SNIPPET = { saved_snippet_id: numberInPath('The snippet.') }

const TITLE = text({ isStripped: true, isRequired: true, maxLength: LIMITS.snippetTitle })
const CONTENT = text({ isStripped: true, isRequired: true, maxLength: LIMITS.snippetContent })

// Only a new snippet has this text of its own.
const NEW_TITLE: Kind<string> = {
  ...TITLE,
  check: (value, place) => {
    if (typeof value === 'string' && value.trim() === '') throw refusal('Title cannot be empty.')
    return TITLE.check(value, place)
  },
}

export const getSavedSnippets = endpoint({
  method: 'GET',
  path: '/saved_snippets',
  summary: 'The caller’s saved snippets',
  parameters: {},
  answer: objectOf({ saved_snippets: SNIPPETS }),
  handle: async ({ tools, caller }) => ({ saved_snippets: await listSnippets(tools, caller) }),
})

export const postSavedSnippet = endpoint({
  method: 'POST',
  path: '/saved_snippets',
  summary: 'Save a snippet',
  parameters: { title: required(NEW_TITLE), content: required(CONTENT) },
  answer: objectOf({ saved_snippet_id: INTEGER }),
  handle: async ({ tools, caller, values }) => ({
    saved_snippet_id: await createSnippet(tools, caller, values),
  }),
})

export const patchSavedSnippet = endpoint({
  method: 'PATCH',
  path: '/saved_snippets/:saved_snippet_id',
  summary: 'Change a snippet of the caller',
  named: BY_SNIPPET,
  parameters: { title: optional(TITLE), content: optional(CONTENT) },
  handle: ({ tools, caller, values: { saved_snippet_id: id, ...text } }) =>
    editSnippet(tools, caller, id, text),
})

export const removeSavedSnippet = endpoint({
  method: 'DELETE',
  path: '/saved_snippets/:saved_snippet_id',
  summary: 'Delete a snippet of the caller',
  named: BY_SNIPPET,
  parameters: {},
  handle: ({ tools, caller, values }) => deleteSnippet(tools, caller, values.saved_snippet_id),
})

import type { Kind } from '@oficina/api/kind.ts'
import { nullable, optionalField } from '@oficina/api/kinds.ts'
import { defaulted, required } from '@oficina/api/parameter.ts'

import { DRAFTS_ANSWER } from '../../../wire/personal.ts'
import { IDS, objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { choice, object, ids, jsonText, LAST_SECOND, list, placeText } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'
import { createDrafts, deleteDraft, editDraft, listDrafts } from '../actions/drafts.ts'

const BY_DRAFT = { draft_id: numberInPath('The draft.') }

const seconds: Kind<number> = {
  isRaw: false,
  schema: { type: 'number' },
  check: (value, place) => {
    if (typeof value !== 'number')
      throw refusal(say('%{place} is not an integer', { place: placeText(place) }))
    if (value > LAST_SECOND)
      throw refusal(say('%{place} is too large', { place: placeText(place) }))
    return value
  },
}

const draft = object({
  type: choice(['', 'stream', 'private']),
  to: ids,
  topic: jsonText({ mayHoldNull: true }),
  content: jsonText({ isRequired: true, mayHoldNull: true }),
  timestamp: optionalField(nullable(seconds)),
})

export const getDrafts = endpoint({
  method: 'GET',
  path: '/drafts',
  summary: 'The caller’s drafts, the one edited last at the end',
  parameters: {},
  answer: DRAFTS_ANSWER,
  handle: async ({ tools, caller }) => {
    const drafts = await listDrafts(tools, caller)
    return { count: drafts.length, drafts }
  },
})

export const postDrafts = endpoint({
  method: 'POST',
  path: '/drafts',
  summary: 'Create drafts',
  parameters: { drafts: defaulted(list(draft), []) },
  answer: objectOf({ ids: IDS }),
  handle: async ({ tools, caller, values }) => ({
    ids: await createDrafts(tools, caller, values.drafts),
  }),
})

export const patchDraft = endpoint({
  method: 'PATCH',
  path: '/drafts/:draft_id',
  summary: 'Change a draft',
  named: BY_DRAFT,
  parameters: { draft: required(draft) },
  handle: ({ tools, caller, values }) => editDraft(tools, caller, values.draft_id, values.draft),
})

export const removeDraft = endpoint({
  method: 'DELETE',
  path: '/drafts/:draft_id',
  summary: 'Delete a draft',
  named: BY_DRAFT,
  parameters: {},
  handle: ({ tools, caller, values }) => deleteDraft(tools, caller, values.draft_id),
})

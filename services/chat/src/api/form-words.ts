import type { FormWords } from '@oficina/api/parameter.ts'

import { ApiError, refusal } from '../tenancy/api-error.ts'
import { say } from '../tenancy/words/say.ts'

/** The errors for fields that are missing, repeated, or not JSON. */
export const FORM_WORDS: FormWords = {
  missing: (name) =>
    new ApiError('REQUEST_VARIABLE_MISSING', say("Missing '%{name}' argument", { name }), {
      var_name: name,
    }),
  ambiguous: (first, second) =>
    new ApiError(
      'REQUEST_CONFUSING_VAR',
      say("Can't decide between '%{first}' and '%{second}' arguments", { first, second }),
      {
        var_name1: first,
        var_name2: second,
      },
    ),
  notJson: (name) => refusal(say('%{name} is not valid JSON', { name })),
}

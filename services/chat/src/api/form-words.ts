import type { FormWords } from '@oficina/api/parameter.ts'

import { ApiError, refusal } from '../tenancy/api-error.ts'

/** The errors for fields that are missing, repeated, or not JSON. */
export const FORM_WORDS: FormWords = {
  missing: (name) =>
    new ApiError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name }),
  ambiguous: (first, second) =>
    new ApiError(
      'REQUEST_CONFUSING_VAR',
      `Can't decide between '${first}' and '${second}' arguments`,
      {
        var_name1: first,
        var_name2: second,
      },
    ),
  notJson: (name) => refusal(`${name} is not valid JSON`),
}

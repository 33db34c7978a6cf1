import type { Kind, Place, Unfit } from '@oficina/api/kind.ts'
import { either, kindsOf, optionalField } from '@oficina/api/kinds.ts'

import { refusal, type ApiError } from '../tenancy/api-error.ts'
import type { GroupSettingValue } from '../tenancy/group-setting-value.ts'

/** The texts that clients of Zulip know. @source docs/decisions/0309-chat-parameters.md */
export const {
  boolean,
  integer,
  integerChoice,
  text,
  jsonText,
  choice,
  object,
  textsByName,
  anyObject,
  anyJson,
} = kindsOf(unfit)

const { list: listOf } = kindsOf(unfit)

/** How many items one call may name; more of them would keep a transaction, or the process, from everybody else. */
export const MAX_ITEMS = 1_000
// What one statement takes together.
const MAX_IDS = 50_000

export function list<T>(item: Kind<T>, { maxItems = MAX_ITEMS } = {}): Kind<readonly T[]> {
  return listOf(item, { maxItems })
}

const EXPECTED = {
  boolean: 'a boolean',
  integer: 'an integer',
  text: 'a string',
  list: 'a list',
  object: 'a dict',
} as const

function unfit(why: Unfit, place: Place): ApiError {
  const path = placeText(place)
  switch (why.problem) {
    case 'type':
      return refusal(`${path} is not ${EXPECTED[why.expected]}`)
    case 'range':
      return refusal(`${path} is too ${why.bound === 'min' ? 'small' : 'large'}`)
    case 'choice':
      return typeof why.allowed[0] === 'number'
        ? refusal(`Invalid ${path}: Value error, Not in the list of possible values`)
        : refusal(`Invalid ${path}`)
    case 'characters':
      return why.found === 'null'
        ? refusal(`${path} must not contain null bytes`)
        : refusal(`${path} does not have the expected format`)
    case 'blank':
      return refusal(`${path} cannot be blank`)
    case 'length':
      return refusal(`${path} is too long (limit: ${why.max} ${why.unit})`)
    case 'pattern':
      return refusal(`${path} has invalid format`)
    case 'missing':
      return refusal(`${path} field is missing: Field required`)
    case 'unexpected':
      return refusal(`Argument "${String(place.at(-1))}" at ${path} is unexpected`)
  }
}

/** A place in the form that clients see, such as `drafts[0]["to"]`. */
export function placeText([name = '', ...steps]: Place): string {
  return `${name}${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `["${step}"]`)).join('')}`
}

// The last second of the year 9999: some clients and databases cannot represent later dates.
export const LAST_SECOND = 253_402_300_799

/** UNIX seconds. */
export const timestamp: Kind<number> = integer({ max: LAST_SECOND })

export const ids: Kind<readonly number[]> = list(integer(), { maxItems: MAX_IDS })

/** Users as clients name them: by id, or by address. */
export const namesOrIds: Kind<readonly unknown[]> = list(anyJson, { maxItems: MAX_IDS })

export const groupSetting: Kind<GroupSettingValue> = either(
  (value) => typeof value === 'number',
  integer(),
  object({ direct_members: ids, direct_subgroups: ids }),
)

/** `{new, old?}` as an update takes it. @source docs/contract/chat.md, Group-setting value */
export const groupSettingChange = object({ new: groupSetting, old: optionalField(groupSetting) })

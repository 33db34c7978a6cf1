import type { Kind, Place, Unfit } from '@oficina/api/kind.ts'
import { either, kindsOf, optionalField } from '@oficina/api/kinds.ts'

import { refusal, type ApiError } from '../tenancy/api-error.ts'
import type { GroupSettingValue } from '../tenancy/group-setting-value.ts'
import { type Told, say } from '../tenancy/words/say.ts'

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
  boolean: '%{place} is not a boolean',
  integer: '%{place} is not an integer',
  text: '%{place} is not a string',
  list: '%{place} is not a list',
  object: '%{place} is not a dict',
} as const

function unfit(why: Unfit, at: Place): ApiError {
  return refusal(told(why, placeText(at), at))
}

function told(why: Unfit, place: string, at: Place): Told {
  switch (why.problem) {
    case 'type':
      return say(EXPECTED[why.expected], { place })
    case 'range':
      return why.bound === 'min'
        ? say('%{place} is too small', { place })
        : say('%{place} is too large', { place })
    case 'choice':
      return typeof why.allowed[0] === 'number'
        ? say('Invalid %{place}: Value error, Not in the list of possible values', { place })
        : say('Invalid %{place}', { place })
    case 'characters':
      return why.found === 'null'
        ? say('%{place} must not contain null bytes', { place })
        : say('%{place} does not have the expected format', { place })
    case 'blank':
      return say('%{place} cannot be blank', { place })
    case 'length':
      return why.unit === 'characters'
        ? say('%{place} is too long (limit: %{max} characters)', { place, max: why.max })
        : say('%{place} is too long (limit: %{max} items)', { place, max: why.max })
    case 'pattern':
      return say('%{place} has invalid format', { place })
    case 'missing':
      return say('%{place} field is missing: Field required', { place })
    case 'unexpected':
      return say('Argument "%{name}" at %{place} is unexpected', { name: String(at.at(-1)), place })
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

import type { Kind, Place } from '@oficina/api/kind.ts'

import { boolean, choice, integer, integerChoice, text, placeText } from '../../api/kinds.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { isLanguageCode } from '../../tenancy/language-code.ts'
import { REALM_DEFAULTS } from '../../tenancy/realm-settings.ts'
import { say } from '../../tenancy/words/say.ts'
import { VIDEO_CHAT_PROVIDER_IDS } from '../video-chat-providers.ts'

function badValue(place: Place, value: unknown): ApiError {
  const path = placeText(place)
  return new ApiError(
    'REQUEST_VARIABLE_INVALID',
    say("Bad value for '%{path}': %{value}", { path, value: String(value) }),
    {
      var_name: path,
      bad_value: value,
    },
  )
}

// The largest number of the database.
const MAX_INTEGER = 2 ** 31 - 1

/** Seconds, or no limit at all, which is kept as null. */
const timeLimit: Kind<number | null> = {
  isRaw: false,
  schema: {
    anyOf: [{ type: 'integer', minimum: 1, maximum: MAX_INTEGER }, { const: 'unlimited' }],
  },
  check: (value, place) => {
    if (value === 'unlimited') return null
    const isNumber = typeof value === 'number' && Number.isSafeInteger(value)
    if (isNumber && value > 0 && value <= MAX_INTEGER) return value
    throw badValue(place, value)
  },
}

/** Days, or for ever, which is kept as -1. */
const retention: Kind<number> = {
  isRaw: false,
  schema: {
    anyOf: [{ type: 'integer', minimum: 1, maximum: MAX_INTEGER }, { const: 'unlimited' }],
  },
  check: (value, place) => timeLimit.check(value, place) ?? -1,
}

const MAX_JITSI_URL = 200

/** The address of a Jitsi server; `default` takes it away, which is kept as null. */
const jitsiUrl: Kind<string | null> = {
  isRaw: false,
  schema: { type: 'string', maxLength: MAX_JITSI_URL },
  check: (value, place) => {
    if (value === 'default') return null
    const url = typeof value === 'string' ? URL.parse(value) : null
    const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
    if (isWeb && String(value).length <= MAX_JITSI_URL) return String(value)
    throw refusal(
      say('%{place} is not a web address of at most %{max} characters, nor "default"', {
        place: placeText(place),
        max: MAX_JITSI_URL,
      }),
    )
  },
}

const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 1000] as const

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const
const GIPHY_RATINGS = [0, 1, 2, 3, 4, 5] as const

/** A number of a list, whose error tells the number. */
function listed(allowed: readonly number[]): Kind<number> {
  return {
    isRaw: false,
    schema: { type: 'integer', enum: allowed },
    check: (value, place) => {
      const number = integer().check(value, place)
      if (allowed.includes(number)) return number
      throw refusal(say('Invalid %{place} %{number}', { place: placeText(place), number }))
    },
  }
}

const language: Kind<string> = {
  isRaw: true,
  schema: { type: 'string' },
  check: (value) => {
    if (isLanguageCode(value)) return value
    throw refusal(say("Invalid language '%{value}'", { value: String(value) }))
  },
}

const SPECIAL: Readonly<Record<string, Kind<unknown>>> = {
  jitsi_server_url: jitsiUrl,
  default_language: language,
  digest_weekday: integerChoice(WEEKDAYS),
  giphy_rating: listed(GIPHY_RATINGS),
  message_content_delete_limit_seconds: timeLimit,
  message_content_edit_limit_seconds: timeLimit,
  message_edit_history_visibility_policy: choice(['all', 'moves', 'none']),
  message_retention_days: retention,
  move_messages_between_streams_limit_seconds: timeLimit,
  move_messages_within_stream_limit_seconds: timeLimit,
  org_type: integerChoice(ORGANIZATION_TYPES),
  topics_policy: choice(['allow_empty_topic', 'disable_empty_topic']),
  // Which of them this server has is known where the organization is changed.
  video_chat_provider: listed(VIDEO_CHAT_PROVIDER_IDS),
  waiting_period_threshold: integer({ min: 0, max: MAX_INTEGER }),
  wildcard_mention_policy: integerChoice([1, 2, 3, 5, 6, 7]),
  welcome_message_custom_text: text({ maxLength: 8000 }),
}

// Those that nothing in this server goes by, or that the operator decides.
const FIXED = new Set(['authentication_methods', 'push_notifications_enabled'])

/** The settings that an administrator may change, with what each may be: what its default is, unless said otherwise. */
export const REALM_SETTING_KINDS: Readonly<Record<string, Kind<unknown>>> = Object.fromEntries(
  Object.entries(REALM_DEFAULTS)
    .filter(([name]) => !FIXED.has(name))
    .map(([name, value]) => [name, SPECIAL[name] ?? kindLike(value)]),
)

function kindLike(value: unknown): Kind<unknown> {
  if (typeof value === 'boolean') return boolean
  return typeof value === 'number' ? integer() : text()
}

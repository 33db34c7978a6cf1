import type { Kind } from '@oficina/api/kind.ts'
import { optionalField } from '@oficina/api/kinds.ts'

import { object, integer, jsonText, list, namesOrIds } from '../../api/kinds.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { say } from '../../tenancy/words/say.ts'

/** `#fff` or `#ffffff`. */
function color(name: string): Kind<string> {
  return {
    isRaw: false,
    schema: { type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' },
    check: (value) => {
      const text = jsonText().check(value, [name])
      if (!/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text)) {
        throw refusal(say('%{name} is not a valid hex color code', { name }))
      }
      return text
    },
  }
}

/** Channels to subscribe to. */
export const wantedChannels = list(
  object(
    {
      name: jsonText({ isStripped: true }),
      color: optionalField(color('add.color')),
      description: optionalField(jsonText({ maxLength: LIMITS.streamDescription })),
    },
    { isOpen: true },
  ),
)

/** Users by id, or users by address. */
export const principals: Kind<readonly (string | number)[]> = {
  isRaw: false,
  schema: { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'string' }] } },
  check: (value, place) => {
    const given = namesOrIds.check(value, place)
    const kind: Kind<string | number> = typeof given[0] === 'number' ? integer() : jsonText()
    return given.map((one, index) => kind.check(one, [...place, index]))
  },
}

interface SubscriptionProperty {
  readonly streamId: number
  readonly property: string
  readonly value: boolean | string
}

const BOOLEAN_PROPERTIES = [
  'in_home_view',
  'is_muted',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'pin_to_top',
  'wildcard_mentions_notify',
]

/** @throws ApiError for a property that subscriptions do not have, or a value that it cannot have */
export function subscriptionProperty(
  streamId: number,
  property: string,
  value: unknown,
): SubscriptionProperty {
  if (property === 'color') {
    return { streamId, property, value: color('color').check(value, ['color']) }
  }
  if (!BOOLEAN_PROPERTIES.includes(property)) {
    throw refusal(say('Unknown subscription property: %{name}', { name: property }))
  }
  if (typeof value !== 'boolean')
    throw refusal(say('%{place} is not a boolean', { place: property }))
  return { streamId, property, value }
}

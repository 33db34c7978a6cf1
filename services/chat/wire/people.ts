import { EMOJI } from './messages.ts'
import {
  anyOf,
  BOOLEAN,
  choice,
  described,
  eachWith,
  INTEGER,
  listOf,
  mapOf,
  nullable,
  NUMBER,
  objectOf,
  SECONDS,
  TEXT,
  type TypeOf,
} from './shape.ts'

const ROLE = choice(100, 200, 300, 400, 600)

const PROFILE_VALUE = objectOf({ value: TEXT }, { rendered_value: TEXT })
export type ProfileValueObject = TypeOf<typeof PROFILE_VALUE>

/** A user. @source docs/contract/chat.md, User object */
const PERSON = objectOf(
  {
    user_id: INTEGER,
    email: TEXT,
    delivery_email: nullable(TEXT),
    full_name: TEXT,
    date_joined: TEXT,
    is_active: BOOLEAN,
    is_owner: BOOLEAN,
    is_admin: BOOLEAN,
    is_guest: BOOLEAN,
    is_bot: BOOLEAN,
    bot_type: nullable(INTEGER),
    role: ROLE,
    timezone: TEXT,
    avatar_url: nullable(TEXT),
    avatar_version: INTEGER,
  },
  {
    profile_data: described(mapOf(PROFILE_VALUE), 'Of people, where it was asked for.'),
    bot_owner_id: described(nullable(INTEGER), 'Of bots.'),
    is_system_bot: choice(true),
  },
)
export type PersonObject = TypeOf<typeof PERSON>

export const PEOPLE = listOf(PERSON)
export type PeopleObjects = TypeOf<typeof PEOPLE>

export const USERS_ANSWER = objectOf({ members: PEOPLE })
export type UsersAnswer = TypeOf<typeof USERS_ANSWER>
export const USER_ANSWER = objectOf({ user: PERSON })
export type UserAnswer = TypeOf<typeof USER_ANSWER>

// A caller knows whether they are a bot.
const { bot_type: _type, ...OWN } = PERSON.required
export const ME_ANSWER = objectOf(
  {
    ...OWN,
    max_message_id: INTEGER,
  },
  { profile_data: PERSON.optional.profile_data },
)
export type MeAnswer = TypeOf<typeof ME_ANSWER>

/** What changed about a user. */
const PERSON_NOW = anyOf(
  ...eachWith({ user_id: INTEGER }, [
    objectOf({ full_name: TEXT }),
    objectOf({ role: ROLE }),
    objectOf({ is_active: BOOLEAN }),
    objectOf({ bot_owner_id: INTEGER }),
    objectOf({ new_email: TEXT }),
    objectOf({ delivery_email: nullable(TEXT) }),
    objectOf({ email: TEXT, timezone: TEXT }),
    objectOf({
      avatar_source: choice('G', 'U'),
      avatar_url: nullable(TEXT),
      avatar_url_medium: nullable(TEXT),
      avatar_version: INTEGER,
    }),
    objectOf({
      custom_profile_field: objectOf(
        { id: INTEGER, value: nullable(TEXT) },
        { rendered_value: nullable(TEXT) },
      ),
    }),
  ]),
)

export const KEY_ANSWER = objectOf({ api_key: TEXT, email: TEXT, user_id: INTEGER })
export type KeyAnswer = TypeOf<typeof KEY_ANSWER>

const OF_USER = { type: choice('realm_user') }

const USER_EVENTS = [
  objectOf({ ...OF_USER, op: choice('add'), person: PERSON }),
  objectOf({
    ...OF_USER,
    op: choice('remove'),
    person: objectOf({ user_id: INTEGER, full_name: TEXT }),
  }),
  objectOf({ ...OF_USER, op: choice('update'), person: PERSON_NOW }),
] as const

const SEEN = objectOf({}, { active_timestamp: SECONDS, idle_timestamp: SECONDS })
/** When a user was seen, in the newest clients’ form. */
export type SeenSeconds = TypeOf<typeof SEEN>

const CLIENT_PRESENCE = objectOf(
  { client: TEXT, status: choice('active', 'idle'), timestamp: SECONDS },
  { pushable: BOOLEAN },
)
/** When a user was seen, in older clients’ form. */
export type ClientPresence = TypeOf<typeof CLIENT_PRESENCE>

const LATELY = { server_timestamp: described(NUMBER, 'UNIX seconds, with a fraction.') }

/** By the id of a user, or in the older form by their address. */
export const PRESENCES = mapOf(
  anyOf(SEEN, objectOf({ aggregated: CLIENT_PRESENCE, website: CLIENT_PRESENCE })),
)
export type Presences = TypeOf<typeof PRESENCES>

/** Nothing where nobody else was asked for. */
export const PRESENCE_ANSWER = objectOf(
  {},
  { presences: PRESENCES, presence_last_update_id: INTEGER, ...LATELY },
)
export type PresenceAnswer = TypeOf<typeof PRESENCE_ANSWER>

export const REALM_PRESENCE_ANSWER = objectOf({ presences: PRESENCES, ...LATELY })

const USER_PRESENCE = described(
  mapOf(objectOf({ status: CLIENT_PRESENCE.required.status, timestamp: SECONDS })),
  'By program.',
)
export type UserPresence = TypeOf<typeof USER_PRESENCE>
export const USER_PRESENCE_ANSWER = objectOf({ presence: USER_PRESENCE })

const STATUS = objectOf({}, { status_text: TEXT, ...EMOJI })
/** What a user says of themselves. */
export type StatusObject = TypeOf<typeof STATUS>

export const STATUSES = described(mapOf(STATUS), 'By user id.')
export type StatusObjects = TypeOf<typeof STATUSES>

export const STATUS_ANSWER = objectOf({ status: STATUS })

const SEEN_EVENTS = [
  objectOf({ type: choice('presence'), presences: mapOf(SEEN) }),
  objectOf(
    {
      type: choice('presence'),
      user_id: INTEGER,
      ...LATELY,
      presence: described(mapOf(CLIENT_PRESENCE), 'By program.'),
    },
    { email: described(TEXT, 'Absent for clients that want presences by id.') },
  ),
  objectOf({ type: choice('user_status'), user_id: INTEGER }, STATUS.optional),
] as const

/** Events about users. */
export const PEOPLE_EVENTS = [...USER_EVENTS, ...SEEN_EVENTS] as const

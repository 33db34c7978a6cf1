import {
  anyOf,
  BOOLEAN,
  choice,
  eachWith,
  INTEGER,
  listOf,
  nullable,
  objectOf,
  TEXT,
  type TypeOf,
} from './shape.ts'

const SERVICE = objectOf({ base_url: TEXT, interface: INTEGER, token: TEXT })
/** How a bot of type 3 is called. */
export type BotService = TypeOf<typeof SERVICE>

const SHOWN = {
  full_name: TEXT,
  api_key: TEXT,
  avatar_url: nullable(TEXT),
  default_all_public_streams: BOOLEAN,
  default_events_register_stream: nullable(TEXT),
  default_sending_stream: nullable(TEXT),
}

const BOT = objectOf({
  user_id: INTEGER,
  email: TEXT,
  ...SHOWN,
  bot_type: INTEGER,
  is_active: BOOLEAN,
  owner_id: nullable(INTEGER),
  services: listOf(SERVICE),
})
/** A bot as its owner and the administrators see it. */
export type BotObject = TypeOf<typeof BOT>

export const BOTS = listOf(BOT)

const OWN_BOT = objectOf({ username: TEXT, ...SHOWN })
/** A bot as its owner lists it. */
export type OwnBotObject = TypeOf<typeof OWN_BOT>
export const OWN_BOTS_ANSWER = objectOf({ bots: listOf(OWN_BOT) })
export type OwnBotsAnswer = TypeOf<typeof OWN_BOTS_ANSWER>

const { full_name: _name, ...UNNAMED } = SHOWN
const { api_key: _key, ...KEYLESS } = SHOWN

/** With how it is called, of a bot that is called. */
export const BOT_CHANGED_ANSWER = objectOf(KEYLESS, {
  service_interface: INTEGER,
  service_payload_url: TEXT,
})
export type BotChangedAnswer = TypeOf<typeof BOT_CHANGED_ANSWER>

export const NEW_BOT_ANSWER = objectOf({ user_id: INTEGER, ...UNNAMED })
export type NewBotAnswer = TypeOf<typeof NEW_BOT_ANSWER>

const OF_BOT = { type: choice('realm_bot') }

/** Events about bots. */
export const BOT_EVENTS = [
  objectOf({ ...OF_BOT, op: choice('add'), bot: BOT }),
  objectOf({ ...OF_BOT, op: choice('delete'), bot: objectOf({ user_id: INTEGER }) }),
  objectOf({
    ...OF_BOT,
    op: choice('update'),
    bot: anyOf(
      ...eachWith({ user_id: INTEGER }, [
        objectOf({ full_name: TEXT }),
        objectOf({ is_active: BOOLEAN }),
        objectOf({ owner_id: INTEGER }),
        objectOf({ api_key: TEXT }),
        objectOf({ services: listOf(SERVICE) }),
      ]),
    ),
  }),
] as const
export type BotEvent = TypeOf<(typeof BOT_EVENTS)[number]>

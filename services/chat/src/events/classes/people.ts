import type { Role } from '../../tenancy/roles.ts'

/** A user as the API shows them. @source docs/contract/chat.md, User object */
export interface PersonObject {
  readonly user_id: number
  readonly email: string
  readonly delivery_email: string | null
  readonly full_name: string
  readonly date_joined: string
  readonly is_active: boolean
  readonly is_owner: boolean
  readonly is_admin: boolean
  readonly is_guest: boolean
  readonly is_bot: boolean
  readonly bot_type: number | null
  readonly role: Role
  readonly timezone: string
  readonly avatar_url: string | null
  readonly avatar_version: number
  /** For people, not for bots. */
  readonly profile_data?: Readonly<Record<string, ProfileValue>>
  /** For bots. */
  readonly bot_owner_id?: number | null
}

interface ProfileValue {
  readonly value: string
  readonly rendered_value?: string
}

interface RealmUserAdd {
  readonly type: 'realm_user'
  readonly op: 'add'
  readonly person: PersonObject
}

interface RealmUserRemove {
  readonly type: 'realm_user'
  readonly op: 'remove'
  readonly person: { readonly user_id: number; readonly full_name: string }
}

/** What changed about a user. */
type PersonNow = { readonly user_id: number } & (
  | { readonly full_name: string }
  | { readonly role: Role }
  | { readonly is_active: boolean }
  | { readonly bot_owner_id: number }
  | { readonly new_email: string }
  | { readonly delivery_email: string | null }
  | { readonly email: string; readonly timezone: string }
  | {
      readonly avatar_source: 'G' | 'U'
      readonly avatar_url: string | null
      readonly avatar_url_medium: string | null
      readonly avatar_version: number
    }
  | {
      readonly custom_profile_field: {
        readonly id: number
        readonly value: string | null
        readonly rendered_value?: string | null
      }
    }
)

interface RealmUserUpdate {
  readonly type: 'realm_user'
  readonly op: 'update'
  readonly person: PersonNow
}

/** How a bot of type 3 is called. */
export interface BotService {
  readonly base_url: string
  readonly interface: number
  readonly token: string
}

/** A bot as its owner and the administrators see it. */
export interface BotObject {
  readonly user_id: number
  readonly email: string
  readonly full_name: string
  readonly api_key: string
  readonly avatar_url: string | null
  readonly bot_type: number
  readonly is_active: boolean
  readonly owner_id: number | null
  readonly default_all_public_streams: boolean
  readonly default_events_register_stream: string | null
  readonly default_sending_stream: string | null
  readonly services: readonly BotService[]
}

interface RealmBotAdd {
  readonly type: 'realm_bot'
  readonly op: 'add'
  readonly bot: BotObject
}

interface RealmBotDelete {
  readonly type: 'realm_bot'
  readonly op: 'delete'
  readonly bot: { readonly user_id: number }
}

interface RealmBotUpdate {
  readonly type: 'realm_bot'
  readonly op: 'update'
  readonly bot: { readonly user_id: number } & (
    | { readonly full_name: string }
    | { readonly is_active: boolean }
    | { readonly owner_id: number }
    | { readonly api_key: string }
    | { readonly services: readonly BotService[] }
  )
}

/** When a user was seen, in the newest clients' form. */
export interface SeenSeconds {
  readonly active_timestamp?: number
  readonly idle_timestamp?: number
}

/** When a user was seen, in older clients' form. */
export interface ClientPresence {
  readonly client: string
  readonly status: 'active' | 'idle'
  /** UNIX seconds. */
  readonly timestamp: number
  readonly pushable?: boolean
}

interface PresenceOfMany {
  readonly type: 'presence'
  /** By user id. */
  readonly presences: Readonly<Record<string, SeenSeconds>>
}

interface PresenceOfOne {
  readonly type: 'presence'
  readonly user_id: number
  /** Absent for clients that want presences by id. */
  readonly email?: string
  readonly server_timestamp: number
  /** By program. */
  readonly presence: Readonly<Record<string, ClientPresence>>
}

/** What changed in a user's status. */
export interface StatusNow {
  readonly status_text?: string | undefined
  readonly emoji_name?: string | undefined
  readonly emoji_code?: string | undefined
  readonly reaction_type?: string | undefined
}

interface UserStatus extends StatusNow {
  readonly type: 'user_status'
  readonly user_id: number
}

export type BotEvent = RealmBotAdd | RealmBotDelete | RealmBotUpdate

/** Events about users and bots. */
export type PeopleEvent =
  | RealmUserAdd
  | RealmUserRemove
  | RealmUserUpdate
  | BotEvent
  | PresenceOfMany
  | PresenceOfOne
  | UserStatus

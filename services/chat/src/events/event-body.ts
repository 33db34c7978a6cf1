import type { ChannelEvent } from './classes/channels.ts'
import type { GroupEvent } from './classes/groups.ts'
import type { MessageEvent } from './classes/messages.ts'
import type { OrganizationEvent } from './classes/organization.ts'
import type { PeopleEvent } from './classes/people.ts'
import type { PersonalEvent } from './classes/personal.ts'

/** Events about the server itself. */
type ServerEvent =
  | {
      readonly type: 'restart'
      readonly zulip_version: string
      readonly zulip_merge_base: string
      readonly zulip_feature_level: number
      readonly server_generation: number
    }
  | { readonly type: 'web_reload_client'; readonly immediate: boolean }

/**
 * An event as Zulip's API describes it, without its id: all classes but a new message, whose form depends on the
 * client, and the heartbeat, which a poll makes.
 */
export type EventBody =
  | ChannelEvent
  | GroupEvent
  | MessageEvent
  | OrganizationEvent
  | PeopleEvent
  | PersonalEvent
  | ServerEvent

type KeyOf<T> = T extends unknown ? keyof T : never

type OpOf<T> = T extends { readonly op: infer Op } ? Op : unknown

/** The classes that an event of this type and operation may have. */
type ClassesOf<E extends EventBody, T = EventBody> = T extends { readonly type: E['type'] }
  ? [OpOf<T> & OpOf<E>] extends [never]
    ? never
    : T
  : never

/** An event with exactly the fields of its class: any other field would reach the clients. */
export type ExactEvent<E extends EventBody> = E &
  Readonly<Record<Exclude<keyof E, KeyOf<ClassesOf<E>>>, never>>

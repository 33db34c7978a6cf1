import { optional } from '@oficina/api/parameter.ts'

import { boolean, list, text } from '../../api/kinds.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'

/** What the address of a hook may say of how its messages are made. @source docs/decisions/0335-chat-hooks.md */
export interface HookOptions {
  /** Names of branches, with commas between them: a push to another one is not told. */
  readonly branches?: string | undefined
  readonly ignore_private_repositories?: boolean | undefined
  /** Whether the topic of a merge request has its title; absent: it has. */
  readonly use_merge_request_title?: boolean | undefined
  /** The label or annotation that an alert's topic is. */
  readonly name?: string | undefined
  /** The label or annotation that an alert's text is. */
  readonly desc?: string | undefined
  /** Patterns of events; what fits none is not told. */
  readonly only_events?: readonly string[] | undefined
  readonly exclude_events?: readonly string[] | undefined
}

export const OPTION = {
  branches: optional(text()),
  ignore_private_repositories: optional(boolean),
  use_merge_request_title: optional(boolean),
  name: optional(text()),
  desc: optional(text()),
  only_events: optional(list(text())),
  exclude_events: optional(list(text())),
} as const

/** For integrations whose calls are of several events, as Zulip names them. */
export const EVENT_OPTIONS = {
  only_events: OPTION.only_events,
  exclude_events: OPTION.exclude_events,
} as const

// What integrations of Zulip's take in their addresses, those that do not exist here included.
const KNOWN_TO_ZULIP = new Set([
  ...Object.keys(OPTION),
  'channels_map_to_topics',
  'eu_region',
  'ignore_pull_requests',
  'include_repository_name',
  'mapping',
])

/**
 * Whoever moves an address here learns what it no longer does before a message goes where it must not.
 * @throws ApiError naming a parameter that integrations of Zulip's know and this one does not
 */
export function refuseUnsupported(supported: readonly string[], query: object): void {
  const unsupported = Object.keys(query).find(
    (name) => KNOWN_TO_ZULIP.has(name) && !supported.includes(name),
  )
  if (unsupported === undefined) return
  throw refusal(
    say("This integration does not support the parameter '%{unsupported}'", { unsupported }),
  )
}

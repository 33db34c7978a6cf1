import type { Tx } from '@oficina/kit/database.ts'

import type { StateObject } from '../../../wire/register.ts'
import { CHANNEL_STATE } from '../../channels/state.ts'
import type { StateOptions, StateParts } from '../../events/state-part.ts'
import { GROUP_STATE } from '../../groups/state.ts'
import { MESSAGE_STATE } from '../../messages/state.ts'
import { PEOPLE_STATE } from '../../people/state.ts'
import { PERSONAL_STATE } from '../../personal/state.ts'
import { PUSH_STATE } from '../../push/state.ts'
import { REALM_STATE } from '../../realm/state.ts'
import type { Given } from '../../tenancy/json-text.ts'
import { FEATURE_LEVEL, ZULIP_VERSION } from '../../tenancy/realm-settings.ts'
import { settleTogether } from '../../tenancy/settle-together.ts'

/** What each fetch type brings. @source docs/decisions/0303-chat-events.md, "Register" */
const PARTS: StateParts = {
  ...CHANNEL_STATE,
  ...GROUP_STATE,
  ...MESSAGE_STATE,
  ...PEOPLE_STATE,
  ...PERSONAL_STATE,
  ...PUSH_STATE,
  ...REALM_STATE,
}

/** The parts that a client asks for, in one record. Unknown names are ignored. */
export async function initialState(tx: Tx, options: StateOptions): Promise<Given<StateObject>> {
  const wanted = options.fetchTypes ?? Object.keys(PARTS)
  const state: Given<StateObject> = {
    zulip_version: ZULIP_VERSION,
    zulip_merge_base: ZULIP_VERSION,
    zulip_feature_level: FEATURE_LEVEL,
  }
  // Old clients that know topic policies do not want the list of muted ones as well.
  const isMutedListLeftOut = options.fetchTypes === null || wanted.includes('user_topic')
  const parts = [...new Set(wanted)].filter(
    (type) => type !== 'muted_topics' || !isMutedListLeftOut,
  )
  const read = await settleTogether(
    parts.map(async (type) =>
      Object.hasOwn(PARTS, type) ? await PARTS[type]?.(tx, options) : undefined,
    ),
  )
  return Object.assign(state, ...read)
}

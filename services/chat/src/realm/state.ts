import type { Tx } from '@oficina/kit/database.ts'

import type { ActionTools } from '../events/act.ts'
import {
  field,
  fixed,
  type State,
  type StateOptions,
  type StateParts,
} from '../events/state-part.ts'
import { groupSettingValues } from '../groups/store/group-setting-store.ts'
import { REALM_PERMISSIONS, type RealmPermissionName } from '../tenancy/realm-settings.ts'
import { permissionGroup } from '../tenancy/settings.ts'
import { settleTogether } from '../tenancy/settle-together.ts'
import type { Caller } from '../tenancy/store/user-store.ts'
import { realmState, type RealmFacts } from './realm-state.ts'
import { linkifiersOf } from './store/linkifier-store.ts'
import { playgroundsOf } from './store/playground-store.ts'
import { realmDomains } from './store/realm-domain-store.ts'
import { realmEmoji } from './store/realm-emoji-store.ts'
import { realmPictures } from './store/realm-picture-store.ts'
import { realmBeginnings } from './store/realm-store.ts'

const STOP_WORDS =
  'a about an and are as at be by for from how i in is it of on or that the this to was what when where who will with'.split(
    ' ',
  )

/** The initial state about the organization itself. */
export const REALM_STATE: StateParts = {
  giphy: fixed({ giphy_api_key: '' }),
  realm: realmPart,
  realm_billing: fixed({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_domains: field('realm_domains', (tx, { realmId }) => realmDomains(tx, realmId)),
  realm_emoji: field('realm_emoji', (tx, { realmId }) => realmEmoji(tx, realmId)),
  realm_filters: async (tx, { viewer }) => {
    const rows = await linkifiersOf(tx, viewer.realmId)
    return { realm_filters: rows.map(({ pattern, url_template: url, id }) => [pattern, url, id]) }
  },
  realm_linkifiers: field('realm_linkifiers', (tx, { realmId }) => linkifiersOf(tx, realmId)),
  realm_playgrounds: field('realm_playgrounds', (tx, { realmId }) => playgroundsOf(tx, realmId)),
  stop_words: fixed({ stop_words: STOP_WORDS }),
  video_calls: fixed({ has_zoom_token: false }),
}

async function realmPart(tx: Tx, { caller, tools }: StateOptions): Promise<State> {
  const { description, createdSeconds } = await realmBeginnings(tx, caller.realm.id)
  return realmState({
    name: caller.realm.name,
    description,
    url: caller.realm.url,
    pictures: await realmPictures(tx, caller.realm.id),
    createdSeconds,
    settings: caller.realm.settings,
    permissions: await realmPermissions(tx, tools, caller),
    maxUploadMib: tools.maxUploadMib,
    isPushConfigured: tools.isPushConfigured,
    isOidcConfigured: tools.isOidcConfigured,
    isBigBlueButtonConfigured: tools.isBigBlueButtonConfigured,
    serverGeneration: tools.serverGeneration,
  })
}

/** The group settings of the organization as the API shows them. */
async function realmPermissions(
  tx: Tx,
  tools: ActionTools,
  caller: Caller,
): Promise<RealmFacts['permissions']> {
  // Object.keys types its result as text.
  const names = Object.keys(REALM_PERMISSIONS) as RealmPermissionName[]
  const ids = await settleTogether(
    names.map((name) => permissionGroup(tx, tools, caller.realm, name)),
  )
  const shown = await groupSettingValues(tx, caller.realm.id, ids)
  const values = names.map((name, index) => [name, shown.get(ids[index] ?? 0)])
  // A value for each of the names.
  return Object.fromEntries(values) as RealmFacts['permissions']
}

import { resolveSettings, type RealmSettings } from '../realm/realm-settings.ts'
import { ROLE } from '../realm/roles.ts'
import type { RealmRow } from '../store/user-store.ts'
import { realmUrl } from '../realm/realm-url.ts'
import { renderContent } from './render-content.ts'
import type { Tools } from './tools.ts'

export interface PublicRealm {
  readonly url: string
  readonly descriptionHtml: string
  readonly settings: RealmSettings
}

/** What everybody may know of an organization. */
export async function publicRealm({ database }: Tools, realm: RealmRow): Promise<PublicRealm> {
  const settings = resolveSettings(realm.settings)
  const rendered = await renderContent(database, realm.description, {
    realm: { url: realmUrl(realm), settings },
    // Nobody: the description can link to nothing that is hidden.
    viewer: { realmId: realm.id, userId: 0, role: ROLE.guest, groups: new Set() },
    recipientId: null,
    areWildcardsAllowed: false,
  })
  return { url: realmUrl(realm), descriptionHtml: rendered.html, settings }
}

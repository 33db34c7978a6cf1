import type { Tools } from '../../events/act.ts'
import { renderContent } from '../../messages/actions/render-content.ts'
import { resolveSettings, type RealmSettings } from '../../tenancy/realm-settings.ts'
import { realmUrl } from '../../tenancy/realm-url.ts'
import { ROLE } from '../../tenancy/roles.ts'
import type { RealmRow } from '../../tenancy/store/user-store.ts'
import { shownPicture } from '../realm-picture.ts'
import { realmPictures } from '../store/realm-picture-store.ts'

export interface PublicRealm {
  readonly url: string
  readonly descriptionHtml: string
  readonly settings: RealmSettings
  readonly iconUrl: string
}

/** What everybody may know about an organization. */
export async function publicRealm(
  { database, rendering }: Tools,
  realm: RealmRow,
): Promise<PublicRealm> {
  const settings = resolveSettings(realm.settings)
  const rendered = await renderContent(database, realm.description, {
    realm: { url: realmUrl(realm), settings },
    // Rendered for nobody: the description cannot link to anything hidden.
    viewer: { realmId: realm.id, userId: 0, role: ROLE.guest, groups: new Set() },
    recipientId: null,
    kind: 'description',
    rendering,
  })
  const { url: iconUrl } = shownPicture(await realmPictures(database, realm.id), 'icon')
  return { url: realmUrl(realm), descriptionHtml: rendered.html, settings, iconUrl }
}

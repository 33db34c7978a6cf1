import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { RealmPicture, RealmPictures } from '../realm-picture.ts'

export async function realmPictures(tx: Tx, realmId: RealmId): Promise<RealmPictures> {
  const [row] = await tx.query<RealmPictures>(
    sql`select icon_path as icon, logo_path as logo, night_logo_path as "nightLogo" from realm where id = ${realmId}`,
  )
  return row ?? { icon: null, logo: null, nightLogo: null }
}

/** Sets or removes one picture of an organization. */
export async function setRealmPicture(
  tx: Tx,
  realmId: RealmId,
  which: RealmPicture,
  place: string | null,
): Promise<void> {
  await tx.execute(
    sql`update realm set icon_path = case when ${which} = 'icon' then ${place} else icon_path end,
          logo_path = case when ${which} = 'logo' then ${place} else logo_path end,
          night_logo_path = case when ${which} = 'nightLogo' then ${place} else night_logo_path end
        where id = ${realmId}`,
  )
}

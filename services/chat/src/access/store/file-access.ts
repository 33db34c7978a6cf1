import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { Viewer } from '../../tenancy/viewer.ts'
import { canReadMessage } from './message-access.ts'

/** Whether the viewer may read the file `a`: it is theirs, or a message that they may read links to it. */
export function canReadFile(viewer: Viewer): Sql {
  return sql`(a.owner_id = ${viewer.userId} or exists (
    select 1 from attachment_message am join message m on m.realm_id = am.realm_id and m.id = am.message_id
    where am.realm_id = ${viewer.realmId} and am.attachment_id = a.id and ${canReadMessage(viewer)}))`
}

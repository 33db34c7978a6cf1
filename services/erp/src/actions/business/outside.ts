import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import type { Registry } from '../../dictionary/types.ts'
import type { Caller } from '../../identity/caller.ts'
import type { JoinedServices } from '../../joined/open-joined.ts'
import type { PacServices } from '../../pac/open-pac.ts'
import type { ActionInputs } from '../../query/action-request.ts'
import type { Views } from '../../visibility/dictionary-views.ts'
import type { AttachmentFiles } from '../attachments/attachment-tools.ts'

/**
 * Where an action works before and after its transaction: with whom it must not keep one waiting. It opens short ones
 * of its own.
 * @source docs/decisions/0210-erp-business-actions.md
 */
export interface Outside {
  readonly database: Database
  readonly registry: Registry
  readonly views: Views
  readonly caller: Caller
  readonly inputs: ActionInputs
  readonly pac: PacServices
  readonly joined: JoinedServices
  readonly attachments: AttachmentFiles
  readonly log: Log
  readonly now: Clock
}

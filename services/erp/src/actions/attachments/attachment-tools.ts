import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import type { Model, Registry } from '../../dictionary/types.ts'
import type { ContentFolder } from '../../files/content-folder.ts'
import type { SpoolFolder } from '../../files/spool-folder.ts'
import type { Views } from '../../visibility/dictionary-views.ts'
import type { Semaphore } from '../semaphore.ts'
import type { VirusScan } from './virus-scan.ts'

/** What attachments need beside the database. */
export interface AttachmentFiles {
  /** Where a file is kept while it is received. */
  readonly incoming: SpoolFolder
  readonly contents: ContentFolder
  readonly maxBytes: number
  /** How many are received and looked at at the same time. */
  readonly turns: Semaphore
  /** Absent: the operator has no scanner. */
  readonly scan: VirusScan | undefined
}

export interface AttachmentTools {
  readonly database: Database
  readonly registry: Registry
  readonly views: Views
  readonly attachments: AttachmentFiles
  readonly now: Clock
}

export function attachmentModel({ models }: Registry): Model {
  const model = models.get('Adjunto')
  if (model === undefined) throw new Error('the dictionary has no Adjunto')
  return model
}

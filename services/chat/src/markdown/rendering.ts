import type { Clock } from '@oficina/kit/clock.ts'

import type { LinkifierCache } from './linkifier-cache.ts'
import type { Camo } from './markdown-context.ts'

/** What texts are rendered with. */
export interface Rendering {
  readonly now: Clock
  readonly linkifiers: LinkifierCache
  /** Absent: images of other hosts are not shown. */
  readonly camo?: Camo
}

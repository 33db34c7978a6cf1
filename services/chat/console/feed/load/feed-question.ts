import type { Narrow } from '../../narrow/narrow.ts'
import type { Fields } from '../../session/api.ts'
import { anchorOf, narrowKey, wireNarrow, type FeedAnchor } from '../feed-narrow.ts'
import { leftPlace } from './left-places.ts'

/** What of a view is asked for. */
export interface Asked {
  readonly anchor: FeedAnchor
  readonly before: number
  readonly after: number
}

// What the first picture needs above and below, and what one more turn of the wheel may need.
const FIRST_PAGE = 40

export function firstAsked(anchor: FeedAnchor): Asked {
  return { anchor, before: FIRST_PAGE, after: FIRST_PAGE }
}

interface Beginning {
  readonly anchor: FeedAnchor
  /** How far below the top the message was, of one who was there before. */
  readonly offset?: number | undefined
  readonly isRecalled: boolean
}

/**
 * Where a view is opened: where the reader was in this step of the history, at the message that is asked for, or at what
 * is new.
 */
export function beginningOf(narrow: Narrow): Beginning {
  const { id, offset } = leftPlace(narrowKey(narrow)) ?? {}
  return id === undefined
    ? { anchor: anchorOf(narrow), isRecalled: false }
    : { anchor: id, offset, isRecalled: true }
}

/** The parameters of `GET /messages`. */
export function questionOf(narrow: Narrow, { anchor, before, after }: Asked): Fields {
  return {
    anchor,
    num_before: before,
    num_after: after,
    narrow: wireNarrow(narrow),
    apply_markdown: true,
    client_gravatar: false,
    allow_empty_topic_name: true,
  }
}

/** `<time:…>`: a moment that every reader sees in their own time zone. */

import { element, type Element } from '../tree/tree.ts'
import type { Claim, ClaimedText } from './claimed-text.ts'
import { parseMoment } from './parse-moment.ts'

const OPENING = '<time:'

interface TimeText extends Pick<ClaimedText, 'text' | 'mask'> {
  /** Position of the last `>`: no time ends after it, so none is looked for. */
  readonly lastClose: number
  readonly nowMs: number | undefined
}

export function timeAt(
  { text, mask, lastClose, nowMs }: TimeText,
  start: number,
): Claim | undefined {
  if (!mask.startsWith(OPENING, start) || lastClose < start) return undefined
  const close = mask.indexOf('>', start)
  const written = text.slice(start + OPENING.length, close)
  return { start, end: close + 1, node: timeElement(written, nowMs) }
}

function timeElement(written: string, nowMs: number | undefined): Element {
  const moment = parseMoment(written, nowMs)
  if (moment === undefined) {
    return element('span', { class: 'timestamp-error' }, [`Invalid time format: ${written}`])
  }
  return element('time', { datetime: moment }, [written])
}

/** `<time:…>`: a moment that every reader sees in their own time zone. */

import type { InlineRule } from './inline.ts'
import { parseMoment } from './moments.ts'
import { element, sealed, type Element } from '../tree/tree.ts'

const TIME = /<time:([^>]*)>/g

export function timeRule(nowMs: number | undefined): InlineRule {
  return {
    next: 'onwards',
    search: (text) => (from) => {
      TIME.lastIndex = from
      const match = TIME.exec(text)
      if (match === null) return undefined
      const written = match[1] ?? ''
      const end = match.index + match[0].length
      return { start: match.index, end, piece: timeElement(written, nowMs) }
    },
  }
}

function timeElement(written: string, nowMs: number | undefined): Element {
  const moment = parseMoment(written, nowMs)
  if (moment === undefined) {
    const error = element('span', { class: 'timestamp-error' })
    error.text = sealed(`Invalid time format: ${written}`)
    return error
  }
  const node = element('time', { datetime: moment })
  node.text = sealed(written)
  return node
}

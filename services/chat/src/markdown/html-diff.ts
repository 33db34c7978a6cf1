/**
 * Shows what changed between two renderings of a message: the new one, with new words marked and old ones inserted
 * where they were. Only text is marked and only text of the old rendering is inserted, so the new rendering's elements
 * stay properly closed.
 *
 * @source docs/decisions/0308-chat-sending.md, "History"
 */

import { readHtml, type Item, type Word } from './html-tokens.ts'
import { matchingPairs } from './matching-pairs.ts'

export function htmlDiff(before: string, after: string): string {
  const old = readHtml(before).flatMap((item) => (item.kind === 'word' ? [item] : []))
  const items = readHtml(after)
  const words = items.flatMap((item) => (item.kind === 'word' ? [item] : []))
  const plan = planOf(old, words)
  return `<div>${write(items, plan)}</div>`
}

interface Plan {
  readonly inserted: ReadonlySet<Word>
  /** The deleted words, by the new word that they follow; null for the beginning. */
  readonly deleted: ReadonlyMap<Word | null, readonly Word[]>
}

function planOf(old: readonly Word[], words: readonly Word[]): Plan {
  const pairs = matchingPairs(
    old.map(({ key }) => key),
    words.map(({ key }) => key),
  )
  const inserted = new Set<Word>()
  const deleted = new Map<Word | null, readonly Word[]>()
  let [fromOld, fromNew] = [0, 0]
  for (const [oldEnd, newEnd] of [...pairs, [old.length, words.length] as const]) {
    for (const word of words.slice(fromNew, newEnd)) inserted.add(word)
    const gone = old.slice(fromOld, oldEnd)
    if (gone.length > 0) deleted.set(words[newEnd - 1] ?? null, gone)
    ;[fromOld, fromNew] = [oldEnd + 1, newEnd + 1]
  }
  return { inserted, deleted }
}

function write(items: readonly Item[], { inserted, deleted }: Plan): string {
  const parts: string[] = []
  const fresh: Word[] = []
  const flush = () => {
    parts.push(marked('highlight_text_inserted', fresh.splice(0)))
  }
  const first = items.find(({ kind }) => kind === 'word')
  for (const item of items) {
    if (item === first) parts.push(marked('highlight_text_deleted', deleted.get(null) ?? []))
    if (item.kind === 'word' && inserted.has(item)) fresh.push(item)
    else {
      flush()
      parts.push(item.html)
      if (item.kind === 'word') parts.push(item.space)
    }
    const gone = item.kind === 'word' ? deleted.get(item) : undefined
    if (gone === undefined) continue
    flush()
    parts.push(spaced(item), marked('highlight_text_deleted', gone))
  }
  flush()
  if (first === undefined) parts.push(marked('highlight_text_deleted', deleted.get(null) ?? []))
  return parts.join('')
}

/** A space where the old words would otherwise touch the new word before them. */
function spaced(item: Item): string {
  return item.kind === 'word' && item.space === '' ? ' ' : ''
}

/** The space after the last word stays outside. */
function marked(className: string, words: readonly Word[]): string {
  const last = words.at(-1)
  if (last === undefined) return ''
  const text = words
    .map((word) => (word === last ? word.html : word.html + (word.space || word.gap)))
    .join('')
  return `<span class="${className}">${text}</span>${last.space}`
}

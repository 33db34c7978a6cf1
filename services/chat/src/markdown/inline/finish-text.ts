import type { MarkdownContext } from '../markdown-context.ts'
import { either, everywhere, group, sequence } from '../pattern-parts.ts'
import { element, type Node } from '../tree/tree.ts'
import { CLAIMED } from './claimed-text.ts'
import { EMOJI_SEQUENCE, EMOTICON, emoticon, namedEmoji, typedEmoji } from './emoji.ts'

// A star or an underscore between spaces is itself, and the line does not break beside it.
const LONE_MARK = sequence(/(?:^|\s)/, /[*_]/, /(?:\s|$)/)
const EMOJI_NAME = /:[\p{L}\p{N}_+-]+:/u

const WITHOUT_EMOTICONS = everywhere(
  either(LONE_MARK, group('\n'), group(EMOJI_NAME), group(EMOJI_SEQUENCE)),
)
const WITH_EMOTICONS = everywhere(
  either(LONE_MARK, group('\n'), group(EMOJI_NAME), group(EMOJI_SEQUENCE), group(EMOTICON)),
)

/**
 * Processes the remaining text between nodes: line ends become breaks; names, characters and emoticons become emoji.
 */
export function finishText(nodes: readonly Node[], context: MarkdownContext): Node[] {
  // One text in which a character stands for each node, so that no pattern matches across one.
  const text = nodes.map((node) => (typeof node === 'string' ? node : CLAIMED)).join('')
  const made = nodes.filter((node) => typeof node !== 'string')
  const finished: Node[] = []
  let placed = 0
  const addText = (added: string): void => {
    for (const [index, part] of added.split(CLAIMED).entries()) {
      if (index > 0) {
        finished.push(...made.slice(placed, placed + 1))
        placed += 1
      }
      if (part !== '') append(finished, part)
    }
  }
  let at = 0
  const marks = context.translateEmoticons ? WITH_EMOTICONS : WITHOUT_EMOTICONS
  for (const match of text.matchAll(marks)) {
    const node = finishedMark(match, context)
    if (node === undefined) continue
    addText(text.slice(at, match.index))
    append(finished, node)
    at = match.index + match[0].length
  }
  addText(text.slice(at))
  return finished
}

/** Joins adjacent texts. */
function append(nodes: Node[], node: Node): void {
  const last = nodes.at(-1)
  if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node
  else nodes.push(node)
}

function finishedMark(
  [whole, lineEnd, name, characters, face]: RegExpExecArray,
  context: MarkdownContext,
): Node | undefined {
  if (lineEnd !== undefined) return element('br')
  if (name !== undefined) return namedEmoji(context, name.slice(1, -1)) ?? whole
  if (characters !== undefined) return typedEmoji(characters)
  return face === undefined ? whole : emoticon(face)
}

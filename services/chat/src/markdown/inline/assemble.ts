import { element, type Element, type Node } from '../tree/tree.ts'
import { claimsBetween, type ClaimedText } from './claimed-text.ts'
import { edgesOf, type Span, type Stretch } from './delimiters.ts'

/**
 * The nodes of a stretch of text: its claims, elements of the given spans, and text between. `finish` processes the
 * children of each element last.
 */
export function assemble(
  source: ClaimedText,
  { start, end }: Stretch,
  spans: readonly Span[],
  finish: (nodes: Node[]) => Node[],
): Node[] {
  const claims = claimsBetween(source, start, end)
  const marks = [...claims, ...edgesOf(spans)].toSorted((a, b) => a.start - b.start)
  const open: Node[][] = [[]]
  const add = (nodes: readonly Node[]): void => void open.at(-1)?.push(...nodes)
  let at = start
  for (const mark of marks) {
    if (at < mark.start) add([source.text.slice(at, mark.start)])
    at = mark.end
    if ('node' in mark) add([mark.node])
    else if (mark.isOpening) open.push([])
    else add([wrap(mark.span.tags, finish(open.pop() ?? []))])
  }
  if (at < end) add([source.text.slice(at, end)])
  return finish(open[0] ?? [])
}

function wrap(tags: readonly string[], nodes: readonly Node[]): Element {
  const [outer = '', ...inner] = tags
  return element(outer, {}, inner.length === 0 ? nodes : [wrap(inner, nodes)])
}

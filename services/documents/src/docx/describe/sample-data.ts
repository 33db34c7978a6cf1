import { codeContent, type DataShape } from './data-shape.ts'

// The smallest picture that every reader shows: one grey pixel.
const SAMPLE_IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

// What formatters can use.
const ARGUMENTS = [
  ['currency', 'MXN'],
  ['locale', 'es-MX'],
  ['timezone', 'America/Mexico_City'],
  ['style', 'long'],
] as const

/** Data that shows every tag: texts named for where they go, lists of two items. */
export function sampleObject(shape: DataShape): Record<string, unknown> {
  return Object.fromEntries(
    [...shape.children].map(([name, child]) => [name, sampleValue(name, child)]),
  )
}

function sampleValue(name: string, shape: DataShape): unknown {
  const { uses, children } = shape
  if (uses.has('list') || uses.has('section')) {
    return [1, 2].map((number) =>
      children.size > 0 ? sampleObject(shape) : plainItem(`${name} ${number}`, shape),
    )
  }
  if (children.size > 0) return sampleObject(shape)
  if (uses.has('image')) return SAMPLE_IMAGE
  if (uses.has('xml')) return ''
  if (uses.has('rich')) return `**${name}**: *Markdown*\n\n- 1\n- 2`
  const code = codeContent(shape)
  if (code !== undefined) return code.example
  const argument = ARGUMENTS.find(([role]) => uses.has(role))
  if (argument !== undefined) return argument[1]
  if (uses.has('number')) return 1234.5
  if (uses.has('date')) return '2026-01-31'
  return uses.has('text') ? name : true
}

/** An item of a list that is shown itself. */
function plainItem(text: string, shape: DataShape): string {
  return shape.uses.has('image') ? SAMPLE_IMAGE : (codeContent(shape)?.example ?? text)
}

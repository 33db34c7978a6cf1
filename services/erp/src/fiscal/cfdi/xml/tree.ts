import { MUST_BE_THERE } from '../../../messages/cfdi-attributes.ts'
import { XML_NAME } from '../../../messages/cfdi-xml.ts'
import type { Problems } from '../problem.ts'
import type {
  AttributePart,
  CfdiVersion,
  ChildPart,
  ElementDeclaration,
  Parts,
  Shape,
} from '../structure/declaration.ts'

/** An element as it stands in the XML: names with the prefixes of the declaration, values unescaped. */
export interface Node {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Node[]
}

/** The values as an element; white space is collapsed as the schema does it, so that XML and cadena hold the same. */
export function toTree<P extends Parts>(declaration: ElementDeclaration<P>, values: object): Node {
  const given = new Map<string, unknown>(Object.entries(values))
  const attributes = new Map<string, string>()
  const nodes: Node[] = []
  for (const [name, part] of Object.entries<AttributePart | ChildPart>(declaration.parts)) {
    const value = given.get(name)
    if (value === undefined) continue
    if (part.part === 'attribute') attributes.set(name, attributeText(part, value))
    else nodes.push(...childNodes(part, value))
  }
  return { name: declaration.name, attributes, children: nodes }
}

function attributeText({ form }: AttributePart, value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  return form.isCollapsed ? collapsed(text) : text
}

// Nearly no value has any.
const LOOSE_SPACE = /[\t\r\n]| {2}|^ | $/

/** XML's white space only: other spaces are characters like any other, as in the SAT's transformation. */
export function collapsed(text: string): string {
  if (!LOOSE_SPACE.test(text)) return text
  return text.replaceAll(/[ \t\r\n]+/g, ' ').replaceAll(/^ | $/g, '')
}

function childNodes({ element, within }: ChildPart, value: unknown): readonly Node[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const nodes = values.map((one) => toTree(element, typeof one === 'object' ? (one ?? {}) : {}))
  if (within === undefined || nodes.length === 0) return nodes
  return [{ name: within, attributes: new Map(), children: nodes }]
}

export interface TreeReading {
  readonly version: CfdiVersion
  readonly problems: Problems
  /** Names of elements that the declaration does not know, as they are met. */
  readonly unknown: string[]
}

/**
 * The element as values, whatever of it can be read: what is missing or does not fit is a problem, and then the values are
 * not to be used.
 */
export function fromTree<P extends Parts>(
  declaration: ElementDeclaration<P>,
  node: Node,
  reading: TreeReading,
): Shape<P, '3.3'> {
  // What is built here name by name is what the declaration says, unless a problem was found.
  return readElement(declaration, node, '', reading) as Shape<P, '3.3'>
}

function readElement(
  declaration: ElementDeclaration,
  node: Node,
  path: string,
  reading: TreeReading,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  const known = new Set<string>()
  for (const [name, part] of Object.entries(declaration.parts)) {
    const field = path === '' ? name : `${path}.${name}`
    const value =
      part.part === 'attribute'
        ? readAttribute(part, node.attributes.get(name), field, reading)
        : readChildren(part, node, field, reading)
    if (value !== undefined) values[name] = value
    known.add(part.part === 'attribute' ? name : (part.within ?? part.element.name))
  }
  for (const name of node.attributes.keys()) {
    if (!known.has(name)) reading.problems.add(join(path, name), XML_NAME.noAttribute({ name }))
  }
  for (const { name } of node.children) if (!known.has(name)) reading.unknown.push(name)
  return values
}

function readAttribute(
  part: AttributePart,
  raw: string | undefined,
  field: string,
  { version, problems }: TreeReading,
): string | undefined {
  if (raw === undefined) {
    if (isDemanded(part, version)) problems.add(field, MUST_BE_THERE.always({ name: field }))
    return undefined
  }
  if (part.need === 'since40' && version === '3.3' && !IN_BOTH.has(nameOf(field))) {
    problems.add(field, XML_NAME.newIn40({ name: field }))
  }
  const text = part.form.isCollapsed ? collapsed(raw) : raw
  if (!part.form.fits(text))
    problems.add(field, XML_NAME.form({ name: field, what: part.form.allowed }))
  return text
}

// 3.3 has it too, and does not demand it.
const IN_BOTH = new Set(['Nombre'])

function nameOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1)
}

function isDemanded({ need }: AttributePart | ChildPart, version: CfdiVersion): boolean {
  return need === 'required' || (need === 'since40' && version === '4.0')
}

function readChildren(part: ChildPart, node: Node, field: string, reading: TreeReading): unknown {
  const nodes = childrenOf(part, node)
  if (nodes.length === 0) {
    if (isDemanded(part, reading.version))
      reading.problems.add(field, MUST_BE_THERE.always({ name: field }))
    return undefined
  }
  if (part.count === 'many')
    return nodes.map((one, index) => readElement(part.element, one, `${field}[${index}]`, reading))
  const [first] = nodes
  if (nodes.length > 1) reading.problems.add(field, XML_NAME.once({ name: field }))
  return first === undefined ? undefined : readElement(part.element, first, field, reading)
}

/** The elements of a part, in the order in which they stand. */
export function childrenOf({ element, within }: ChildPart, node: Node): readonly Node[] {
  const around = within === undefined ? [node] : node.children.filter(({ name }) => name === within)
  return around.flatMap(({ children }) => children.filter(({ name }) => name === element.name))
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

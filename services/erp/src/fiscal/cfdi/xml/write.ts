import { escapeAttribute } from '@oficina/xml/xml-text.ts'

import { COMPROBANTE, type Comprobante } from '../structure/comprobante.ts'
import { TIMBRE, type Timbre } from '../structure/timbre.ts'
import { NAMESPACES, XSI } from './namespaces.ts'
import { toTree, type Node } from './tree.ts'

/** A sealed CFDI 4.0 as XML: every namespace is declared at the first element, but the stamp's own, as the SAT wants it. */
export function cfdiXml(comprobante: Comprobante): string {
  const tree = toTree(COMPROBANTE, comprobante)
  const prefixes = [...prefixesOf(tree, new Set<string>())].filter((prefix) => prefix !== 'tfd')
  const declared = prefixes.map((prefix) => ` xmlns:${prefix}="${NAMESPACES[prefix]?.uri}"`)
  const schemas = prefixes.flatMap((prefix) => schemaOf(prefix)).join(' ')
  const head = `${declared.join('')} xmlns:xsi="${XSI}" xsi:schemaLocation="${schemas}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(tree, head)}`
}

/** The element that a PAC adds: alone, as it is put into the complement of a CFDI. */
export function timbreXml(timbre: Timbre): string {
  return stampText(toTree(TIMBRE, timbre))
}

function prefixesOf(node: Node, found: Set<string>): Set<string> {
  found.add(prefixIn(node))
  for (const child of node.children) prefixesOf(child, found)
  return found
}

function prefixIn({ name }: Node): string {
  return name.slice(0, name.indexOf(':'))
}

function schemaOf(prefix: string): readonly string[] {
  const namespace = NAMESPACES[prefix]
  return namespace === undefined ? [] : [namespace.uri, namespace.schema]
}

function elementText(node: Node, head = ''): string {
  const attributes = [...node.attributes]
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
  const start = `<${node.name}${head}${attributes}`
  if (node.children.length === 0) return `${start}/>`
  const inner = node.children
    .map((child) => (prefixIn(child) === 'tfd' ? stampText(child) : elementText(child)))
    .join('')
  return `${start}>${inner}</${node.name}>`
}

function stampText(node: Node): string {
  const [uri, schema] = schemaOf('tfd')
  const head = ` xmlns:tfd="${uri}" xmlns:xsi="${XSI}" xsi:schemaLocation="${uri} ${schema}"`
  return elementText(node, head)
}

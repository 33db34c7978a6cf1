import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { XML, XML_NAME } from '../../../messages/cfdi-xml.ts'
import { Problems, type CfdiProblem } from '../problem.ts'
import { COMPROBANTE, type Comprobante, type ReadComprobante } from '../structure/comprobante.ts'
import type { CfdiVersion } from '../structure/declaration.ts'
import { TIMBRE, type Timbre } from '../structure/timbre.ts'
import { cadenaOf } from './cadena.ts'
import { PREFIX_33 } from './namespaces.ts'
import { parseTree } from './parse.ts'
import { fromTree, type Node } from './tree.ts'

interface Reading {
  /** As it was sealed; undefined when a complement within has a cadena that is not known here. */
  readonly cadena: string | undefined
  /** Elements that are not read: complements, and those of them that stand in an addenda are no part of it. */
  readonly unknown: readonly string[]
}

/** A CFDI that somebody else wrote. */
export type ReadCfdi =
  | (Reading & { readonly version: '4.0'; readonly comprobante: Comprobante })
  | (Reading & { readonly version: '3.3'; readonly comprobante: ReadComprobante })

/**
 * Reads a CFDI 4.0 or 3.3. Of complements it knows local taxes, payments 2.0 and the stamp.
 * @returns every problem of its form, up to `MAX_PROBLEMS`; the SAT's rules are not looked at
 */
export function readCfdi(bytes: Uint8Array): Result<ReadCfdi, readonly CfdiProblem[]> {
  const tree = parseTree(bytes)
  if (!tree.ok) return fail([{ field: 'xml', message: tree.error, code: '301' }])
  const { value } = tree
  return value.name.startsWith(PREFIX_33) ? readTree(as40(value), '3.3') : readTree(value, '4.0')
}

/** Elements of 3.3 under the names that 4.0 has for them; those of the other version become strangers. */
function as40({ attributes, children, name }: Node): Node {
  return { name: nameIn40(name), attributes, children: children.map(as40) }
}

function nameIn40(name: string): string {
  if (name.startsWith(PREFIX_33)) return CFDI + name.slice(PREFIX_33.length)
  return name.startsWith(CFDI) ? `{4.0}${name}` : name
}

const CFDI = 'cfdi:'

function readTree(node: Node, version: CfdiVersion): Result<ReadCfdi, readonly CfdiProblem[]> {
  if (node.name !== COMPROBANTE.name || node.attributes.get('Version') !== version) {
    return fail([{ field: 'xml', message: XML.notACfdi(), code: '301' }])
  }
  const problems = new Problems()
  const names: string[] = []
  const whole = withOneComplement(node)
  const comprobante = fromTree(COMPROBANTE, whole, { version, problems, unknown: names })
  const unknown = names.filter((name) => !IGNORED.has(name))
  for (const name of unknown.filter((name) => name.startsWith(CFDI) && !OPAQUE.has(name)))
    problems.add(name, XML_NAME.noElement({ name }))
  if (problems.all.length > 0) return fail(problems.all)
  const reading = { cadena: unknown.length > 0 ? undefined : cadenaOf(COMPROBANTE, whole), unknown }
  if (version === '3.3') return ok({ ...reading, version, comprobante })
  // In 4.0 the reading above demands what 3.3 may lack.
  return ok({ ...reading, version, comprobante: comprobante as Comprobante })
}

/** Complements may stand in several elements of that name, which 3.3 allowed and some wrote. */
function withOneComplement(node: Node): Node {
  const isComplement = ({ name }: Node) => name === COMPLEMENT
  const parts = node.children.filter(isComplement)
  if (parts.length < 2) return node
  const merged = {
    name: COMPLEMENT,
    attributes: new Map<string, string>(),
    children: parts.flatMap(({ children }) => children),
  }
  return { ...node, children: [...node.children.filter((one) => !isComplement(one)), merged] }
}

const COMPLEMENT = 'cfdi:Complemento'

// An addenda is for the two parties, and is sealed by nobody.
const IGNORED = new Set(['cfdi:Addenda'])
// Holds complements of one line, none of which is read.
const OPAQUE = new Set(['cfdi:ComplementoConcepto'])

/** Reads a stamp that stands alone, as some PACs answer it. */
export function readTimbre(bytes: Uint8Array): Result<Timbre, readonly CfdiProblem[]> {
  const tree = parseTree(bytes)
  if (!tree.ok) return fail([{ field: 'xml', message: tree.error }])
  if (tree.value.name !== TIMBRE.name) return fail([{ field: 'xml', message: XML.notAStamp() }])
  const problems = new Problems()
  const timbre = fromTree(TIMBRE, tree.value, { version: '4.0', problems, unknown: [] })
  return problems.all.length > 0 ? fail(problems.all) : ok(timbre)
}

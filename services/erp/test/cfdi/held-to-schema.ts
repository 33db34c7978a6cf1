import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

// What the SAT's schemas (xsd/) use of XML Schema: sequences of elements, attributes, and simple types by pattern,
// enumeration, length and bounds. A part that is not known here fails, so that nothing passes unlooked at.

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
}

const TAG =
  /<(?<end>\/?)(?<name>[\p{L}_][\p{L}\d_.:-]*)(?<rest>(?:\s+[\p{L}_:.\d-]+\s*=\s*"[^"]*")*)\s*(?<empty>\/?)>/gu
const ATTRIBUTE = /([\p{L}_:.\d-]+)\s*=\s*"([^"]*)"/gu
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}

/** The root of a document; texts between elements are left out. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  for (const { groups = {} } of xml.replaceAll(/<!--.*?-->/gsu, '').matchAll(TAG)) {
    if (groups['end'] === '/') {
      open.pop()
      continue
    }
    const pairs = [...(groups['rest'] ?? '').matchAll(ATTRIBUTE)]
    const attributes = Object.fromEntries(
      pairs.map(([, name = '', value = '']) => [name, decoded(value)]),
    )
    const element = { name: groups['name'] ?? '', attributes, children: [] }
    open.at(-1)?.children.push(element)
    if (groups['empty'] !== '/') open.push(element)
  }
  const [first] = root.children
  assert.ok(first, 'an XML document has an element')
  return first
}

function decoded(value: string): string {
  return value.replaceAll(/&(\w+);/gu, (whole, name: string) => ENTITIES[name] ?? whole)
}

const schemaOf = (file: string) =>
  parse(readFileSync(new URL(`xsd/${file}`, import.meta.url), 'utf8'))
const partsOf = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((one) => one.name === `xs:${name}`) ?? []

const TYPES = new Map<string, Element>(
  (['catCFDI', 'tdCFDI', 'catNomina'] as const).flatMap((file) =>
    partsOf(schemaOf(`${file}.xsd`), 'simpleType').map(
      (type) => [`${file}:${type.attributes['name'] ?? ''}`, type] as const,
    ),
  ),
)
const ROOTS: Readonly<Record<string, Element | undefined>> = {
  'cfdi:Comprobante': partsOf(schemaOf('cfdv40.xsd'), 'element')[0],
  'nomina12:Nomina': partsOf(schemaOf('nomina12.xsd'), 'element')[0],
  'tfd:TimbreFiscalDigital': partsOf(schemaOf('TimbreFiscalDigitalv11.xsd'), 'element')[0],
}

/** Everything in which a CFDI 4.0, its payroll and its stamp are not as the SAT's schemas say; other complements are not looked at. */
export function schemaProblems(xml: string): readonly string[] {
  const root = parse(xml)
  const held = childrenNamed(root, 'cfdi:Complemento').flatMap(({ children }) =>
    children.filter(({ name }) => ROOTS[name] !== undefined),
  )
  return [root, ...held].flatMap((one) => {
    const declared = ROOTS[one.name]
    return declared === undefined ? [`${one.name} is no root`] : elementProblems(one, declared)
  })
}

function childrenNamed({ children }: Element, name: string): readonly Element[] {
  return children.filter((child) => child.name === name)
}

function elementProblems(element: Element, declared: Element): readonly string[] {
  const [type] = partsOf(declared, 'complexType')
  assert.ok(type, `${element.name} has a complex type`)
  const own = [
    ...attributeProblems(element, partsOf(type, 'attribute')),
    ...sequenceProblems(element, partsOf(type, 'sequence')[0]),
  ]
  return own.map((problem) => `${element.name.replace(/^.*:/u, '')}/${problem}`)
}

function sequenceProblems(element: Element, sequence: Element | undefined): readonly string[] {
  const problems: string[] = []
  let left: readonly Element[] = element.children
  for (const part of partsIn(sequence)) {
    const taken = takenBy(part, left, element.name.split(':')[0] ?? '')
    left = left.slice(taken.length)
    if (!isAny(part)) problems.push(...taken.flatMap((child) => elementProblems(child, part)))
    const { name = 'any', minOccurs = '1' } = part.attributes
    if (taken.length < Number(minOccurs)) problems.push(`${name} is missing`)
  }
  return [...problems, ...left.slice(0, 1).map(({ name }) => `${name} does not belong there`)]
}

function partsIn(sequence: Element | undefined): readonly Element[] {
  const parts = sequence?.children.filter(({ name }) => name !== 'xs:annotation') ?? []
  for (const part of parts)
    assert.ok(isAny(part) || part.name === 'xs:element', `${part.name} is not known here`)
  return parts
}

function isAny({ name }: Element): boolean {
  return name === 'xs:any'
}

/** The elements at the beginning that a part of a sequence takes. */
function takenBy(part: Element, children: readonly Element[], prefix: string): readonly Element[] {
  const { name, maxOccurs = '1' } = part.attributes
  const most = maxOccurs === 'unbounded' ? children.length : Number(maxOccurs)
  const other = children.findIndex((child) => !isAny(part) && child.name !== `${prefix}:${name}`)
  return children.slice(0, Math.min(most, other === -1 ? children.length : other))
}

function attributeProblems(
  { attributes }: Element,
  declared: readonly Element[],
): readonly string[] {
  const known = new Set(declared.map(({ attributes: { name } }) => name))
  const own = Object.keys(attributes).filter((name) => !/^(?:xmlns(?::|$)|xsi:)/u.test(name))
  const problems = own.filter((name) => !known.has(name)).map((name) => `@${name} is not known`)
  for (const one of declared) {
    const { name = '', use, fixed, type } = one.attributes
    const value = attributes[name]
    if (value === undefined) {
      if (use === 'required') problems.push(`@${name} is missing`)
    } else if (fixed !== undefined && value !== fixed) problems.push(`@${name} is ${value}`)
    else if (
      !fits(value, type === undefined ? partsOf(one, 'simpleType')[0] : TYPES.get(type), type)
    )
      problems.push(`@${name} is ${value}`)
  }
  return problems
}

function fits(value: string, type: Element | undefined, name: string | undefined): boolean {
  if (type === undefined) {
    assert.ok(name === undefined || name.startsWith('xs:'), `${name} is not known here`)
    return true
  }
  const [restriction] = partsOf(type, 'restriction')
  const facets = restriction?.children ?? []
  const allowed = facets.filter((facet) => facet.name === 'xs:enumeration')
  const isListed = allowed.length === 0 || allowed.some((one) => one.attributes['value'] === value)
  return isListed && facets.every((facet) => fitsFacet(value, facet))
}

function fitsFacet(value: string, { name, attributes }: Element): boolean {
  const limit = attributes['value'] ?? ''
  const length = [...value].length
  switch (name) {
    case 'xs:pattern':
      return new RegExp(`^(?:${limit.replaceAll('&amp;', '&')})$`, 'u').test(value)
    case 'xs:length':
      return length === Number(limit)
    case 'xs:minLength':
      return length >= Number(limit)
    case 'xs:maxLength':
      return length <= Number(limit)
    case 'xs:minInclusive':
      return Number(value) >= Number(limit)
    case 'xs:maxInclusive':
      return Number(value) <= Number(limit)
    case 'xs:fractionDigits':
      return (value.split('.')[1] ?? '').length <= Number(limit)
    case 'xs:enumeration':
    case 'xs:whiteSpace':
    case 'xs:annotation':
      return true
    default:
      return assert.fail(`${name} is not known here`)
  }
}

import type { Properties } from '../compile/program.ts'

// The order that the schema fixes; Word refuses a document whose properties stand in another.
const PARAGRAPH_ORDER = `
  pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd
  tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi
  adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc
  textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr
`
const RUN_ORDER = `
  rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof
  snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText
  vertAlign rtl cs em lang eastAsianLayout specVanish oMath
`

const ORDERS = {
  pPr: placesOf(PARAGRAPH_ORDER),
  rPr: placesOf(RUN_ORDER),
} as const

function placesOf(order: string): ReadonlyMap<string, number> {
  return new Map(
    order
      .trim()
      .split(/\s+/)
      .map((name, place) => [`w:${name}`, place]),
  )
}

/** The properties of a paragraph or run, in their order; nothing when there are none. */
export function propertiesXml(
  w: string,
  element: keyof typeof ORDERS,
  properties: Properties,
): string {
  const places = ORDERS[element]
  // Extensions of newer versions of Word come last.
  const placeOf = (name: string): number => places.get(name) ?? places.size
  const ordered = [...properties].toSorted(([a], [b]) => placeOf(a) - placeOf(b))
  if (ordered.length === 0) return ''
  return `<${w}${element}>${ordered.map(([, xml]) => xml).join('')}</${w}${element}>`
}

export function only(properties: Properties, names: readonly string[]): Properties {
  return new Map([...properties].filter(([name]) => names.includes(name)))
}

/** The properties with others in their place or beside them. */
export function merged(properties: Properties, others: Properties): Properties {
  return new Map([...properties, ...others])
}

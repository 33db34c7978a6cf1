import { attribute } from './xml-tokens.ts'

/** The space that cells keep to their left and right, in twentieths of a point, where it is given. */
export type CellMargins = { readonly left: number | undefined; readonly right: number | undefined }

// Styles based on styles: Word itself stops at some dozen.
const MAX_BASED_ON = 20

/** The cell margins of a table style, looked for along the styles that it is based on; without a name those of the default. */
export function tableStyleMargins(stylesXml: string, styleId: string | undefined): CellMargins {
  const styles =
    stylesXml === ''
      ? []
      : stylesXml.split('</w:style>').filter((style) => style.includes('"table"'))
  let left: number | undefined
  let right: number | undefined
  let style = styles.find((text) =>
    styleId === undefined ? isDefault(text) : idOf(text) === styleId,
  )
  style ??= styles.find(isDefault)
  for (let i = 0; i < MAX_BASED_ON && style !== undefined; i++) {
    const margins = /<w:tblCellMar>(.*?)<\/w:tblCellMar>/s.exec(style)?.[1] ?? ''
    left ??= side(margins, '(?:left|start)')
    right ??= side(margins, '(?:right|end)')
    const parent = /<w:basedOn\s[^>]*>/.exec(style)?.[0]
    const parentId = parent === undefined ? undefined : attribute(parent, 'w:val')
    style = parentId === undefined ? undefined : styles.find((text) => idOf(text) === parentId)
  }
  return { left, right }
}

function startTag(style: string): string {
  return /<w:style\s[^>]*>/.exec(style)?.[0] ?? ''
}

function idOf(style: string): string | undefined {
  return attribute(startTag(style), 'w:styleId')
}

function isDefault(style: string): boolean {
  return /^(?:1|true|on)$/.test(attribute(startTag(style), 'w:default') ?? '')
}

function side(margins: string, name: string): number | undefined {
  const element = new RegExp(`<w:${name}\\s[^>]*>`).exec(margins)?.[0]
  const value = element === undefined ? Number.NaN : Number(attribute(element, 'w:w'))
  return value >= 0 ? value : undefined
}

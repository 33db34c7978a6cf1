import { attribute } from '@oficina/xml/attribute.ts'

/** The space to the left and right inside cells, in twentieths of a point, where given. */
export type CellMargins = { readonly left: number | undefined; readonly right: number | undefined }

type TableStyle = CellMargins & { readonly basedOn: string | undefined }

export type TableStyles = {
  readonly byId: ReadonlyMap<string, TableStyle>
  /** Id of the style of tables that name none. */
  readonly defaultId: string | undefined
}

export const NO_TABLE_STYLES: TableStyles = { byId: new Map(), defaultId: undefined }

// Styles based on styles: Word itself stops at some dozen.
const MAX_BASED_ON = 20

/** Reads the margins of table styles from the styles part. */
export function readTableStyles(stylesXml: string): TableStyles {
  const byId = new Map<string, TableStyle>()
  let defaultId: string | undefined
  for (const style of stylesXml.split('</w:style>')) {
    const start = /<w:style\s[^<>]*>/.exec(style)?.[0] ?? ''
    const id = attribute(start, 'w:styleId')
    if (id === undefined || attribute(start, 'w:type') !== 'table') continue
    if (/^(?:1|true|on)$/.test(attribute(start, 'w:default') ?? '')) defaultId ??= id
    const basedOn = attribute(/<w:basedOn\s[^<>]*>/.exec(style)?.[0] ?? '', 'w:val')
    byId.set(id, { ...readMargins(style), basedOn })
  }
  return { byId, defaultId }
}

function readMargins(style: string): CellMargins {
  const from = style.indexOf('<w:tblCellMar>')
  const to = style.indexOf('</w:tblCellMar>', from)
  const margins = from === -1 || to === -1 ? '' : style.slice(from, to)
  return { left: readSide(margins, '(?:left|start)'), right: readSide(margins, '(?:right|end)') }
}

function readSide(margins: string, name: string): number | undefined {
  const element = new RegExp(`<w:${name}\\s[^<>]*>`).exec(margins)?.[0]
  const value = element === undefined ? Number.NaN : Number(attribute(element, 'w:w'))
  return value >= 0 ? value : undefined
}

/**
 * The cell margins of a table style, looked up along the styles that it is based on; the default style's when none is
 * named.
 */
export function tableStyleMargins(styles: TableStyles, styleId: string | undefined): CellMargins {
  const { byId, defaultId = '' } = styles
  let left: number | undefined
  let right: number | undefined
  let style = byId.get(styleId ?? defaultId) ?? byId.get(defaultId)
  for (let i = 0; i < MAX_BASED_ON && style !== undefined; i++) {
    left ??= style.left
    right ??= style.right
    style = byId.get(style.basedOn ?? '')
  }
  return { left, right }
}

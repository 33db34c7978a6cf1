import type { Picture } from './picture-size.ts'
import { RELATIONS, XML } from './xlsx-parts.ts'

// Of a picture beside the head of a sheet, in points: as high as its first three rows.
const MAX_HEIGHT_PT = 48
const MAX_WIDTH_PT = 150
const EMU_PER_PT = 12_700
// A column one character wide is seven pixels of 96 to the inch, and has five more beside its text.
const PT_PER_CHARACTER = 5.25

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

/** The picture at the right end of a sheet’s head, and what leads to it. */
export function drawingParts(
  picture: Picture,
  widthCharacters: number,
): readonly (readonly [name: string, content: string | Uint8Array])[] {
  const file = `image1.${picture.type}`
  return [
    ['xl/worksheets/_rels/sheet1.xml.rels', related('drawing', '../drawings/drawing1.xml')],
    ['xl/drawings/drawing1.xml', drawingXml(picture, widthCharacters)],
    ['xl/drawings/_rels/drawing1.xml.rels', related('image', `../media/${file}`)],
    [`xl/media/${file}`, picture.bytes],
  ]
}

/** What leads from a part to another. */
function related(type: string, target: string): string {
  return (
    `${XML}<Relationships xmlns="${PACKAGE}">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/${type}" Target="${target}"/></Relationships>`
  )
}

/** The content types of these parts. */
export function moreTypes({ type }: Picture): string {
  return (
    `<Default Extension="${type}" ContentType="image/${type}"/><Override PartName="/xl/drawings/drawing1.xml" ` +
    'ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>'
  )
}

function drawingXml({ width, height }: Picture, widthCharacters: number): string {
  const scale = Math.min(MAX_HEIGHT_PT / height, MAX_WIDTH_PT / width)
  const size = `cx="${emu(width * scale)}" cy="${emu(height * scale)}"`
  const left = Math.max(0, widthCharacters * PT_PER_CHARACTER - width * scale)
  return (
    `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main">` +
    `<xdr:absoluteAnchor><xdr:pos x="${emu(left)}" y="${emu(2)}"/><xdr:ext ${size}/><xdr:pic><xdr:nvPicPr>` +
    '<xdr:cNvPr id="1" name="Logotipo"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill>' +
    `<a:blip xmlns:r="${RELATIONS}" r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
    `<xdr:spPr><a:xfrm><a:off x="${emu(left)}" y="${emu(2)}"/><a:ext ${size}/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/>' +
    '</xdr:absoluteAnchor></xdr:wsDr>'
  )
}

/** Points in the unit of drawings. */
function emu(points: number): number {
  return Math.round(points * EMU_PER_PT)
}

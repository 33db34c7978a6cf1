import { escapeAttribute } from '@oficina/xml/xml-text.ts'

/** What a drawing says about its image; lengths in English Metric Units. */
export type Drawing = {
  readonly wordPrefix: string
  readonly id: number
  readonly widthEmu: number
  readonly heightEmu: number
  readonly description: string
  readonly relationshipId: string
  /** Relationship of the SVG that the image above replaces for readers without SVG. */
  readonly svgRelationshipId: string | undefined
}

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An inline picture, written in its tag's run. It declares its namespaces, which small documents lack. */
export function drawingXml(drawing: Drawing): string {
  const { wordPrefix: w, id, widthEmu, heightEmu } = drawing
  const description = escapeAttribute(drawing.description)
  return (
    `</${w}t><${w}drawing><wp:inline xmlns:wp="${DRAWING}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0">` +
    `<wp:extent cx="${widthEmu}" cy="${heightEmu}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>` +
    `<wp:docPr id="${id}" name="Image ${id}" descr="${description}"/>` +
    `<wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="${DRAWING}/main" noChangeAspect="1"/></wp:cNvGraphicFramePr>` +
    `<a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture">` +
    `<pic:pic xmlns:pic="${DRAWING}/picture"><pic:nvPicPr><pic:cNvPr id="${id}" name="Image ${id}" descr="${description}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill>${blip(drawing)}<a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${widthEmu}" cy="${heightEmu}"/></a:xfrm>` +
    `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></${w}drawing>` +
    `<${w}t xml:space="preserve">`
  )
}

function blip(drawing: Drawing): string {
  const start = `<a:blip xmlns:r="${RELATIONSHIPS}" r:embed="${drawing.relationshipId}"`
  if (drawing.svgRelationshipId === undefined) return `${start}/>`
  return (
    `${start}><a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}">` +
    `<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="${drawing.svgRelationshipId}"/>` +
    `</a:ext></a:extLst></a:blip>`
  )
}

/** As wide as the cell, or narrower when it would be higher than a page, which Word would not show at all. */
export function imageExtent(
  image: { readonly widthPx: number; readonly heightPx: number },
  limits: { readonly widthEmu: number; readonly maxHeightEmu: number },
): { widthEmu: number; heightEmu: number } {
  const heightEmu = Math.max(1, Math.round((limits.widthEmu * image.heightPx) / image.widthPx))
  if (heightEmu <= limits.maxHeightEmu) return { widthEmu: limits.widthEmu, heightEmu }
  const widthEmu = Math.max(1, Math.round((limits.maxHeightEmu * image.widthPx) / image.heightPx))
  return { widthEmu, heightEmu: limits.maxHeightEmu }
}

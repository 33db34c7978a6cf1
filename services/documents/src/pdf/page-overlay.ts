import { helveticaBytes, helveticaWidth } from './helvetica.ts'
import type { PdfFile } from './pdf-file.ts'
import {
  dictionaryOf,
  isList,
  nameOf,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
  type PdfWritten,
} from './pdf-value.ts'

export const POSITIONS = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const

/** Numbers on the pages. */
export interface PageNumbers {
  readonly position: (typeof POSITIONS)[number]
  /** `{page}` and `{pages}` in it stand for numbers. */
  readonly format: string
  /** Of the letters, in points. */
  readonly size: number
  /** The number of the first page. */
  readonly first: number
}

/** The part of a page that is seen, as its reader sees it. */
export interface SeenPage {
  readonly left: number
  readonly bottom: number
  readonly width: number
  readonly height: number
  /** A multiple of 90, clockwise. */
  readonly rotation: number
}

/** What is written over a page. */
export interface Overlay {
  readonly watermark: string | undefined
  readonly number: { readonly text: string; readonly numbers: PageNumbers } | undefined
}

// A centimetre from the edge, where printers still print.
const MARGIN = 28
// Of the page’s diagonal, along which it stands.
const WATERMARK_SHARE = 0.7
const MAX_WATERMARK_SIZE = 120
// As much grey as letters under it stand.
const WATERMARK_GREY = 0.75
const WATERMARK_OPACITY = 0.5
const CAPITAL_HEIGHT = 0.72
const MAX_SIDE = 200_000

export function seenPage(file: PdfFile, page: PdfDictionary): SeenPage {
  const media = boxOf(file, page.get('MediaBox')) ?? [0, 0, 595, 842]
  const crop = boxOf(file, page.get('CropBox')) ?? media
  const left = Math.max(media[0], crop[0])
  const bottom = Math.max(media[1], crop[1])
  const width = Math.max(1, Math.min(media[2], crop[2]) - left)
  const height = Math.max(1, Math.min(media[3], crop[3]) - bottom)
  const rotate = file.resolve(page.get('Rotate'))
  const rotation =
    typeof rotate === 'number' ? (((Math.round(rotate / 90) * 90) % 360) + 360) % 360 : 0
  const isTurned = rotation % 180 === 90
  return {
    left,
    bottom,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    rotation,
  }
}

type Box = readonly [number, number, number, number]

function boxOf(file: PdfFile, value: PdfValue | undefined): Box | undefined {
  const list = file.resolve(value)
  if (!isList(list)) return undefined
  const sides = list.map((side) => file.resolve(side))
  const [a, b, c, d] = sides
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  if (typeof c !== 'number' || typeof d !== 'number') return undefined
  if ([a, b, c, d].some((side) => Math.abs(side) > MAX_SIDE)) return undefined
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** The fonts and shades that overlays use; written once a file. */
export function overlayResources(): PdfDictionary {
  const font = dictionaryOf({
    Type: nameOf('Font'),
    Subtype: nameOf('Type1'),
    BaseFont: nameOf('Helvetica'),
    Encoding: nameOf('WinAnsiEncoding'),
  })
  const shade = dictionaryOf({ Type: nameOf('ExtGState'), ca: WATERMARK_OPACITY })
  return dictionaryOf({
    Font: dictionaryOf({ F: font }),
    ExtGState: dictionaryOf({ G: shade }),
  })
}

/** The overlay of one page as a form that covers it. */
export function overlayForm(page: SeenPage, overlay: Overlay, resources: PdfWritten): PdfStream {
  const lines = ['/Artifact BMC']
  if (overlay.watermark !== undefined) lines.push(...watermarkLines(page, overlay.watermark))
  if (overlay.number !== undefined) lines.push(...numberLines(page, overlay.number))
  lines.push('EMC')
  return {
    kind: 'stream',
    dictionary: dictionaryOf({
      Type: nameOf('XObject'),
      Subtype: nameOf('Form'),
      BBox: [0, 0, page.width, page.height],
      Matrix: matrixOf(page),
      Resources: resources,
    }),
    bytes: Buffer.from(lines.join('\n'), 'latin1'),
  }
}

/** From the page as its reader sees it to the page as it lies. */
function matrixOf({ left, bottom, width, height, rotation }: SeenPage): readonly number[] {
  switch (rotation) {
    case 90:
      return [0, 1, -1, 0, left + height, bottom]
    case 180:
      return [-1, 0, 0, -1, left + width, bottom + height]
    case 270:
      return [0, -1, 1, 0, left, bottom + width]
    default:
      return [1, 0, 0, 1, left, bottom]
  }
}

function watermarkLines({ width, height }: SeenPage, text: string): readonly string[] {
  const bytes = helveticaBytes(text) ?? Buffer.alloc(0)
  const length = Math.max(0.1, helveticaWidth(bytes))
  const diagonal = Math.hypot(width, height)
  const size = Math.min(MAX_WATERMARK_SIZE, (diagonal * WATERMARK_SHARE) / length)
  const angle = Math.atan2(height, width)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  // The middle of the text stands in the middle of the page.
  const [along, up] = [(length * size) / 2, (CAPITAL_HEIGHT * size) / 2]
  const x = width / 2 - along * cos + up * sin
  const y = height / 2 - along * sin - up * cos
  const place = [cos, sin, -sin, cos, x, y].map((one) => one.toFixed(4)).join(' ')
  return [
    'q',
    `/G gs ${WATERMARK_GREY} g`,
    `BT /F ${size.toFixed(2)} Tf ${place} Tm <${bytes.toString('hex')}> Tj ET`,
    'Q',
  ]
}

function numberLines(
  { width, height }: SeenPage,
  { text, numbers }: { readonly text: string; readonly numbers: PageNumbers },
): readonly string[] {
  const bytes = helveticaBytes(text) ?? Buffer.alloc(0)
  const length = helveticaWidth(bytes) * numbers.size
  const [edge, side] = numbers.position.split('-')
  const y = edge === 'top' ? height - MARGIN - numbers.size * CAPITAL_HEIGHT : MARGIN
  return [
    'q',
    '0 g',
    `BT /F ${numbers.size} Tf ${xOf(side, width, length).toFixed(2)} ${y.toFixed(2)} Td <${bytes.toString('hex')}> Tj ET`,
    'Q',
  ]
}

function xOf(side: string | undefined, width: number, length: number): number {
  if (side === 'left') return MARGIN
  return side === 'right' ? width - MARGIN - length : (width - length) / 2
}

import type { SheetFormat } from './xlsx-cells.ts'
import { STYLE_HEAD } from './xlsx-parts.ts'

/** What a row is: one like others, one above those that it adds up, a total of all. */
export interface RowLook {
  readonly kind: 'plain' | 'strong' | 'total'
  /** How far its first text is moved in; 0: not at all. */
  readonly level: number
}

/** The levels that a text is moved in by; those below stand with the last. */
const LEVELS = 6
const HEADS = ['plain', 'company', 'title', 'text titles', 'number titles'] as const
const KINDS = ['plain', 'strong', 'total'] as const
const FORMATS = ['number', 'money', 'date', 'instant'] as const
const OF_A_KIND = LEVELS + FORMATS.length

export function headStyle(look: 'company' | 'title' | 'plain'): number {
  return HEADS.indexOf(look)
}

export function titleStyle(format: SheetFormat): number {
  const isRight = format === 'number' || format === 'money'
  return HEADS.indexOf(isRight ? 'number titles' : 'text titles')
}

export function rowStyle(format: SheetFormat, { kind, level }: RowLook): number {
  const first = HEADS.length + KINDS.indexOf(kind) * OF_A_KIND
  if (format === 'text' || format === 'boolean') return first + Math.min(level, LEVELS - 1)
  return first + LEVELS + FORMATS.indexOf(format)
}

const NUMBER_FORMATS = { number: 0, money: 4, date: 164, instant: 165 } as const
// By their places in the lists of fonts and borders below.
const FONTS = { plain: 0, strong: 1, total: 1 } as const

function xf(of: {
  readonly font: number
  readonly format?: number
  readonly fill?: number
  readonly border?: number
  readonly alignment: string
}): string {
  const { font, format = 0, fill = 0, border = 0, alignment } = of
  return (
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" ` +
    `applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment ${alignment}/></xf>`
  )
}

const TITLES = { font: 1, fill: 2, border: 2 } as const

function headXfs(): readonly string[] {
  return [
    xf({ font: 0, alignment: 'vertical="top"' }),
    xf({ font: 2, alignment: 'vertical="top"' }),
    xf({ font: 3, alignment: 'vertical="top"' }),
    xf({ ...TITLES, alignment: 'vertical="center" wrapText="1"' }),
    xf({ ...TITLES, alignment: 'horizontal="right" vertical="center" wrapText="1"' }),
  ]
}

function rowXfs(kind: RowLook['kind']): readonly string[] {
  const border = kind === 'total' ? 1 : 0
  const font = FONTS[kind]
  const texts = Array.from({ length: LEVELS }, (_, level) =>
    xf({
      font,
      border,
      alignment: `horizontal="left" vertical="top" wrapText="1" indent="${level}"`,
    }),
  )
  const others = FORMATS.map((format) =>
    xf({
      font,
      border,
      format: NUMBER_FORMATS[format],
      alignment: `horizontal="${format === 'date' || format === 'instant' ? 'left' : 'right'}" vertical="top"`,
    }),
  )
  return [...texts, ...others]
}

const XFS = [...headXfs(), ...KINDS.flatMap(rowXfs)]
const BORDER = (top: string, bottom: string) =>
  `<border><left/><right/>${top}${bottom}<diagonal/></border>`
const LINE = (side: string) => `<${side} style="thin"><color rgb="FF7A8699"/></${side}>`
const font = (size: number, weight = '') =>
  `<font>${weight}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`

/** The styles of a printed workbook. */
export const PRINTED_STYLES =
  `${STYLE_HEAD}<numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>` +
  '<numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>' +
  `<fonts count="4">${font(10)}${font(10, '<b/>')}${font(14, '<b/>')}${font(12, '<b/>')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF4"/></patternFill></fill></fills>' +
  `<borders count="3">${BORDER('<top/>', '<bottom/>')}${BORDER(LINE('top'), '<bottom/>')}` +
  `${BORDER(LINE('top'), LINE('bottom'))}</borders>` +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${XFS.length}">${XFS.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

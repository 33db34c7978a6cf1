import {
  ACCENT,
  gap,
  labelled,
  MUTED,
  paragraph,
  picture,
  run,
  SHADE,
  table,
  tag,
  WIDTH,
  type Cell,
} from './word.ts'

// What the forms share.

const LOGO_WIDTH = 1_700

/** The letterhead: logo and company on the left, what it is on the right. */
export function letterhead(title: string, facts: readonly (readonly [string, string])[]): string {
  const company = [
    paragraph(run('{empresa.nombre}', { size: 24, isBold: true, color: ACCENT })),
    paragraph(run('RFC {empresa.rfc}')),
    tag('{#empresa.regimen}'),
    paragraph(run('Régimen fiscal {empresa.regimen}', { size: 15, color: MUTED })),
    tag('{/}'),
    tag('{#empresa.domicilio}'),
    paragraph(run('{empresa.domicilio}', { size: 15, color: MUTED })),
    tag('{/}'),
  ].join('')
  const logo = [tag('{#logo}'), picture('{%logo}', LOGO_WIDTH), tag('{/}'), company].join('')
  const right = [
    paragraph(run(title, { size: 26, isBold: true, color: ACCENT }), { align: 'right', after: 40 }),
    ...facts.map(([label, value]) =>
      paragraph([run(`${label}  `, { size: 14, color: MUTED }), run(value, { isBold: true })], {
        align: 'right',
      }),
    ),
  ].join('')
  return (
    table({ widths: [6_300, WIDTH - 6_300], padding: 0 }, [
      [
        { content: logo, isTop: true },
        { content: right, isTop: true },
      ],
    ]) + gap(8)
  )
}

/** A line across the page that nobody overlooks; it is there when there is something to say. */
export function notice(name: string): string {
  const content = paragraph(run(`{${name}}`, { size: 22, isBold: true, color: 'FFFFFF' }), {
    align: 'center',
  })
  return [
    tag(`{#${name}}`),
    table({ widths: [WIDTH] }, [[{ content, fill: 'B42318' }]]),
    gap(8),
    tag('{/}'),
  ].join('')
}

/** Boxes beside each other, each with a heading. */
export function boxes(
  parts: readonly { readonly title: string; readonly content: string }[],
): string {
  const width = Math.floor(WIDTH / parts.length)
  const widths = parts.map((_part, index) =>
    index === 0 ? WIDTH - width * (parts.length - 1) : width,
  )
  const heads = parts.map(({ title }) => headCell(title))
  const contents = parts.map(({ content }) => ({ content, isTop: true }))
  return table({ widths, borders: 'box', padding: 110 }, [heads, contents]) + gap(8)
}

/** Facts in a row under their labels. */
export function facts(values: readonly (readonly [string, string])[]): string {
  const width = Math.floor(WIDTH / values.length)
  const cells = values.map(([label, value]) => ({ content: labelled(label, value), isTop: true }))
  return table({ widths: values.map(() => width), borders: 'box', padding: 110 }, [cells]) + gap(8)
}

export interface Column {
  readonly title: string
  readonly width: number
  /** Paragraphs of their own. */
  readonly values: readonly string[]
  readonly isNumber?: boolean
}

/** A row for each item of a list; the heading stands on every page. */
export function list(name: string, columns: readonly Column[]): string {
  const align = ({ isNumber }: Column) => (isNumber === true ? 'right' : 'left')
  const heads = columns.map((column) => headCell(column.title, align(column)))
  const cells = columns.map((column, index): Cell => {
    const opens = index === 0 ? `{#${name}}` : ''
    const closes = index === columns.length - 1 ? `{/${name}}` : ''
    const last = column.values.length - 1
    const content = column.values
      .map((value, line) => {
        const text = `${line === 0 ? opens : ''}${value}${line === last ? closes : ''}`
        const look = line === 0 ? { size: 16 } : { size: 13, color: MUTED }
        return paragraph(run(text, look), { align: align(column) })
      })
      .join('')
    return { content, isTop: true }
  })
  const widths = columns.map(({ width }) => width)
  return table({ widths, borders: 'rows', hasHead: true }, [heads, cells]) + gap(8)
}

function headCell(title: string, align: 'left' | 'right' = 'left'): Cell {
  const content = paragraph(run(title, { size: 14, isBold: true, color: ACCENT }), {
    align,
    isKept: true,
  })
  return { content, fill: SHADE }
}

/** Amounts under each other on the right, beside what is written on the left. */
export function totals(
  left: string,
  rows: readonly (readonly [string, string, string?])[],
): string {
  const widths = [2_100, 1_900]
  const [label = 0, amount = 0] = widths
  const inner = rows
    .map(([name, value, section]) => {
      const isTotal = name.startsWith('Total')
      const look = { isBold: isTotal, size: isTotal ? 20 : 17 }
      const line = table({ widths, padding: 40 }, [
        [
          { content: paragraph(run(name, look)), ...(isTotal ? { fill: SHADE } : {}) },
          {
            content: paragraph(run(value, look), { align: 'right' }),
            ...(isTotal ? { fill: SHADE } : {}),
          },
        ],
      ])
      return section === undefined ? line + gap() : tag(`{#${section}}`) + line + gap() + tag('{/}')
    })
    .join('')
  const outer = { widths: [WIDTH - label - amount - 200, label + amount + 200], padding: 0 }
  return (
    table(outer, [
      [
        { content: left, isTop: true },
        { content: inner, isTop: true },
      ],
    ]) + gap(8)
  )
}

/** An amount with its two decimals. */
export function amount(name: string): string {
  return `{${name} | number:2:'es-MX'}`
}

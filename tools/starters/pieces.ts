import { ACCENT, MUTED, paragraph, picture, run, table, tag, WIDTH, gap } from '../forms/word.ts'

// What the starter templates share.

export const MONEY = "currency:'MXN':'es-MX'"

const LOGO_WIDTH = 1_250
const COMPANY_WIDTH = 5_600

interface Head {
  readonly title: string
  readonly facts: readonly (readonly [string, string])[]
}

/** Logo and company on the left, what it is on the right; a line below. */
export function head({ title, facts }: Head): string {
  const company = [
    paragraph(run('{empresa.nombre}', { size: 22, isBold: true, color: ACCENT }), { after: 20 }),
    ...['RFC {empresa.rfc}', ...['domicilio', 'telefono', 'correo'].map(ifGiven)].map((text) =>
      paragraph(run(text, { size: 15, color: MUTED })),
    ),
  ].join('')
  const logo = tag('{#empresa.logo}') + picture('{%empresa.logo}', LOGO_WIDTH) + tag('{/}')
  const right = [
    paragraph(run(title, { size: 28, isBold: true, color: ACCENT }), { align: 'right', after: 60 }),
    ...facts.map(([label, value]) =>
      paragraph([run(`${label}  `, { size: 15, color: MUTED }), run(value, { isBold: true })], {
        align: 'right',
      }),
    ),
  ].join('')
  const widths = [LOGO_WIDTH + 200, COMPANY_WIDTH, WIDTH - LOGO_WIDTH - 200 - COMPANY_WIDTH]
  return (
    table({ widths, padding: 0 }, [
      [
        { content: logo + gap(), isTop: true },
        { content: company, isTop: true },
        { content: right, isTop: true },
      ],
    ]) + gap(10)
  )
}

function ifGiven(name: string): string {
  return `{empresa.${name} | dropParagraph}`
}

/** Lines to sign on, each with what stands below it. */
export function signatures(signers: readonly (readonly string[])[], width: number = WIDTH): string {
  const widths = signers.map(() => Math.floor(width / signers.length))
  const cells = signers.map((lines) => ({
    content: [
      paragraph(run('_'.repeat(34), { color: MUTED }), { align: 'center', before: 900 }),
      ...lines.map((line, index) =>
        paragraph(run(line, index === 0 ? { isBold: true } : { size: 15, color: MUTED }), {
          align: 'center',
          isKept: index < lines.length - 1,
        }),
      ),
    ].join(''),
    isTop: true,
  }))
  return table({ widths, padding: 60 }, [cells]) + gap()
}

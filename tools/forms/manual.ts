import { ACCENT, docx, MUTED, pageFooter, paragraph, run, tag } from './word.ts'

// US letter less its margins.
const MARGIN = 1_080
const PAGE_WIDTH = 12_240 - 2 * MARGIN

/** The ERP's manual: a title, its contents, and a page for each job. */
export function manual(): Buffer {
  const body = [
    paragraph(run('{titulo}', { size: 56, isBold: true, color: ACCENT }), {
      before: 2_400,
      after: 120,
    }),
    paragraph(run('{subtitulo}', { size: 24, color: MUTED }), { after: 480 }),
    contents(),
    tag('{#grupos}'),
    tag('{#paginas}'),
    styled('Heading1', '{titulo}'),
    tag('{~texto}'),
    tag('{/}'),
    tag('{/}'),
  ]
  return docx(body.join(''), pageFooter('{titulo}', PAGE_WIDTH, ['', ' / ']), {
    margin: MARGIN,
    styles: styles(),
  })
}

/** Made anew by whoever opens or converts the document. */
function contents(): string {
  const code = '<w:r><w:instrText xml:space="preserve"> TOC \\o "1-1" \\h </w:instrText></w:r>'
  return `<w:p>${field('begin')}${code}${field('separate')}${run('…')}${field('end')}</w:p>`
}

function field(kind: string): string {
  return `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
}

function styled(style: string, text: string): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
}

function styles(): string {
  const font = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>'
  return [
    `<w:docDefaults><w:rPrDefault><w:rPr>${font}<w:sz w:val="20"/></w:rPr></w:rPrDefault>`,
    '<w:pPrDefault><w:pPr><w:spacing w:after="100" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>',
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
    heading(1, { size: 36, before: 0, isOnNewPage: true }),
    heading(2, { size: 26, before: 240, isOnNewPage: false }),
    quote(),
    grid(),
  ].join('')
}

interface HeadingLook {
  readonly size: number
  readonly before: number
  readonly isOnNewPage: boolean
}

function heading(level: number, { size, before, isOnNewPage }: HeadingLook): string {
  return (
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/>` +
    `<w:pPr><w:keepNext/>${isOnNewPage ? '<w:pageBreakBefore/>' : ''}<w:spacing w:before="${before}" w:after="120"/><w:outlineLvl w:val="${level - 1}"/></w:pPr>` +
    `<w:rPr><w:b/><w:color w:val="${ACCENT}"/><w:sz w:val="${size}"/></w:rPr></w:style>`
  )
}

function quote(): string {
  return (
    '<w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/><w:basedOn w:val="Normal"/>' +
    `<w:pPr><w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="${ACCENT}"/></w:pBdr><w:ind w:left="240"/></w:pPr></w:style>`
  )
}

function grid(): string {
  const sides = ['top', 'bottom', 'insideH']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C5D0DB"/>`)
    .join('')
  return (
    '<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/>' +
    `<w:tblPr><w:tblBorders>${sides}</w:tblBorders></w:tblPr></w:style>`
  )
}

import { ACCENT, docx, MUTED, pageFooter, paragraph, run, tag } from '../forms/word.ts'
import { signatures } from './pieces.ts'

const MARGIN = 1_300
const TEXT = 21
const TEXT_WIDTH = 12_240 - 2 * MARGIN

// Clauses are the first list; the lettered points of a clause the second, which begins again in each.
const CLAUSES = 1
const POINTS = 2

/** A contract for services: clauses and their points are data, amounts and dates are written out. */
export function contrato(): Buffer {
  const body = [
    paragraph(run('CONTRATO DE PRESTACIÓN DE SERVICIOS PROFESIONALES', heading()), {
      align: 'center',
      after: 60,
    }),
    paragraph(run('N.º {numero}', { size: 18, color: MUTED }), { align: 'center', after: 300 }),
    text(
      'Contrato de prestación de servicios profesionales que celebran, por una parte, **{cliente.nombre}**, representada por ' +
        '{cliente.representante}, en lo sucesivo **EL CLIENTE**, y por la otra, **{prestador.nombre}**, representada por ' +
        '{prestador.representante}, en lo sucesivo **EL PRESTADOR**, al tenor de las declaraciones y cláusulas siguientes.',
    ),
    title('DECLARACIONES'),
    tag('{#declaraciones}'),
    text('**{de}** declara {texto}'),
    tag('{/declaraciones}'),
    title('CLÁUSULAS'),
    tag('{#clausulas}'),
    numbered(CLAUSES, '**{titulo}.** {texto}'),
    tag('{#incisos | restart}'),
    numbered(POINTS, '{.}'),
    tag('{/incisos}'),
    tag('{/clausulas}'),
    title('CONTRAPRESTACIÓN'),
    text(
      "EL CLIENTE pagará a EL PRESTADOR **{monto | currency:'MXN':'es-MX'}** ({monto | words:'MXN':'es'}), más el impuesto al " +
        'valor agregado, en {pagos | count} {#(pagos | count) == 1}exhibición{else}exhibiciones{/}: ' +
        "{#pagos}{importe | currency:'MXN':'es-MX'} el {fecha | date:'long':'es-MX'}{#$last}.{else}; {/}{/pagos}",
    ),
    title('VIGENCIA'),
    text(
      "Este contrato estará vigente del {inicio | date:'long':'es-MX'} al {fin | date:'long':'es-MX'}.",
    ),
    keptTogether(
      "Leído que fue por las partes y enteradas de su contenido y alcance, lo firman por duplicado en {lugar}, el {fecha | date:'words':'es'}.",
    ),
    signatures(
      [
        ['{cliente.representante}', 'EL CLIENTE', '{cliente.nombre}'],
        ['{prestador.representante}', 'EL PRESTADOR', '{prestador.nombre}'],
      ],
      TEXT_WIDTH,
    ),
    tag('{#(testigos | count) > 0}'),
    paragraph(run('TESTIGOS', { size: 16, isBold: true, color: MUTED }), {
      align: 'center',
      before: 300,
    }),
    signatures([['{testigos[0]}'], ['{testigos[1]}']], TEXT_WIDTH),
    tag('{/}'),
  ]
  return docx(body.join(''), pageFooter('Contrato {numero}', TEXT_WIDTH), {
    margin: MARGIN,
    numbering: list(CLAUSES, 'decimal', '%1.') + list(POINTS, 'lowerLetter', '%1)') + numbers(),
  })
}

function heading() {
  return { size: 26, isBold: true, color: ACCENT }
}

function title(words: string): string {
  return paragraph(run(words, { size: TEXT, isBold: true, color: ACCENT }), {
    align: 'center',
    before: 200,
    after: 120,
    isKept: true,
  })
}

/** Words between two pairs of asterisks are bold. */
function runs(words: string): string {
  return words
    .split('**')
    .map((part, index) => run(part, { size: TEXT, isBold: index % 2 === 1 }))
    .join('')
}

function text(words: string): string {
  return justified(paragraph(runs(words), { after: 160 }))
}

/** On one page with what follows it. */
function keptTogether(words: string): string {
  return justified(paragraph(runs(words), { after: 160, isKept: true })).replace(
    '<w:keepNext/>',
    '<w:keepNext/><w:keepLines/>',
  )
}

function justified(xml: string): string {
  return xml
    .replace('<w:jc w:val="left"/>', '<w:jc w:val="both"/>')
    .replace('w:line="240"', 'w:line="276"')
}

function numbered(list: number, words: string): string {
  const number = `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`
  return justified(paragraph(runs(words), { after: list === CLAUSES ? 120 : 80 })).replace(
    '<w:spacing',
    `${number}<w:spacing`,
  )
}

function list(id: number, format: string, shown: string): string {
  const left = id === CLAUSES ? 500 : 1_000
  return (
    `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/>` +
    `<w:numFmt w:val="${format}"/><w:lvlText w:val="${shown}"/><w:lvlJc w:val="left"/>` +
    `<w:pPr><w:ind w:left="${left}" w:hanging="500"/></w:pPr>` +
    `<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="${TEXT}"/></w:rPr></w:lvl></w:abstractNum>`
  )
}

function numbers(): string {
  return [CLAUSES, POINTS]
    .map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`)
    .join('')
}

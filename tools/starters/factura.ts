import { boxes, facts } from '../forms/parts.ts'
import {
  ACCENT,
  docx,
  gap,
  labelled,
  MUTED,
  pageFooter,
  paragraph,
  picture,
  run,
  SHADE,
  table,
  WIDTH,
  type Cell,
} from '../forms/word.ts'
import { head, MONEY } from './pieces.ts'

const QR_WIDTH = 1_900
// What the SAT's page for verifying a CFDI is asked with.
const QR = [
  "{%qr:'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=' + uuid",
  "'&re=' + empresa.rfc + '&rr=' + receptor.rfc + '&tt=' + total + '&fe=' + sello_final}",
].join(' + ')

/** An invoice with the data of its CFDI and the code by which anybody may verify it. */
export function factura(): Buffer {
  const body = [
    head({
      title: 'FACTURA',
      facts: [
        ['Serie y folio', '{serie} {folio}'],
        ['Fecha', "{fecha | date:'long':'es-MX'}"],
        ['Lugar de expedición', 'C.P. {lugar}'],
      ],
    }),
    boxes([
      { title: 'CLIENTE', content: customer() },
      { title: 'COMPROBANTE FISCAL', content: fiscal() },
    ]),
    facts([
      ['FORMA DE PAGO', '{forma_pago}'],
      ['MÉTODO DE PAGO', '{metodo_pago}'],
      ['CONDICIONES', "{condiciones | default:'Contado'}"],
      ['MONEDA', '{moneda}'],
    ]),
    lines(),
    sums(),
    stamp(),
  ]
  return docx(body.join(''), pageFooter('{empresa.nombre} · Factura {serie} {folio}'))
}

function customer(): string {
  return [
    paragraph(run('{receptor.nombre}', { isBold: true })),
    paragraph(run('RFC {receptor.rfc}')),
    paragraph(run('{receptor.domicilio | dropParagraph}')),
    paragraph(run('Régimen fiscal {receptor.regimen}')),
    paragraph(run('Uso del CFDI {receptor.uso}')),
  ].join('')
}

function fiscal(): string {
  return [
    paragraph([run('Folio fiscal '), run('{uuid}', { isBold: true })]),
    paragraph(run('Régimen fiscal del emisor {empresa.regimen}')),
    paragraph(run("Certificado el {fecha_timbrado | datetime:'dd/MM/yyyy HH:mm:ss'}")),
    paragraph(run('Certificado del emisor {certificado}')),
    paragraph(run('Certificado del SAT {certificado_sat}')),
  ].join('')
}

interface Column {
  readonly title: string
  readonly width: number
  readonly align: 'left' | 'right'
  readonly lines: readonly string[]
}

const COLUMNS: readonly Column[] = [
  { title: 'CANT.', width: 900, align: 'right', lines: ['{cantidad}'] },
  { title: 'UNIDAD', width: 1_200, align: 'left', lines: ['{unidad}'] },
  {
    title: 'DESCRIPCIÓN',
    width: WIDTH - 900 - 1_200 - 2 * 1_700,
    align: 'left',
    lines: ['{descripcion}', 'Clave {clave}{#pedimento} · Pedimento {pedimento}{/}'],
  },
  { title: 'PRECIO', width: 1_700, align: 'right', lines: [`{precio | ${MONEY}}`] },
  { title: 'IMPORTE', width: 1_700, align: 'right', lines: [`{cantidad * precio | ${MONEY}}`] },
]

function lines(): string {
  const heads = COLUMNS.map(({ title, align }) => ({
    content: paragraph(run(title, { size: 14, isBold: true, color: ACCENT }), { align }),
    fill: SHADE,
  }))
  const cells = COLUMNS.map(({ align, lines: texts }, index): Cell => {
    const opens = index === 0 ? '{#conceptos}' : ''
    const closes = index === COLUMNS.length - 1 ? '{/conceptos}' : ''
    const content = texts.map((text, line) =>
      paragraph(
        run(
          (line === 0 ? opens : '') + text + (line === texts.length - 1 ? closes : ''),
          line === 0 ? { size: 16 } : { size: 13, color: MUTED },
        ),
        { align },
      ),
    )
    return { content: content.join(''), isTop: true }
  })
  const widths = COLUMNS.map(({ width }) => width)
  return table({ widths, borders: 'rows', hasHead: true }, [heads, cells]) + gap(8)
}

function sumRow(label: string, value: string): readonly Cell[] {
  const isTotal = label.startsWith('Total')
  const look = { size: isTotal ? 21 : 17, isBold: isTotal }
  const fill = isTotal ? { fill: SHADE } : {}
  return [
    { content: paragraph(run(label, look)), ...fill },
    { content: paragraph(run(value, look), { align: 'right' }), ...fill },
  ]
}

function sums(): string {
  const widths = [2_300, 2_000]
  const inner = table({ widths, padding: 60 }, [
    sumRow('Subtotal', `{subtotal | ${MONEY}}`),
    sumRow('Descuento', `{descuento | dropRow | ${MONEY}}`),
    sumRow('{#impuestos}{nombre}', `{importe | ${MONEY}}{/impuestos}`),
    sumRow('Total {moneda}', `{total | ${MONEY}}`),
  ])
  const words = labelled('IMPORTE CON LETRA', '{total | words:moneda:"es"}')
  return (
    table({ widths: [WIDTH - 4_300, 4_300], padding: 0 }, [
      [
        { content: words, isTop: true },
        { content: inner + gap(), isTop: true },
      ],
    ]) + gap(14)
  )
}

function seal(label: string, value: string): string {
  return (
    paragraph(run(label, { size: 12, isBold: true, color: MUTED }), { before: 40 }) +
    paragraph(run(value, { size: 11, font: 'Liberation Mono' }))
  )
}

function stamp(): string {
  const seals = [
    seal('SELLO DIGITAL DEL CFDI', '{sello}'),
    seal('SELLO DEL SAT', '{sello_sat}'),
    seal('CADENA ORIGINAL DEL COMPLEMENTO DE CERTIFICACIÓN DIGITAL DEL SAT', '{cadena}'),
    paragraph(run('Este documento es una representación impresa de un CFDI.', { size: 14 }), {
      before: 80,
    }),
  ].join('')
  return (
    table({ widths: [QR_WIDTH + 200, WIDTH - QR_WIDTH - 200], padding: 60 }, [
      [
        { content: picture(QR, QR_WIDTH), isTop: true },
        { content: seals, isTop: true },
      ],
    ]) + gap()
  )
}

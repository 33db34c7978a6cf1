import { boxes, facts } from '../forms/parts.ts'
import {
  ACCENT,
  docx,
  gap,
  labelled,
  MUTED,
  pageFooter,
  paragraph,
  run,
  SHADE,
  table,
  tag,
  WIDTH,
  type Cell,
} from '../forms/word.ts'
import { head, MONEY, signatures } from './pieces.ts'

const WIDTHS = [1_300, WIDTH - 1_300 - 1_000 - 1_000 - 2 * 1_700, 1_000, 1_000, 1_700, 1_700]
const LINES = 'cantidad * precio'

/** An order to a supplier, its lines by family with subtotals; it computes every amount itself. */
export function ordenDeCompra(): Buffer {
  const body = [
    head({
      title: 'ORDEN DE COMPRA',
      facts: [
        ['Número', '{folio}'],
        ['Fecha', "{fecha | date:'long':'es-MX'}"],
      ],
    }),
    boxes([
      { title: 'PROVEEDOR', content: supplier() },
      { title: 'ENTREGAR EN', content: delivery() },
    ]),
    facts([
      ['CONDICIONES DE PAGO', '{condiciones}'],
      ['ENTREGA', "{entrega.fecha | date:'medium':'es-MX'}"],
      ['SOLICITÓ', '{solicito}'],
      ['MONEDA', '{moneda}'],
    ]),
    lines(),
    sums(),
    tag('{#observaciones}'),
    labelled('OBSERVACIONES', '{observaciones}'),
    tag('{/}'),
    signatures([
      ['{solicito}', 'Solicita'],
      ['{autorizo}', 'Autoriza'],
    ]),
    paragraph(
      run('Favor de citar el número de esta orden en la remisión y en la factura.', {
        size: 15,
        color: MUTED,
      }),
      { align: 'center', before: 120 },
    ),
  ]
  return docx(body.join(''), pageFooter('{empresa.nombre} · Orden de compra {folio}'))
}

function supplier(): string {
  return [
    paragraph(run('{proveedor.nombre}', { isBold: true })),
    paragraph(run('RFC {proveedor.rfc}')),
    paragraph(run('{proveedor.domicilio | dropParagraph}')),
    paragraph(run('Atención: {proveedor.contacto | dropParagraph}')),
    paragraph(run('{proveedor.correo | dropParagraph}')),
  ].join('')
}

function delivery(): string {
  return [
    paragraph(run('{entrega.almacen}', { isBold: true })),
    paragraph(run('{entrega.domicilio | dropParagraph}')),
    paragraph(run('Horario: {entrega.horario | dropParagraph}')),
  ].join('')
}

type Look = Parameters<typeof run>[1]

function cell(text: string, align: 'left' | 'right', look: Look = { size: 16 }): Cell {
  return { content: paragraph(run(text, look), { align }), isTop: true }
}

function lines(): string {
  const title = { size: 14, isBold: true, color: ACCENT }
  const bold = { size: 16, isBold: true }
  const heads = ['CLAVE', 'DESCRIPCIÓN', 'CANT.', 'UNIDAD', 'PRECIO', 'IMPORTE'].map(
    (text, index) => ({
      ...cell(text, index < 2 || index === 3 ? 'left' : 'right', title),
      fill: SHADE,
    }),
  )
  const family = cell("{#partidas | group:'familia'}{key}", 'left', bold)
  const rows: readonly (readonly Cell[])[] = [
    heads,
    [{ ...family, span: 6 }],
    [
      cell('{#items}{clave}', 'left'),
      cell('{descripcion}', 'left'),
      cell('{cantidad}', 'right'),
      cell('{unidad}', 'left'),
      cell(`{precio | ${MONEY}}`, 'right'),
      cell(`{${LINES} | ${MONEY}}{/items}`, 'right'),
    ],
    [
      { ...cell('Subtotal {key}', 'right', { size: 15, color: MUTED }), span: 5 },
      cell(`{items | sum:'${LINES}':2 | ${MONEY}}{/partidas}`, 'right', bold),
    ],
  ]
  return table({ widths: WIDTHS, borders: 'rows', hasHead: true }, rows) + gap(8)
}

function sumRow(label: string, value: string, look: Look, fill?: string): readonly Cell[] {
  return [cell(label, 'left', look), cell(value, 'right', look)].map((one) =>
    fill === undefined ? one : { ...one, fill },
  )
}

function sums(): string {
  const sum = `(partidas | sum:'${LINES}':2)`
  const inner = table({ widths: [2_300, 2_000], padding: 60 }, [
    sumRow('Subtotal', `{${sum} | ${MONEY}}`, {}),
    sumRow('IVA 16 %', `{${sum} * 0.16 | ${MONEY}}`, {}),
    sumRow('Total {moneda}', `{${sum} * 1.16 | ${MONEY}}`, { size: 21, isBold: true }, SHADE),
  ])
  const words = labelled('IMPORTE CON LETRA', `{${sum} * 1.16 | words:moneda:"es"}`)
  return (
    table({ widths: [WIDTH - 4_300, 4_300], padding: 0 }, [
      [
        { content: words, isTop: true },
        { content: inner + gap(), isTop: true },
      ],
    ]) + gap(10)
  )
}

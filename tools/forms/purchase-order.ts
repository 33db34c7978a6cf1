import { amount, boxes, facts, letterhead, list, notice, totals } from './parts.ts'
import { docx, labelled, MUTED, pageFooter, paragraph, run, tag, WIDTH } from './word.ts'

/** The order that a supplier receives. */
export function purchaseOrder(): Buffer {
  const body = [
    letterhead('ORDEN DE COMPRA', [
      ['Folio', '{folio}'],
      ['Fecha', "{fecha | date:'long':'es-MX'}"],
    ]),
    notice('aviso'),
    boxes([
      { title: 'PROVEEDOR', content: supplier() },
      { title: 'ENTREGAR EN', content: delivery() },
    ]),
    facts([
      ['CONDICIONES DE PAGO', '{condicion}'],
      ['MONEDA', '{moneda}{#tipo_cambio} (tipo de cambio {tipo_cambio}){/}'],
      ['COMPRADOR', '{comprador}'],
      ['AUTORIZÓ', '{autorizo}'],
    ]),
    lines(),
    totals(remarks(), [
      ['Subtotal', amount('subtotal')],
      ['Descuento', amount('descuento'), 'hay_descuento'],
      ['Impuestos', amount('impuestos')],
      ['Retenciones', amount('retenciones'), 'hay_retenciones'],
      ['Total {moneda}', amount('total')],
    ]),
    paragraph(
      run('Favor de citar el folio de esta orden en su remisión y en su factura.', {
        size: 15,
        color: MUTED,
      }),
    ),
  ]
  return docx(body.join(''), pageFooter('{empresa.nombre} · Orden de compra {folio}'))
}

function supplier(): string {
  return [
    paragraph(run('{proveedor.nombre}', { isBold: true })),
    paragraph(run('RFC {proveedor.rfc}')),
    ...optional('proveedor.domicilio'),
    ...optional('proveedor.correo'),
    ...optional('proveedor.telefono', 'Tel. '),
  ].join('')
}

function delivery(): string {
  return [
    ...optional('entrega.almacen'),
    ...optional('entrega.domicilio'),
    tag('{#entrega.fecha}'),
    paragraph(run("Antes del {entrega.fecha | date:'long':'es-MX'}")),
    tag('{/}'),
    // A cell ends with a paragraph, whatever of it is left.
    paragraph(run('')),
  ].join('')
}

/** A line that is there when it says something. */
function optional(name: string, before = ''): readonly string[] {
  return [tag(`{#${name}}`), paragraph(run(`${before}{${name}}`)), tag('{/}')]
}

function lines(): string {
  return list('partidas', [
    { title: 'N.º', width: 560, values: ['{partida}'] },
    {
      title: 'DESCRIPCIÓN',
      width: WIDTH - 560 - 1_100 - 1_000 - 1_500 - 1_300 - 1_600,
      values: [
        '{descripcion}',
        "{clave}{#fecha_entrega}  Entrega: {fecha_entrega | date:'short':'es-MX'}{/}",
      ],
    },
    { title: 'CANTIDAD', width: 1_100, values: ['{cantidad}'], isNumber: true },
    { title: 'UNIDAD', width: 1_000, values: ['{unidad}'] },
    { title: 'PRECIO', width: 1_500, values: ['{precio}'], isNumber: true },
    { title: 'DESCUENTO', width: 1_300, values: [amount('descuento')], isNumber: true },
    { title: 'IMPORTE', width: 1_600, values: [amount('importe')], isNumber: true },
  ])
}

function remarks(): string {
  return [
    labelled('IMPORTE CON LETRA', '{letra}'),
    tag('{#observaciones}'),
    labelled('OBSERVACIONES', '{observaciones}'),
    tag('{/}'),
  ].join('')
}

import { amount, boxes, facts, letterhead, list, notice, totals } from './parts.ts'
import {
  docx,
  gap,
  labelled,
  MUTED,
  pageFooter,
  paragraph,
  picture,
  run,
  table,
  tag,
  WIDTH,
} from './word.ts'

const QR_WIDTH = 1_950
const MONO = 'Liberation Mono'

/** The printed form of a CFDI: of an invoice, a credit note, a payment. */
export function invoice(): Buffer {
  const body = [
    letterhead('{titulo}', [
      ['Serie y folio', '{serie} {folio}'],
      ['Folio fiscal', '{uuid}'],
      ['Expedición', '{fecha}'],
      ['Certificación', '{fecha_timbrado}'],
    ]),
    notice('aviso'),
    notice('leyenda'),
    boxes([
      { title: 'RECEPTOR', content: receiver() },
      { title: 'COMPROBANTE', content: kind() },
    ]),
    tag('{#es_pago}'),
    payments(),
    tag('{else}'),
    sale(),
    tag('{/}'),
    stamp(),
    paragraph(
      run('Este documento es una representación impresa de un CFDI.', { size: 14, color: MUTED }),
      { align: 'center', before: 60 },
    ),
  ]
  return docx(body.join(''), pageFooter('{empresa.nombre} · {serie} {folio} · {uuid}'))
}

function receiver(): string {
  return [
    paragraph(run('{receptor.nombre}', { isBold: true })),
    paragraph(run('RFC {receptor.rfc}')),
    paragraph(run('Régimen fiscal {receptor.regimen}')),
    paragraph(run('Domicilio fiscal C.P. {receptor.codigo_postal}')),
    paragraph(run('Uso del CFDI {receptor.uso}')),
  ].join('')
}

function kind(): string {
  return [
    paragraph(run('Tipo {tipo}')),
    paragraph(run('Lugar de expedición C.P. {lugar}')),
    paragraph(run('Exportación {exportacion}')),
    tag('{#condiciones}'),
    paragraph(run('Condiciones de pago {condiciones}')),
    tag('{/}'),
    tag('{#global}'),
    paragraph(run('Factura global {global}')),
    tag('{/}'),
    tag('{#relacionados}'),
    paragraph(run('Relación {tipo}: {uuids}', { size: 14 })),
    tag('{/relacionados}'),
    // A cell ends with a paragraph, whatever of it is left.
    paragraph(run('')),
  ].join('')
}

/** What was sold, and what it comes to. */
function sale(): string {
  const conceptos = list('conceptos', [
    { title: 'CANTIDAD', width: 1_050, values: ['{cantidad}'], isNumber: true },
    { title: 'UNIDAD', width: 1_050, values: ['{unidad}', '{clave_unidad}'] },
    {
      title: 'DESCRIPCIÓN',
      width: WIDTH - 1_050 - 1_050 - 1_400 - 1_250 - 1_450,
      values: [
        '{descripcion}',
        'Clave {clave}{#identificacion}  N.º {identificacion}{/}  Objeto de impuesto {objeto}{#impuestos}; {.}{/}',
      ],
    },
    { title: 'PRECIO', width: 1_400, values: ['{precio}'], isNumber: true },
    { title: 'DESCUENTO', width: 1_250, values: ['{descuento}'], isNumber: true },
    { title: 'IMPORTE', width: 1_450, values: ['{importe}'], isNumber: true },
  ])
  return [
    facts([
      ['FORMA DE PAGO', '{forma_pago}'],
      ['MÉTODO DE PAGO', '{metodo_pago}'],
      ['MONEDA', '{moneda}{#tipo_cambio} (tipo de cambio {tipo_cambio}){/}'],
    ]),
    conceptos,
    totals(labelled('IMPORTE CON LETRA', '{letra}'), [
      ['Subtotal', amount('subtotal')],
      ['Descuento', amount('descuento'), 'hay_descuento'],
      ['{nombre}', amount('importe'), 'impuestos'],
      ['Total {moneda}', amount('total')],
    ]),
  ].join('')
}

function payments(): string {
  return [
    tag('{#pagos}'),
    facts([
      ['FECHA DEL PAGO', '{fecha}'],
      ['FORMA DE PAGO', '{forma}'],
      ['MONTO', '{monto} {moneda}{#tipo_cambio} (tipo de cambio {tipo_cambio}){/}'],
      ['OPERACIÓN', '{operacion}'],
    ]),
    list('documentos', [
      {
        title: 'DOCUMENTO PAGADO',
        width: WIDTH - 900 - 4 * 1_500,
        values: ['{serie} {folio}', '{uuid}'],
      },
      { title: 'PARC.', width: 900, values: ['{parcialidad}'], isNumber: true },
      { title: 'MONEDA', width: 1_500, values: ['{moneda}', '{equivalencia}'] },
      { title: 'ANTERIOR', width: 1_500, values: ['{anterior}'], isNumber: true },
      { title: 'PAGADO', width: 1_500, values: ['{pagado}'], isNumber: true },
      { title: 'INSOLUTO', width: 1_500, values: ['{insoluto}'], isNumber: true },
    ]),
    tag('{/pagos}'),
    tag('{#impuestos_pago}'),
    paragraph(run("{nombre}: {importe | number:2:'es-MX'} MXN")),
    tag('{/impuestos_pago}'),
    paragraph(
      [
        run('Total de los pagos: ', { isBold: true }),
        run("{total_pagos | number:2:'es-MX'} MXN", { isBold: true }),
      ],
      { align: 'right', after: 120 },
    ),
  ].join('')
}

/** The seals, the cadena of the stamp and the code by which anybody may ask the SAT. */
function stamp(): string {
  const certificates = [
    ['Certificado del emisor', '{certificado}'],
    ['Certificado del SAT', '{certificado_sat}'],
    ['RFC del PAC', '{rfc_pac}'],
  ]
    .map(([label, value]) => `${label} ${value}`)
    .join('   ')
  const seals = [
    paragraph(run(certificates, { size: 12 })),
    sealed('SELLO DIGITAL DEL CFDI', '{sello_cfdi}'),
    sealed('SELLO DEL SAT', '{sello_sat}'),
    sealed('CADENA ORIGINAL DEL COMPLEMENTO DE CERTIFICACIÓN DIGITAL DEL SAT', '{cadena}'),
  ].join('')
  return (
    table({ widths: [QR_WIDTH + 150, WIDTH - QR_WIDTH - 150], padding: 60 }, [
      [
        { content: picture('{%qr}', QR_WIDTH), isTop: true },
        { content: seals, isTop: true },
      ],
    ]) + gap()
  )
}

function sealed(label: string, value: string): string {
  return (
    paragraph(run(label, { size: 12, isBold: true, color: MUTED }), { before: 30 }) +
    paragraph(run(value, { size: 11, font: MONO }))
  )
}

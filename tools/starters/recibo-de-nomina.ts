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

const HALF = Math.floor(WIDTH / 2)
const QR_WIDTH = 1_500

/** A receipt of payroll: what was earned beside what was kept, and what is paid. */
export function reciboDeNomina(): Buffer {
  const body = [
    head({
      title: 'RECIBO DE NÓMINA',
      facts: [
        ['Periodo', "{periodo.inicio | date:'dd/MM/yyyy'} al {periodo.fin | date:'dd/MM/yyyy'}"],
        ['Fecha de pago', "{fecha_pago | date:'long':'es-MX'}"],
        ['Días pagados', '{dias_pagados}'],
      ],
    }),
    boxes([
      { title: 'TRABAJADOR', content: worker() },
      { title: 'RELACIÓN LABORAL', content: job() },
    ]),
    facts([
      ['SALARIO DIARIO', `{salario_diario | ${MONEY}}`],
      ['SALARIO DIARIO INTEGRADO', `{sdi | ${MONEY}}`],
      ['PERIODICIDAD', '{periodicidad}'],
      ['CUENTA', '{cuenta}'],
    ]),
    movements(),
    net(),
    consent(),
  ]
  return docx(
    body.join(''),
    pageFooter('{empresa.nombre} · Recibo de nómina · {trabajador.numero} {trabajador.nombre}'),
  )
}

function worker(): string {
  return [
    paragraph(run('{trabajador.nombre}', { isBold: true })),
    paragraph(run('N.º de empleado {trabajador.numero}')),
    paragraph(run('RFC {trabajador.rfc}')),
    paragraph(run('CURP {trabajador.curp}')),
    paragraph(run('NSS {trabajador.nss}')),
  ].join('')
}

function job(): string {
  return [
    paragraph(run('{trabajador.puesto}', { isBold: true })),
    paragraph(run('Departamento {trabajador.departamento}')),
    paragraph(run("Ingreso {trabajador.ingreso | date:'long':'es-MX'}")),
    paragraph(run('Contrato {trabajador.contrato}')),
    paragraph(run('Registro patronal {empresa.registro_patronal}')),
  ].join('')
}

function movements(): string {
  const sides = [side('PERCEPCIONES', 'percepciones'), side('DEDUCCIONES', 'deducciones')]
  const cells = sides.map((content) => ({ content, isTop: true }))
  return table({ widths: [HALF, WIDTH - HALF], padding: 0 }, [cells]) + gap(8)
}

function cell(text: string, align: 'left' | 'right', look = {}): Cell {
  return { content: paragraph(run(text, { size: 16, ...look }), { align }), isTop: true }
}

function shaded(cells: readonly Cell[]): readonly Cell[] {
  return cells.map((one) => ({ ...one, fill: SHADE }))
}

function side(title: string, list: string): string {
  const widths = [900, HALF - 900 - 1_500 - 120, 1_500]
  const heading = { size: 14, isBold: true, color: ACCENT }
  const rows = [
    shaded([
      cell('CLAVE', 'left', heading),
      cell(title, 'left', heading),
      cell('IMPORTE', 'right', heading),
    ]),
    [
      cell(`{#${list}}{clave}`, 'left'),
      cell('{concepto}', 'left'),
      cell(`{importe | ${MONEY}}{/${list}}`, 'right'),
    ],
    shaded([
      { ...cell(`Total de ${title.toLowerCase()}`, 'left', { isBold: true }), span: 2 },
      cell(`{${list} | sum:'importe' | ${MONEY}}`, 'right', { isBold: true }),
    ]),
  ]
  return table({ widths, borders: 'rows', hasHead: true }, rows) + gap()
}

const NET = "(percepciones | sum:'importe') - (deducciones | sum:'importe')"

function net(): string {
  const amount = [
    paragraph(run('NETO A PAGAR', { size: 15, isBold: true, color: MUTED }), { align: 'right' }),
    paragraph(run(`{${NET} | ${MONEY}}`, { size: 30, isBold: true, color: ACCENT }), {
      align: 'right',
    }),
  ].join('')
  return (
    table({ widths: [WIDTH - 3_600, 3_600], borders: 'box', padding: 110 }, [
      [
        { content: labelled('NETO CON LETRA', `{${NET} | words:'MXN':'es'}`) },
        { content: amount, fill: SHADE },
      ],
    ]) + gap(12)
  )
}

function consent(): string {
  const text =
    'Recibí de {empresa.nombre} la cantidad que ampara este recibo, por los servicios que presté en el periodo ' +
    'indicado, sin que a la fecha se me adeude cantidad alguna por ningún otro concepto.'
  const right = [
    paragraph(run(text, { size: 15 }), { align: 'left', after: 700 }),
    paragraph(run('_'.repeat(40), { color: MUTED }), { align: 'center' }),
    paragraph(run('{trabajador.nombre}', { isBold: true }), { align: 'center' }),
    paragraph(run('Folio fiscal {uuid | dropParagraph}', { size: 13, color: MUTED }), {
      align: 'center',
      before: 120,
    }),
  ].join('')
  const widths = [QR_WIDTH + 300, WIDTH - QR_WIDTH - 300]
  return (
    table({ widths, padding: 60 }, [
      [
        { content: picture('{%qr:liga_sat}', QR_WIDTH), isTop: true },
        { content: right, isTop: true },
      ],
    ]) + gap()
  )
}

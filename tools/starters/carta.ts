import { docx, gap, MUTED, pageFooter, paragraph, run, tag } from '../forms/word.ts'
import { head } from './pieces.ts'

const MARGIN = 1_080
const TEXT = 21

/** A letter in the language of its reader: its fixed words are translations beside the template. */
export function carta(): Buffer {
  const body = [
    head({ title: '', facts: [] }),
    paragraph(run("{lugar}, {fecha | date:'long'}", { size: TEXT }), {
      align: 'right',
      after: 400,
    }),
    ...[
      '{destinatario.nombre}',
      '{destinatario.puesto | dropParagraph}',
      '{destinatario.empresa | dropParagraph}',
    ].map((line, index) => paragraph(run(line, { size: TEXT, isBold: index === 0 }))),
    paragraph(run('{destinatario.domicilio | dropParagraph}', { size: TEXT, color: MUTED }), {
      after: 300,
    }),
    paragraph(
      [
        run("{t 'asunto'}: ", { size: TEXT, isBold: true }),
        run('{asunto | dropParagraph}', { size: TEXT, isBold: true }),
      ],
      { after: 300 },
    ),
    paragraph(run("{'saludo' | t:destinatario.nombre}", { size: TEXT }), { after: 220 }),
    tag('{#parrafos}'),
    spaced(paragraph(run('{.}', { size: TEXT }), { after: 220 })),
    tag('{/parrafos}'),
    paragraph(run("{t 'despedida'}", { size: TEXT }), { before: 120, after: 1_100, isKept: true }),
    paragraph(run('{firma.nombre}', { size: TEXT, isBold: true }), { isKept: true }),
    paragraph(run('{firma.puesto | dropParagraph}', { size: TEXT, color: MUTED }), {
      isKept: true,
    }),
    paragraph(run('{empresa.nombre}', { size: TEXT, color: MUTED }), { after: 300 }),
    tag('{#anexos}'),
    paragraph(run("{#$first}{t 'anexos'}: {/}{.}", { size: 17, color: MUTED })),
    tag('{/anexos}'),
    gap(),
  ]
  return docx(
    body.join(''),
    pageFooter('{empresa.nombre} · {empresa.correo}', 12_240 - 2 * MARGIN),
    { margin: MARGIN },
  )
}

function spaced(xml: string): string {
  return xml
    .replace('<w:jc w:val="left"/>', '<w:jc w:val="both"/>')
    .replace('w:line="240"', 'w:line="290"')
}

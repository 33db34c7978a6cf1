import assert from 'node:assert/strict'
import { test } from 'node:test'

import { listTags, sampleData } from '../../src/docx/template.ts'
import { compile, docx, p, render, table, english } from './docx-fixture.ts'

const run = (inside: string) => `<w:r><w:rPr><w:b/></w:rPr>${inside}</w:r>`
const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`)
const code = (text: string) => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`)
const shown = (text: string) => run(`<w:t>${text}</w:t>`)

/** The runs of a field as Word writes it: its instruction in pieces, and what it shows. */
function field(instruction: string | readonly string[], result = '«x»'): string {
  const pieces = typeof instruction === 'string' ? [instruction] : instruction
  return mark('begin') + pieces.map(code).join('') + mark('separate') + shown(result) + mark('end')
}

const paragraph = (...runs: readonly string[]) => `<w:p>${runs.join('')}</w:p>`

test('a merge field of Word shows the value that it names, in its own format', () => {
  const { xml, text } = render(
    paragraph(
      shown('Hola '),
      field([' MERGE', 'FIELD nombre_', String.raw`cliente \* MERGEFORMAT `]),
      shown('!'),
    ),
    { nombre_cliente: 'Ana & Co' },
  )
  assert.equal(text, 'Hola Ana & Co!\n')
  assert.doesNotMatch(xml, /fldChar|instrText|«/)
  assert.match(
    xml,
    /<w:r><w:rPr><w:b\/><\/w:rPr><w:t xml:space="preserve">Ana &amp; Co<\/w:t><\/w:r>/,
  )
  const simple = `<w:fldSimple w:instr=" MERGEFIELD nombre ">${shown('«nom')}${shown('bre»')}</w:fldSimple>`
  const { xml: unwrapped, text: one } = render(paragraph(simple), { nombre: 'Eva' })
  assert.equal(one, 'Eva\n')
  assert.doesNotMatch(unwrapped, /fldSimple/)
})

const SWITCHES: readonly (readonly [instruction: string, value: unknown, text: string])[] = [
  [String.raw`MERGEFIELD x \* Upper`, 'ana', 'ANA'],
  [String.raw`MERGEFIELD x \* FirstCap \* MERGEFORMAT`, 'ana', 'Ana'],
  [String.raw`MERGEFIELD x \@ "dd/MM/yyyy"`, '2026-01-31', '31/01/2026'],
  [String.raw`MERGEFIELD x \@ "dddd d"`, '2026-01-31', 'Saturday 31'],
  [String.raw`MERGEFIELD x \# "#,##0.00"`, '1234.5', '1,234.50'],
  [String.raw`MERGEFIELD x \# "$#,##0.00"`, 0, '$0.00'],
  [String.raw`MERGEFIELD x \# 0`, 12, '12'],
  [String.raw`MERGEFIELD x \b "Tel. " \f ", "`, '55', 'Tel. 55, '],
  [String.raw`MERGEFIELD x \b "Tel. " \f ", "`, '', ''],
  [String.raw`MERGEFIELD "x" \m`, 'a', 'a'],
  [' mergefield  x ', undefined, ''],
]

for (const [instruction, value, text] of SWITCHES) {
  test(`${instruction} of ${JSON.stringify(value)} is ${JSON.stringify(text)}`, () => {
    const escaped = instruction.replaceAll('"', '&quot;')
    assert.equal(render(paragraph(field(escaped)), { x: value }).text, `${text}\n`)
  })
}

test('a name in a merge field is a key, whatever its characters, and never another kind of tag', () => {
  const names = ['Razón_Social', 'Precio ($)', '1er pago', '#x', '@x', 'cliente.rfc']
  for (const name of names) {
    const data = name === 'cliente.rfc' ? { cliente: { rfc: 'v' } } : { [name]: 'v' }
    assert.equal(render(paragraph(field(`MERGEFIELD "${name}"`)), data).text, 'v\n', name)
  }
})

test('regions of merge fields repeat rows and paragraphs', () => {
  const cell = (...runs: readonly string[]) => paragraph(...runs)
  const rows = table([
    cell(field('MERGEFIELD TableStart:filas'), field('MERGEFIELD n')),
    cell(field('MERGEFIELD m'), field('MERGEFIELD TableEnd:filas')),
  ])
  const { xml } = render(rows, {
    filas: [
      { n: 1, m: 2 },
      { n: 3, m: 4 },
    ],
  })
  assert.equal(xml.match(/<w:tr>/g)?.length, 2)
  const lines =
    paragraph(field('MERGEFIELD BeginGroup:a')) +
    paragraph(field('MERGEFIELD n')) +
    paragraph(field('MERGEFIELD EndGroup:a'))
  assert.equal(render(lines, { a: [{ n: 1 }, { n: 2 }] }).text, '1\n2\n')
})

test('what only a mail merge of Word can do is a problem that says what to write', () => {
  const cases: readonly (readonly [body: string, message: RegExp])[] = [
    [paragraph(field(' NEXT ')), /NEXT works in a mail merge of Word only; repeat .*\{#name\}/],
    [paragraph(field(' MERGEREC ')), /\{\$index \+ 1\}/],
    [paragraph(field(String.raw` ADDRESSBLOCK \f x `)), /values that it is made of/],
    [
      paragraph(
        mark('begin'),
        code(' IF '),
        field('MERGEFIELD sexo'),
        code(' = "M" "Sr." "Sra." '),
        mark('separate'),
        shown('Sra.'),
        mark('end'),
      ),
      /inside another field is not filled: write a condition/,
    ],
    [paragraph(mark('begin'), code('MERGEFIELD x'), mark('end')), /shows no text/],
    [paragraph(field('MERGEFIELD')), /names no value/],
    [
      paragraph(field(String.raw`MERGEFIELD x \* CardText`)),
      /\\\* CardText of a merge field has no counterpart/,
    ],
    [paragraph(field(String.raw`MERGEFIELD x \# 0;-0`)), /no counterpart/],
    [paragraph(field('MERGEFIELD TableStart:a')), /not closed/],
  ]
  for (const [body, message] of cases)
    assert.match(english(compile(body).problems[0]), message, body)
})

test('other fields stay, and merge fields are listed, sampled and found in headers', () => {
  const { xml } = render(paragraph(field(' PAGE ', '1')) + p('{a}'), { a: 'x' })
  assert.match(xml, /<w:instrText xml:space="preserve"> PAGE <\/w:instrText>/)
  const header = `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${paragraph(field('MERGEFIELD folio'))}</w:hdr>`
  const template = docx(p('fijo'), { 'word/header1.xml': header })
  const compiled = compile(template)
  assert.deepEqual(
    listTags(compiled).map(({ kind, tag, paths, part, paragraph: at }) => [
      kind,
      tag,
      paths,
      part,
      at,
    ]),
    [['value', '«folio»', ['folio'], 'word/header1.xml', 1]],
  )
  assert.deepEqual(sampleData(compiled), { folio: 'folio' })
  assert.match(render(compiled, { folio: 7 }).parts.get('word/header1.xml') ?? '', />7<\/w:t>/)
})

test('a document no longer asks for the data of its mail merge, nor tells where it was', () => {
  const parts = {
    'word/settings.xml':
      '<w:settings xmlns:w="x" xmlns:r="y"><w:zoom/><w:mailMerge><w:dataSource r:id="rId1"/></w:mailMerge><w:compat/></w:settings>',
    'word/_rels/settings.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://x/mailMergeSource" Target="file:///C:/Ana/nomina.xlsx" TargetMode="External"/><Relationship Id="rId2" Type="http://x/attachedTemplate" Target="a.dotx"/></Relationships>',
  }
  const body = paragraph(field('MERGEFIELD x'))
  const rendered = render(docx(body, parts), { x: 1 }).parts
  assert.equal(
    rendered.get('word/settings.xml'),
    '<w:settings xmlns:w="x" xmlns:r="y"><w:zoom/><w:compat/></w:settings>',
  )
  assert.doesNotMatch(rendered.get('word/_rels/settings.xml.rels') ?? '', /nomina/)
  assert.match(rendered.get('word/_rels/settings.xml.rels') ?? '', /attachedTemplate/)
  const untouched = render(docx(p('{x}'), parts), { x: 1 }).parts
  assert.match(untouched.get('word/settings.xml') ?? '', /mailMerge/)
})

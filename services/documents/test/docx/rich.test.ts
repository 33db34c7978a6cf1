import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import {
  collectImages,
  inferSchema,
  listTags,
  renderTemplate,
  sampleData,
} from '../../src/docx/template.ts'
import { anyRich } from './any-rich.ts'
import { compile, docx, p, problemOf, render, table, textOf, english } from './docx-fixture.ts'
import { faultsOf } from './word-faults.ts'

const TAG = p('{~nota}')
const PICTURE = { bytes: Buffer.from('x'), format: 'png', widthPx: 100, heightPx: 50 } as const

/** The body that a value is written as. */
function written(value: unknown, template: string | Buffer = TAG): string {
  const { xml, parts } = render(template, { nota: value })
  assert.deepEqual(faultsOf(parts), [])
  return /<w:body>(.*)<\/w:body>/s.exec(xml)?.[1] ?? ''
}

/** Paragraphs as their text, with marks for what their runs and properties say. */
function outline(body: string): readonly string[] {
  return [...body.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, inside = '']) => {
    const level = /<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"/.exec(inside)
    const list = level === null ? '' : `${level[2]}.${level[1]} `
    const runs = [...inside.matchAll(/<w:r>(?:<w:rPr>(.*?)<\/w:rPr>)?(.*?)<\/w:r>/gs)]
    return list + runs.map(([, look = '', text = '']) => marked(look, textOf(text))).join('')
  })
}

const MARKS: readonly (readonly [look: RegExp, mark: string])[] = [
  [/<w:b\/>/, 'b'],
  [/<w:i\/>/, 'i'],
  [/<w:u w:val="single"/, 'u'],
  [/<w:strike\/>/, 's'],
  [/Courier New/, 'c'],
  [/superscript/, '^'],
  [/subscript/, '_'],
  [/highlight/, 'h'],
]

function marked(look: string, text: string): string {
  const marks = MARKS.flatMap(([pattern, mark]) => (pattern.test(look) ? [mark] : []))
  return marks.length === 0 ? text : `[${marks.join('')} ${text}]`
}

const TEXTS: readonly (readonly [title: string, value: unknown, outline: readonly string[]])[] = [
  ['words that stand out', '**a** *b* ~~c~~ `d` ***e***', ['[b a] [i b] [s c] [c d] [bi e]']],
  [
    'HTML in Markdown',
    '<u>a</u> x<sup>2</sup> H<sub>2</sub>O <mark>m</mark>',
    ['[u a] x[^ 2] H[_ 2]O [h m]'],
  ],
  ['lines and paragraphs', 'a\nb\n\nc', ['a\nb', 'c']],
  ['headings', '# a\n## b', ['[b a]', '[b b]']],
  ['a list with bullets', '- a\n- b\n  - c', ['1.0 a', '1.0 b', '1.1 c']],
  ['lists that count', '1. a\n2. b\n\ntext\n\n1. c', ['1.0 a', '1.0 b', 'text', '2.0 c']],
  ['a list in another of the other kind', '1. a\n   - b\n2. c', ['1.0 a', '2.1 b', '1.0 c']],
  ['a second paragraph of an item', '- a\n\n  b\n- c', ['1.0 a', '0.0 b', '1.0 c']],
  ['an empty item', { html: '<ol><li><li>b</ol>' }, ['1.0 ', '1.0 b']],
  ['a quotation', '> a\n>> b', ['a', 'b']],
  ['code', '```\n  if (a < b)\n    c\n```', ['[c   if (a < b)]\n[c     c]']],
  [
    'HTML with white space of its own',
    { html: '<p> a \n <b> b</b>  c </p>\n<p>d' },
    ['a [b b] c', 'd'],
  ],
  [
    'styles of an editor',
    { html: '<span style="font-weight:700;font-style:italic">a</span>' },
    ['[bi a]'],
  ],
  ['a number', 1234.5, ['1234.5']],
  ['Markdown by its name', { markdown: '**a**' }, ['[b a]']],
  ['what is unknown', { html: '<custom x="y">a</custom><!-- c --><blink>b' }, ['ab']],
  [
    'what is code or comes from elsewhere',
    { html: 'a<script>b</script><style>c</style><iframe>d</iframe><svg><text>e</text></svg>f' },
    ['af'],
  ],
  ['markup of Word', 'a</w:t></w:r></w:p><w:p/>&lt;w:p>', ['a</w:t></w:r></w:p><w:p/><w:p>']],
  ['tags', '{nota} {#a}', ['{nota} {#a}']],
]

for (const [title, value, lines] of TEXTS) {
  test(`a rich tag writes ${title} as Word has it`, () => {
    assert.deepEqual(outline(written(value)), lines)
  })
}

test('text without marks looks as its tag does, and what is formatted looks as the template’s styles', () => {
  const tag =
    '<w:p><w:pPr><w:spacing w:after="9"/><w:jc w:val="both"/></w:pPr><w:r><w:rPr><w:color w:val="FF0000"/></w:rPr><w:t>{~nota}</w:t></w:r></w:p>'
  const style = (type: string, id: string, name: string) =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
  const styles = [
    style('paragraph', 'Ttulo1', 'heading 1'),
    style('paragraph', 'Cita', 'Quote'),
    style('paragraph', 'Lista', 'List Paragraph'),
    style('character', 'Hipervnculo', 'Hyperlink'),
    style('table', 'Tablaconcuadrcula', 'Table Grid'),
  ]
  const template = docx(tag, {
    'word/styles.xml': `<w:styles xmlns:w="x">${styles.join('')}</w:styles>`,
  })
  const value = 'a **b**\n\n# t\n\n> q\n\n- i\n\n[l](https://x.mx)\n\n|x|\n|-|\n'
  const body = written(value, template)
  assert.match(
    body,
    /^<w:p><w:pPr><w:spacing w:after="9"\/><w:jc w:val="both"\/><\/w:pPr><w:r><w:rPr><w:color w:val="FF0000"\/><\/w:rPr>/,
  )
  assert.match(body, /<w:rPr><w:b\/><w:bCs\/><w:color w:val="FF0000"\/><\/w:rPr>/)
  assert.match(body, /<w:p><w:pPr><w:pStyle w:val="Ttulo1"\/><\/w:pPr><w:r><w:t/)
  assert.match(body, /<w:pStyle w:val="Cita"\/>/)
  assert.match(body, /<w:pStyle w:val="Lista"\/><w:numPr>/)
  assert.match(body, /<w:rStyle w:val="Hipervnculo"\/>/)
  assert.match(body, /<w:tblStyle w:val="Tablaconcuadrcula"\/>/)
  const plain = tag.replace('<w:pPr>', '<w:pPr><w:pStyle w:val="Cuerpo"/>')
  const unstyled = written('- i\n\n> q\n\n# t', plain)
  assert.equal(unstyled.match(/<w:pStyle w:val="Cuerpo"\/>/g)?.length, 3)
})

test('a table has its columns, merged cells and alignments, and its heading on each page', () => {
  const html =
    '<table><thead><tr><th>A<th>B<th>C</thead><tr><td rowspan=2>1<td colspan=2 align=right>2<tr><td>3<tr><td>4</table>'
  const body = written({ html })
  assert.equal(body.match(/<w:gridCol /g)?.length, 3)
  assert.equal(body.match(/<w:tblHeader\/>/g)?.length, 1)
  assert.equal(body.match(/<w:vMerge w:val="restart"\/>/g)?.length, 1)
  assert.equal(body.match(/<w:vMerge w:val="continue"\/>/g)?.length, 1)
  assert.match(body, /<w:gridSpan w:val="2"\/>.*?<w:jc w:val="right"\/>/)
  assert.match(body, /<\/w:tbl><w:p><\/w:p>$/)
})

test('nothing that a table holds is lost, however many columns it has and whatever reaches where', () => {
  const span = fc.constantFrom(
    '',
    ' colspan=2',
    ' colspan=60',
    ' rowspan=2',
    ' rowspan=9 colspan=3',
  )
  const row = fc.array(span, { minLength: 1, maxLength: 70 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      const html = rows
        .map((cells, y) => `<tr>${cells.map((one, x) => `<td${one}>c${y}-${x}.`).join('')}`)
        .join('')
      const text = textOf(written({ html: `<table>${html}</table>` }))
      for (const [y, cells] of rows.entries())
        for (const x of cells.keys()) assert.ok(text.includes(`c${y}-${x}.`), `${y}-${x} is lost`)
    }),
    { numRuns: 200 },
  )
})

test('links lead where they may, and others are their text', () => {
  const value =
    '[a](https://x.mx/?a=1&b=2) [b](mailto:x@y.mx) <https://z.mx> https://w.mx <a href="javascript:alert(1)">c</a> <a href="file:///etc">d</a> <a href="//e">e</a> [f](javascript:1)'
  const { xml, parts } = render(TAG, { nota: value })
  assert.deepEqual(faultsOf(parts), [])
  const rels = parts.get('word/_rels/document.xml.rels') ?? ''
  assert.deepEqual(
    [...rels.matchAll(/hyperlink" Target="([^"]*)" TargetMode="External"/g)].map(([, to]) => to),
    ['https://x.mx/?a=1&amp;b=2', 'mailto:x@y.mx', 'https://z.mx', 'https://w.mx'],
  )
  assert.equal(xml.match(/<w:hyperlink /g)?.length, 4)
  assert.match(textOf(xml), / c d e \[f\]\(javascript:1\)/)
})

test('pictures are asked for by what they name, keep their size unless their place is narrower, and never come unseen', () => {
  const uri = `data:image/png;base64,${'A'.repeat(300_000)}`
  const value = `![logo *x*](logo.png) ![](${uri}) <img src="grande.png" width="5000" alt='"'> \`![no](no.png)\``
  const compiled = compile(TAG)
  const asked = collectImages(compiled, { nota: value })
  assert.deepEqual(asked.ok && asked.value.map(({ source }) => source), [
    'logo.png',
    uri,
    'grande.png',
  ])
  const images = new Map(['logo.png', uri, 'grande.png'].map((name) => [name, PICTURE]))
  const { xml, parts } = render(compiled, { nota: value }, { images })
  assert.deepEqual(faultsOf(parts), [])
  assert.deepEqual(
    [...xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"/g)].map(([, x, y]) => [x, y]),
    [
      ['952500', '476250'],
      ['952500', '476250'],
      ['5731510', '2865755'],
    ],
  )
  assert.match(xml, /descr="logo x"/)
})

test('lists go into the numbering that a template has, whose own lists stay', () => {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const numbering = `<w:numbering xmlns:w="${word}"><w:abstractNum w:abstractNumId="7"/><w:num w:numId="4"><w:abstractNumId w:val="7"/></w:num></w:numbering>`
  const template = docx(p('{#a}') + TAG + p('{/a}'), { 'word/numbering.xml': numbering })
  const { xml, parts } = render(template, { a: [{ nota: '1. x' }, { nota: '3. y\n4. z' }] })
  const made = parts.get('word/numbering.xml') ?? ''
  assert.match(made, /<w:abstractNum w:abstractNumId="7"\/><w:abstractNum w:abstractNumId="8">/)
  assert.match(made, /<w:num w:numId="4"><w:abstractNumId w:val="7"\/><\/w:num><w:num w:numId="5">/)
  assert.match(made, /<w:num w:numId="6">.*?<w:startOverride w:val="3"\/>/)
  assert.deepEqual(
    [...xml.matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id),
    ['5', '6', '6'],
  )
  assert.equal(parts.get('word/_rels/document.xml.rels')?.includes('numbering'), false)
})

test('formatted text in a header or a cell is written there, and no value leaves a cell that Word can read', () => {
  const header = `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${TAG}</w:hdr>`
  const template = docx(table([TAG, 'x']), { 'word/header1.xml': header })
  const { parts } = render(template, { nota: '- [a](https://x.mx)' })
  assert.deepEqual(faultsOf(parts), [])
  assert.match(parts.get('word/_rels/header1.xml.rels') ?? '', /https:\/\/x\.mx/)
  assert.match(parts.get('[Content_Types].xml') ?? '', /PartName="\/word\/numbering\.xml"/)
  for (const nothing of ['', null, undefined, false, '\n', { html: '<p></p>' }])
    assert.match(written(nothing, table([TAG, 'x'])), /<w:tc><w:p\/?>(?:<\/w:p>)?<\/w:tc>/)
  const headerOnly = render(docx(p('x'), { 'word/header1.xml': header }), { nota: '1. a' })
  assert.deepEqual(faultsOf(headerOnly.parts), [])
  assert.match(headerOnly.parts.get('word/_rels/document.xml.rels') ?? '', /numbering\.xml/)
})

test('a tag that ends a section of the document keeps its page', () => {
  const tag =
    '<w:p><w:pPr><w:sectPr><w:type w:val="nextPage"/></w:sectPr></w:pPr><w:r><w:t>{~nota}</w:t></w:r></w:p>'
  assert.match(
    written('a\n\nb', tag),
    /<w:p><w:pPr><w:sectPr><w:type w:val="nextPage"\/><\/w:sectPr><\/w:pPr><\/w:p>$/,
  )
})

test('a rich tag must be alone in its paragraph, and its value must be text within limits', () => {
  for (const body of [
    p('a {~nota}'),
    p('{~nota}{~nota}'),
    '<w:p><w:pPr/></w:p><a:p><a:r><a:t>{~x}</a:t></a:r></a:p>',
  ])
    assert.match(english(compile(body).problems[0]), /alone in its paragraph/)
  const cases: readonly (readonly [value: unknown, message: RegExp])[] = [
    [{ texto: 'a' }, /Markdown, \{"markdown": text\} or \{"html": text\}/],
    [['a'], /Markdown, /],
    ['a'.repeat(200_001), /more than 200000 characters/],
    [{ html: '<i>'.repeat(201) }, /nested deeper than 200/],
    [{ html: '<p>a'.repeat(20_002) }, /more than 20000 paragraphs and cells/],
  ]
  for (const [value, message] of cases) {
    const problem = problemOf(TAG, { nota: value })
    assert.equal(problem.kind, 'bad-value')
    assert.ok('problems' in problem)
    assert.match(english(problem.problems[0]), message)
  }
  const many = p('{#a}') + p('{~x}') + p('{/a}')
  const data = { x: 'a'.repeat(100_000), a: [1, 2, 3] }
  assert.equal(problemOf(many, data, { budget: { maxIterations: 50_000 } }).kind, 'over-budget')
})

test('a rich tag is listed, described and sampled, and asked for when a render is strict', () => {
  const compiled = compile(p('{~cliente.nota}'))
  assert.deepEqual(
    listTags(compiled).map(({ kind, tag, paths }) => [kind, tag, paths]),
    [['rich', '{~cliente.nota}', ['cliente.nota']]],
  )
  assert.match(JSON.stringify(inferSchema(compiled)), /"type":\["string","object","null"\]/)
  const sample = sampleData(compiled)
  assert.ok(renderTemplate(compiled, sample).ok)
  assert.deepEqual(problemOf(p('{~cliente.nota}'), {}, { strict: true }), {
    kind: 'missing-values',
    paths: ['cliente.nota'],
  })
})

test('whatever a rich tag is given, Word can read the result, and nothing of it is more than text', () => {
  const compiled = compile(table([TAG, p('{~html}')]) + TAG)
  fc.assert(
    fc.property(anyRich(), (text) => {
      const data = { nota: text, html: { html: text } }
      const asked = collectImages(compiled, data)
      assert.ok(asked.ok)
      const images = new Map(asked.value.map(({ source }) => [source, PICTURE]))
      const { xml, parts } = render(compiled, data, { images })
      assert.deepEqual(faultsOf(parts), [])
      const rels = parts.get('word/_rels/document.xml.rels') ?? ''
      for (const [, target = ''] of rels.matchAll(/Target="([^"]*)"/g))
        assert.match(target, /^(?:https?:|mailto:|tel:|sms:|ftp:|numbering\.xml$|media\/image-)/)
      assert.doesNotMatch(xml, /<(?!\/?(?:w|wp|a|pic):|\?xml)/)
    }),
    { numRuns: 1_500 },
  )
})

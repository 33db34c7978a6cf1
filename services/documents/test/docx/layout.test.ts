import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inferSchema, listTags } from '../../src/docx/template.ts'
import { compile, docx, line, p, problemOf, render, table, english } from './docx-fixture.ts'

const cell = (content: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<') ? content : p(content)}</w:tc>`
const row = (...cells: readonly string[]) => `<w:tr>${cells.join('')}</w:tr>`
const tableOf = (grid: readonly number[], ...rows: readonly string[]) =>
  `<w:tbl><w:tblPr/><w:tblGrid>${grid.map((w) => `<w:gridCol w:w="${w}"/>`).join('')}</w:tblGrid>${rows.join('')}</w:tbl>`

test('dropRow leaves out the row whose value is empty, and shows the value otherwise', () => {
  const body = table(
    ['Subtotal', '10'],
    ['Descuento', "{d | dropRow | currency:'MXN'}"],
    ['Total', '9'],
  )
  assert.equal(render(body, { d: 1 }).text, 'Subtotal\n10\nDescuento\nMX$1.00\nTotal\n9\n')
  for (const d of [undefined, null, '', 0, false, []])
    assert.equal(render(body, { d }).text, 'Subtotal\n10\nTotal\n9\n', JSON.stringify(d))
})

test('a dropped row of a loop is the one of its item, and a table without rows goes', () => {
  const body = table(['{#a}{n}', '{x | dropRow}{/a}']) + p('z')
  assert.equal(
    render(body, { a: [{ n: 1, x: 'A' }, { n: 2 }, { n: 3, x: 'C' }] }).text,
    '1\nA\n3\nC\nz\n',
  )
  const empty = render(body, { a: [{ n: 1 }] })
  assert.equal(empty.text, 'z\n')
  assert.doesNotMatch(empty.xml, /<w:tbl>/)
  const alone = render(table(['{x | dropRow}', '{#l}{.}{/l}']) + p('z'), { l: [1, 2] })
  assert.doesNotMatch(alone.xml, /<w:tbl>/)
})

test('dropParagraph leaves out the paragraph, and a cell keeps one', () => {
  const body = p('Tel. {tel | dropParagraph}') + p('fin')
  assert.equal(render(body, { tel: '55' }).text, 'Tel. 55\nfin\n')
  assert.equal(render(body, {}, { strict: true }).text, 'fin\n')
  assert.match(render(table(['{x | dropParagraph}']), {}).xml, /<w:tc><w:p\/><\/w:tc>/)
  assert.equal(line('{a}{#b}{c | dropParagraph}{/b}', { a: 1, b: [{ c: 2 }, { c: 3 }] }), '123')
})

test('a layout formatter where there is nothing to lay out, or half a section, is a problem', () => {
  const message = (body: string) => english(compile(body).problems[0])
  assert.match(message(p('{x | dropRow}')), /"dropRow" must be in the text of a table row/)
  assert.match(message(p('{x | merge}')), /"merge" must be in the text of a table cell/)
  assert.match(message(p('{x | dropParagraph} {#a}') + p('{/a} y')), /middle of a paragraph/)
})

test('merge makes one cell of those below one another with the same value', () => {
  const body = tableOf(
    [1, 1],
    row(cell('{#a}{cat | merge}', '<w:tcW w:w="1"/><w:shd w:val="clear"/>'), cell('{n}{/a}')),
  )
  const a = ['x', 'x', 'y', 'x'].map((cat, n) => ({ cat, n }))
  const { xml, text } = render(body, { a })
  assert.equal(text, 'x\n0\n\n1\ny\n2\nx\n3\n')
  assert.deepEqual(xml.match(/<w:vMerge[^>]*>/g), [
    '<w:vMerge w:val="restart"/>',
    '<w:vMerge/>',
    '<w:vMerge w:val="restart"/>',
    '<w:vMerge w:val="restart"/>',
  ])
  assert.match(xml, /<w:tcW w:w="1"\/><w:vMerge w:val="restart"\/><w:shd/)
})

test('merged cells follow groups: a section of groups and one of items share a row', () => {
  const body = tableOf(
    [1, 1],
    row(cell("{#a | group:'cat'}{key | merge}{#items}"), cell('{n}{/items}{/a}')),
  )
  const a = [
    ['x', 1],
    ['y', 2],
    ['x', 3],
  ].map(([cat, n]) => ({ cat, n }))
  assert.equal(render(body, { a }).text, 'x\n1\n\n3\ny\n2\n')
})

test('a merged cell that goes on below the repeated rows begins once', () => {
  const body = tableOf(
    [1, 1],
    row(cell('Conceptos', '<w:vMerge w:val="restart"/>'), cell('{#a}{.}{/a}')),
    row(cell('', '<w:vMerge/>'), cell('Total')),
  )
  const loop = body.replace('Conceptos', '{#b}Conceptos').replace('{#a}{.}{/a}', '{.}{/b}')
  assert.deepEqual(render(loop, { b: [1, 2, 3] }).xml.match(/<w:vMerge[^>]*>/g), [
    '<w:vMerge w:val="restart"/>',
    '<w:vMerge w:val="continue"/>',
    '<w:vMerge w:val="continue"/>',
    '<w:vMerge/>',
  ])
  const whole = tableOf(
    [1, 1],
    row(cell('{#b}{.}', '<w:vMerge w:val="restart"/>'), cell('1')),
    row(cell('', '<w:vMerge/>'), cell('2{/b}')),
    row(cell('fin'), cell('')),
  )
  assert.equal(render(whole, { b: [1, 2] }).xml.match(/val="restart"/g)?.length, 2)
})

test('{-w:tc list} repeats a column, and the columns share the width that was drawn', () => {
  const width = (w: number) => `<w:tcW w:w="${w}" w:type="dxa"/>`
  const body = tableOf(
    [2000, 6000, 1000],
    row(
      cell('Concepto', width(2000)),
      cell('{-w:tc meses}{.}{/meses}', width(6000)),
      cell('Total', width(1000)),
    ),
    row(
      cell('{#filas}{n}', width(2000)),
      cell('{-w:tc valores}{.}{/valores}', width(6000)),
      cell('{valores | sum}{/filas}', width(1000)),
    ),
  )
  const data = {
    meses: ['ene', 'feb', 'mar'],
    filas: [
      { n: 'a', valores: [1, 2, 3] },
      { n: 'b', valores: [4, 5, 6] },
    ],
  }
  const { xml, text } = render(body, data)
  assert.equal(text, 'Concepto\nene\nfeb\nmar\nTotal\na\n1\n2\n3\n6\nb\n4\n5\n6\n15\n')
  assert.deepEqual(
    [...xml.matchAll(/gridCol w:w="(\d+)"/g)].map(([, w]) => w),
    ['2000', '2000', '2000', '2000', '1000'],
  )
  assert.deepEqual([...xml.matchAll(/tcW w:w="(\d+)"/g)].map(([, w]) => w).slice(0, 5), [
    '2000',
    '2000',
    '2000',
    '2000',
    '1000',
  ])
  assert.equal(
    problemOf(body, { ...data, meses: Array.from({ length: 70 }, () => 1) }).kind,
    'over-budget',
  )
})

const NUMBERING = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num></w:numbering>`

test('restart makes the lists in a section begin again, where it begins or with each repetition', () => {
  const item = (text: string, id = 7) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const areas = (outer: string, inner: string) =>
    docx(
      p(`{#areas${outer}}`) +
        item('{n}') +
        p(`{#puntos${inner}}`) +
        item('{.}') +
        p('{/}') +
        p('{/}') +
        item('z'),
      { 'word/numbering.xml': NUMBERING },
    )
  const data = {
    areas: [
      { n: 'A', puntos: [1, 2] },
      { n: 'B', puntos: [3] },
    ],
  }
  const ids = (template: Buffer) =>
    [...render(template, data).xml.matchAll(/numId w:val="(\d+)"/g)].map(([, id]) => Number(id))
  assert.deepEqual(ids(areas('', '')), [7, 7, 7, 7, 7, 7])
  assert.deepEqual(ids(areas('', ' | restart')), [7, 8, 8, 7, 9, 7])
  assert.deepEqual(ids(areas(" | restart:'each'", '')), [8, 8, 8, 9, 9, 7])
  assert.deepEqual(ids(areas(' | restart', '')), [8, 8, 8, 8, 8, 7])
  const numbering = render(areas('', ' | restart'), data).parts.get('word/numbering.xml') ?? ''
  const restarted = (id: number) =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="4"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="3"/></w:lvlOverride><w:lvlOverride w:ilvl="1"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`
  assert.ok(numbering.includes(`</w:num>${restarted(8)}${restarted(9)}</w:numbering>`))
  const many = { areas: Array.from({ length: 2_001 }, () => ({ puntos: [1] })) }
  assert.equal(problemOf(areas('', ' | restart'), many).kind, 'over-budget')
  assert.match(english(compile(p("{#a | restart:'x'}{/}")).problems[0]), /one of each/)
})

test('what is laid out is listed among the tags, and its data inferred', () => {
  const template = compile(
    tableOf(
      [1, 1],
      row(
        cell("{#a | sort:'cat' | group:'cat'}{key | merge}{#items}"),
        cell('{n | dropRow}{/items}{/a}'),
      ),
    ) +
      tableOf([1], row(cell('{-w:tc meses}{.}{/meses}'))) +
      p('{#areas | restart}') +
      p('{x | dropParagraph}') +
      p('{/areas}'),
  )
  assert.deepEqual(template.problems, [])
  assert.deepEqual(
    listTags(template).map(({ tag, tags }) => [tag, tags.length]),
    [
      ["{#a | sort:'cat' | group:'cat'}", 1],
      ['{-w:tc meses}', 1],
      ['{#areas | restart}', 1],
    ],
  )
  assert.deepEqual(inferSchema(template)['properties'], {
    a: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: {
          cat: { type: ['string', 'number', 'boolean', 'null'] },
          n: { type: ['string', 'number', 'boolean', 'null'] },
        },
      },
    },
    meses: {
      type: ['array', 'null'],
      items: { type: ['string', 'number', 'boolean', 'null', 'object'] },
    },
    areas: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: { x: { type: ['string', 'number', 'boolean', 'null'] } },
      },
    },
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  compile,
  docx,
  line,
  p,
  problemOf,
  render,
  table,
  workMs,
  english,
} from './docx-fixture.ts'

const rows = [{ name: 'Ana' }, { name: 'Luis' }]

test('{else} begins what is shown when a section is not', () => {
  assert.equal(line('{#ok}yes{else}no{/ok}', { ok: true }), 'yes')
  assert.equal(line('{#ok}yes{else}no{/ok}', { ok: false }), 'no')
  assert.equal(line('{^ok}no{else}yes{/ok}', { ok: true }), 'yes')
  assert.equal(line('{#rows}{name} {else}nobody{/rows}', { rows: [] }), 'nobody')
})

test('{else} in a paragraph of its own divides paragraphs', () => {
  const body = p('{#ok}') + p('a') + p('{else}') + p('b') + p('{/ok}') + p('c')
  assert.equal(render(body, { ok: true }).text, 'a\nc\n')
  assert.equal(render(body, { ok: false }).text, 'b\nc\n')
})

test('{else} in a row divides rows', () => {
  const body = table(['{#rows}{name}', 'x'], ['{else}nobody', '{/rows}'])
  assert.equal(render(body, { rows }).text, 'Ana\nx\nLuis\nx\n')
  assert.equal(render(body, { rows: [] }).text, 'nobody\n\n')
})

test('{else} outside of a section is a problem', () => {
  assert.match(english(compile(p('a{else}b')).problems[0]), /no section around/)
  assert.match(english(compile(p('{#a}{else}{else}{/a}')).problems[0]), /two of these/)
})

test('a section is closed by its expression, by the path that it begins with, or by nothing', () => {
  for (const close of ['items | sort:"name"', "items | sort:'name'", 'items', '', ' items ']) {
    assert.equal(line(`{#items | sort:"name"}{name} {/${close}}`, { items: rows }), 'Ana Luis ')
  }
  assert.match(english(compile(p('{#items}{/other}')).problems[0]), /does not close \{#items\}/)
})

test('$index, $first and $last tell the place in the innermost list', () => {
  assert.equal(
    line('{#rows}{$index}{#$first}F{/}{#$last}L{/} {name}{^$last}, {/}{/rows}', { rows }),
    '0F Ana, 1L Luis',
  )
  assert.equal(
    line('{#rows}{#who}{$index + 1}{/who} {/rows}', {
      rows: [{ who: { a: 1 } }, { who: { a: 1 } }],
    }),
    '1 2 ',
  )
})

/** Whether a section of this condition is shown. */
function holds(condition: string, data: unknown): boolean {
  return line(`{#${condition}}x{/}`, data) === 'x'
}

test('conditions compare', () => {
  assert.ok(holds('total > 100', { total: 150 }))
  assert.ok(!holds('total > 100', { total: 100 }))
  assert.ok(holds('total >= 100', { total: '100.00' }))
  assert.ok(holds('a == "x" and b != "y"', { a: 'x', b: 'z' }))
  assert.ok(holds('not a', {}))
  assert.ok(holds('!a || b', { a: true, b: true }))
  assert.ok(holds('(a or b) and not c', { b: 1 }))
  assert.ok(holds('date < “2026-02-01”', { date: '2026-01-31' }))
  assert.ok(!holds('a > 1', { a: 'many' }))
  assert.ok(holds('a == null', {}))
})

test('a section keeps the scope when its value is neither list nor object', () => {
  assert.equal(line('{#total > 1}{total}{/}', { total: 2 }), '2')
})

test('white space beside a lone tag does not make its paragraph stay', () => {
  assert.equal(render(p('{#rows} ') + p('{name}') + p(' {/rows}'), { rows }).text, 'Ana\nLuis\n')
})

test('a cell whose paragraphs all go keeps an empty one', () => {
  const { xml } = render(table([p('{#rows}') + p('{name}') + p('{/rows}'), 'x']), { rows: [] })
  assert.match(xml, /<w:tc><w:p\/><\/w:tc>/)
})

test('a cell that ends in a repeated table gets the paragraph that Word demands', () => {
  const { xml } = render(table([p('{#rows}') + table(['{name}']) + p('{/rows}'), 'x']), { rows })
  assert.match(xml, /<\/w:tbl><w:p\/><\/w:tc>/)
})

test('a cell that ends in a paragraph gets none', () => {
  const { xml } = render(table([p('{#rows}') + p('{name}') + p('{/rows}'), 'x']), { rows })
  assert.doesNotMatch(xml, /<w:p\/>/)
})

test('a table that loses all of its rows goes as a whole', () => {
  const { xml, text } = render(p('a') + table(['{#rows}{name}', '{/rows}']) + p('b'), { rows: [] })
  assert.doesNotMatch(xml, /<w:tbl>/)
  assert.equal(text, 'a\nb\n')
})

test('a table in a cell that goes leaves the cell a paragraph', () => {
  const { xml } = render(table([p('x') + table(['{#rows}{name}', '{/rows}']) + p('y'), 'z']), {
    rows: [],
  })
  assert.doesNotMatch(xml, /<w:tblGrid\/><\/w:tbl>/)
})

test('a table with a row outside of its sections stays', () => {
  const { xml } = render(table(['head', 'x'], ['{#rows}{name}', '{/rows}']), { rows: [] })
  assert.match(xml, /<w:tbl>/)
})

function rowOf(...texts: readonly string[]): string {
  return `<w:tr>${texts.map((text) => `<w:tc>${p(text)}</w:tc>`).join('')}</w:tr>`
}

test('rows inside of content controls are repeated', () => {
  const body = `<w:tbl><w:tblPr/><w:sdt><w:sdtContent>${rowOf('{#rows}{name}', '{/rows}')}</w:sdtContent></w:sdt></w:tbl>`
  assert.equal(render(body, { rows }).text, 'Ana\n\nLuis\n\n')
})

test('numbers of drawings, bookmarks and paragraphs stay unique in sections', () => {
  const item = `<w:p w14:paraId="00000001" w14:textId="00000002" w:rsidR="00AA"><w:bookmarkStart w:id="4" w:name="mark"/><w:r><w:drawing><wp:inline><wp:docPr id="7" name="x"/></wp:inline></w:drawing></w:r><w:bookmarkEnd w:id="4"/></w:p>`
  const { xml } = render(
    p('{#rows}') + item + p('{/rows}') + item.replace('"4"', '"9"').replace('"4"', '"9"'),
    { rows: [1, 2, 3] },
  )
  const ids = (pattern: RegExp): string[] =>
    [...xml.matchAll(pattern)].map((found) => found[1] ?? '')
  assert.deepEqual(ids(/paraId="(\w+)"/g), ['00000001'])
  for (const pattern of [
    /docPr id="(\d+)"/g,
    /bookmarkStart w:id="(\d+)"/g,
    /bookmarkEnd w:id="(\d+)"/g,
  ]) {
    assert.equal(new Set(ids(pattern)).size, 4, `${pattern}`)
  }
  assert.deepEqual(ids(/bookmarkStart w:id="(\d+)"/g), ids(/bookmarkEnd w:id="(\d+)"/g))
  assert.deepEqual(ids(/w:name="(mark\w*)"/g), ['mark', 'mark_2', 'mark_3', 'mark'])
})

test('a comment is anchored once', () => {
  const body =
    p('{#rows}') +
    '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>{name}</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>' +
    p('{/rows}')
  const { xml } = render(body, { rows })
  assert.equal(xml.match(/commentReference/g)?.length, 1)
})

function withPageBreak(tag: string): string {
  return `<w:p><w:r><w:t>${tag}</w:t><w:br w:type="page"/></w:r></w:p>`
}

function pageBreaks(body: string): number {
  return render(body, { rows }).xml.match(/w:type="page"/g)?.length ?? 0
}

test('a page break with the closing tag comes once, one with the opening tag each time', () => {
  assert.equal(pageBreaks(p('{#rows}') + p('{name}') + withPageBreak('{/rows}')), 1)
  assert.equal(pageBreaks(withPageBreak('{#rows}') + p('{name}') + p('{/rows}')), 2)
})

test('a section break of the document outlives the paragraph of a tag, and a body that is left out', () => {
  const sectPr = '<w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr>'
  const mark = `<w:p><w:pPr>${sectPr}</w:pPr><w:r><w:t>{/rows}</w:t></w:r></w:p>`
  const inside = `<w:p><w:pPr>${sectPr}</w:pPr><w:r><w:t>x</w:t></w:r></w:p>`
  assert.equal(
    render(p('{#rows}') + p('{name}') + mark, { rows }).xml.match(/<w:sectPr>/g)?.length,
    1,
  )
  assert.equal(
    render(p('{#rows}') + inside + p('{/rows}'), { rows: [] }).xml.match(/<w:sectPr>/g)?.length,
    1,
  )
  assert.equal(
    render(p('{#rows}') + inside + p('{/rows}'), { rows }).xml.match(/<w:sectPr>/g)?.length,
    2,
  )
})

test('every problem names its part, its paragraph and its tag', () => {
  const template = docx(p('fine') + p('{#rows}') + p('{total | currncy:"EUR"}'))
  assert.deepEqual(
    compile(template).problems.map(({ part, paragraph, tag }) => [part, paragraph, tag]),
    [
      ['word/document.xml', 3, '{total | currncy:"EUR"}'],
      ['word/document.xml', 2, '{#rows}'],
    ],
  )
  assert.equal(problemOf(template, {}).kind, 'broken-template')
})

function nested(depth: number): string {
  return p('{#a}'.repeat(depth) + 'x' + '{/a}'.repeat(depth))
}

test('sections may nest sixty deep and no deeper', () => {
  assert.deepEqual(compile(nested(60)).problems, [])
  assert.match(english(compile(nested(61)).problems[0]), /nested deeper/)
})

test('raw XML must be balanced elements without relationships', () => {
  const bad = [
    '<w:p>',
    'text',
    '<w:p><w:r></w:p></w:r>',
    '<!DOCTYPE x>',
    '<?xml version="1.0"?><w:p/>',
    '<w:p><a:blip r:embed="rId1"/></w:p>',
    '<w:p/> and text',
  ]
  for (const xml of bad) assert.equal(problemOf(p('{@xml}'), { xml }).kind, 'bad-value', xml)
  assert.equal(problemOf(p('{@xml}'), { xml: 5 }).kind, 'bad-value')
  assert.equal(render(table([p('{@xml}')]), { xml: '' }).xml.includes('<w:tc><w:p/></w:tc>'), true)
})

test('loops that multiply end at the budget, naming the tag', () => {
  const list = Array.from({ length: 1000 }, () => 1)
  const body = p('{#a}{#b}{#c}some text{/c}{/b}{/a}')
  const problem = problemOf(
    body,
    { a: list, b: list, c: list },
    { budget: { maxOutputBytes: 1_000_000 } },
  )
  assert.equal(problem.kind, 'over-budget')
  assert.match(JSON.stringify(problem), /\{#c\}/)
  assert.match(JSON.stringify(problem), /1000000 bytes/)
  const silent = problemOf(
    p('{#a}{#b}{#c}{/c}{/b}{/a}'),
    { a: list, b: list, c: list },
    { budget: { maxIterations: 10_000 } },
  )
  assert.equal(silent.kind, 'over-budget')
})

test('one long value written many times, and formatters that look at long lists again and again, end at the budget', () => {
  const long = problemOf(
    p('{a}'.repeat(100)),
    { a: 'x'.repeat(100_000) },
    { budget: { maxOutputBytes: 1_000_000 } },
  )
  assert.equal(long.kind, 'over-budget')
  const list = Array.from({ length: 5_000 }, (_, i) => i)
  const spentMs = workMs(() => {
    const again = problemOf(
      p('{#a}{#a | sort | filter:"x"}{/}{/a}'),
      { a: list },
      { budget: { maxIterations: 500_000 } },
    )
    assert.equal(again.kind, 'over-budget')
  })
  assert.ok(spentMs < 5_000)
  assert.equal(problemOf(p(`{${'a+'.repeat(100)}a}`), { a: 'x'.repeat(100_000) }).kind, 'bad-value')
  assert.equal(problemOf(p('{a | join:b}'), { a: list, b: 'x'.repeat(100_000) }).kind, 'bad-value')
})

test('a paragraph with tab stops of its own is as empty beside its tag as one without', () => {
  const tabbed = (text: string) =>
    `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="709"/></w:tabs></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const body = tabbed('{#a}') + p('{.}') + tabbed('{/a}')
  assert.equal(render(body, { a: [1, 2] }).text, '1\n2\n')
  assert.equal(render(body + p('z'), { a: [] }).text, 'z\n')
  const raw = '<w:p><w:r><w:t>x</w:t></w:r></w:p>'
  assert.equal(render(tabbed('{@x}'), { x: raw }).text, 'x\n')
  // A tab in a run is seen.
  const seen = '<w:p><w:r><w:tab/><w:t>{@x}</w:t></w:r></w:p>'
  assert.match(english(compile(seen).problems[0]), /alone in its paragraph/)
})

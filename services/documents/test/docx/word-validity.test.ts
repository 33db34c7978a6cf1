import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import PizZip from 'pizzip'

import { renderTemplate } from '../../src/docx/template.ts'
import { compile, p, render } from './docx-fixture.ts'

// Deep: laws of thousands of templates.

// What Word refuses although it is well-formed: cells that do not end in a paragraph, rows without cells, tables without
// rows, numbers that stand twice.

const DRAWING =
  '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="3" name="d"/></wp:inline></w:drawing></w:r></w:p>'
const BOOKMARK = '<w:p><w:bookmarkStart w:id="3" w:name="m"/><w:bookmarkEnd w:id="3"/></w:p>'

/** Blocks of a body: paragraphs, tables, and sections around either; deep rather than long, as what breaks them is. */
const { blocks } = fc.letrec<{ block: string; blocks: string; rows: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(
      p('text'),
      p('{a}'),
      p('{#a}x{/a}'),
      p('{^b}', 'y', '{else}', '{c}', '{/b}'),
      p('{@xml}'),
      p('{a | dropParagraph}'),
      p('{#b | restart}', '{c | dropParagraph}', '{/b}'),
      '<w:p/>',
      DRAWING,
      BOOKMARK,
    ),
    fc.tuple(name(), tie('blocks')).map(([tag, inner]) => p(`{#${tag}}`) + inner + p(`{/${tag}}`)),
    fc
      .tuple(name(), tie('blocks'), tie('blocks'))
      .map(([tag, yes, no]) => p(`{^${tag}}`) + yes + p('{else}') + no + p('{/}')),
    tie('rows').map((rows) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows}</w:tbl>`),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((items) => items.join('')),
  rows: fc
    .array(
      fc.oneof(
        tie('blocks').map((cell) => `<w:tr><w:tc>${endingInParagraph(cell)}</w:tc></w:tr>`),
        fc
          .tuple(name(), tie('blocks'))
          .map(
            ([tag, cell]) =>
              `<w:tr><w:tc>${p(`{#${tag}}`)}${endingInParagraph(cell)}</w:tc><w:tc>${p('{/}')}</w:tc></w:tr>`,
          ),
        fc
          .tuple(name(), tie('blocks'))
          .map(
            ([tag, cell]) =>
              `<w:tr><w:tc>${p(`{-w:tr ${tag}}`)}${endingInParagraph(cell)}${p('{/}')}</w:tc></w:tr>`,
          ),
        tie('blocks').map(
          (cell) =>
            `<w:tr><w:tc>${p('{b | dropRow}{c | merge}')}${endingInParagraph(cell)}</w:tc></w:tr>`,
        ),
        fc
          .tuple(name(), tie('blocks'))
          .map(
            ([tag, cell]) =>
              `<w:tr><w:tc>${p(`{-w:tc ${tag}}`)}${endingInParagraph(cell)}${p('{/}')}</w:tc></w:tr>`,
          ),
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map((rows) => rows.join('')),
}))

function name(): fc.Arbitrary<string> {
  return fc.constantFrom('a', 'b', 'c')
}

/** As Word writes cells: a table in one is followed by a paragraph, here one that a section may take away. */
function endingInParagraph(cell: string): string {
  return cell.endsWith('</w:tbl>') ? cell + p('') : cell
}

const value = fc.constantFrom<unknown>(
  undefined,
  false,
  true,
  'text',
  [],
  [1],
  [{}, {}],
  [{ a: [1, 2], b: false }, { c: 'x' }],
  { a: [], b: [3] },
)

test('whatever sections leave out or repeat, Word can read the result', () => {
  fc.assert(
    fc.property(blocks, value, value, value, (body, a, b, c) => {
      const compiled = compile(body)
      const result = renderTemplate(compiled, { a, b, c, xml: p('raw') })
      assert.ok(result.ok, JSON.stringify(result))
      const { xml } = render(compiled, { a, b, c, xml: '' })
      assert.doesNotMatch(
        xml,
        /<w:tc>(?:<w:tcPr\/>|<w:tcPr>(?:(?!<\/w:tcPr>).)*<\/w:tcPr>)?<\/w:tc>/,
        'a cell is empty',
      )
      assert.doesNotMatch(xml, /<\/w:tbl><\/w:tc>/, 'a cell ends in a table')
      assert.doesNotMatch(xml, /<w:tblGrid\/><\/w:tbl>/, 'a table has no rows')
      assert.doesNotMatch(xml, /<w:tr><\/w:tr>/, 'a row has no cells')
    }),
    { numRuns: 1_000 },
  )
})

test('numbers of drawings and bookmarks in sections are unique, whatever repeats them', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer(), { maxLength: 4 }), { maxLength: 4 }), (lists) => {
      const body =
        p('{#lists}') + DRAWING + p('{#.}') + BOOKMARK + DRAWING + p('{/.}') + p('{/lists}')
      const { xml } = render(body, { lists })
      const inner = lists.reduce((sum, list) => sum + list.length, 0)
      const drawings = [...xml.matchAll(/docPr id="(\d+)"/g)].map((found) => found[1])
      const bookmarks = [...xml.matchAll(/bookmarkStart w:id="(\d+)" w:name="(\w+)"/g)]
      assert.equal(new Set(drawings).size, lists.length + inner)
      assert.equal(new Set(bookmarks.map((found) => found[1])).size, inner)
      assert.equal(new Set(bookmarks.map((found) => found[2])).size, inner)
    }),
    { numRuns: 100 },
  )
})

test('the archive is one that another reader opens', () => {
  const result = renderTemplate(compile(p('{a}')), { a: 'x'.repeat(5_000) })
  assert.ok(result.ok)
  const read = new PizZip(result.value, { checkCRC32: true })
  assert.match(read.file('word/document.xml')?.asText() ?? '', /x{5000}/)
})

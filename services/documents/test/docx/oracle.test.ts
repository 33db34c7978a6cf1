import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import Docxtemplater from 'docxtemplater'
import PizZip from 'pizzip'

import { compile, docx, p, partsOf, render, table, textOf } from './docx-fixture.ts'

// docxtemplater is what users of these templates come from; where both can do a thing, the text must be the same.

type Case = readonly [title: string, body: string | Buffer, data: Record<string, unknown>]

const rows = [
  { name: 'Ana', price: 3, tags: ['a', 'b'] },
  { name: 'Luis', price: 4.5, tags: [] },
]

const CASES: readonly Case[] = [
  ['a value', p('Hello {name}!'), { name: 'Ana' }],
  ['a missing value', p('Hello {name}!'), {}],
  ['null, false, 0 and an empty text', p('{a}|{b}|{c}|{d}'), { a: null, b: false, c: 0, d: '' }],
  ['numbers', p('{a} {b} {c} {d}'), { a: 1.5, b: -3, c: 1e21, d: 123456789012 }],
  ['a list as text', p('{a}'), { a: [1, 'b', true] }],
  ['markup in a value', p('{a}'), { a: '<w:t>&amp; "quoted" \'x\'</w:t>' }],
  ['tags in a value', p('{a}'), { a: '{b}', b: 'no' }],
  ['line ends', p('x{a}y'), { a: 'one\ntwo\n\nthree' }],
  ['a tag over three runs', p('a {na', 'm', 'e} b'), { name: 'Ana' }],
  ['a tag whose delimiters are runs', p('{', 'name', '}', ' x'), { name: 'Ana' }],
  ['two tags over runs', p('{a', '}{', 'b}'), { a: 1, b: 2 }],
  ['entities in a name', p('{a &amp; b}'), { 'a & b': 'both' }],
  ['a name with spaces', p('{first name}'), { 'first name': 'Ana' }],
  ['a name in another script', p('{שם} {имя} {名前}'), { שם: 'x', имя: 'y', 名前: 'z' }],
  ['static text with entities', p('1 &lt; 2 &amp; {a}'), { a: 'x' }],
  ['a list in a line', p('{#rows}{name}, {/rows}end'), { rows }],
  ['a short close', p('{#rows}{name}{/}'), { rows }],
  ['a list of texts', p('{#tags}{.};{/tags}'), { tags: ['x', 'y'] }],
  ['an empty list', p('a{#rows}{name}{/rows}b'), { rows: [] }],
  ['an absent list', p('a{#rows}{name}{/rows}b'), {}],
  ['an inverted section of an empty list', p('{^rows}none{/rows}'), { rows: [] }],
  ['an inverted section of a full list', p('{^rows}none{/rows}'), { rows }],
  ['a true condition', p('{#ok}yes {name}{/ok}'), { ok: true, name: 'Ana' }],
  ['a false condition', p('{#ok}yes{/ok}{^ok}no{/ok}'), { ok: false }],
  [
    'an object opens its names',
    p('{#who}{name} {other}{/who}'),
    { who: { name: 'Ana' }, other: 'outer' },
  ],
  ['an outer value in a list', p('{#rows}{name}-{city} {/rows}'), { rows, city: 'Jena' }],
  [
    'null in an item shows the outer value',
    p('{#rows}{city}{/rows}'),
    { rows: [{ city: null }], city: 'Jena' },
  ],
  ['lists in lists', p('{#rows}{name}:{#tags}{.}{/tags};{/rows}'), { rows }],
  ['sections over several runs', p('{#rows}', '{name}', ' ', '{/rows}'), { rows }],
  ['a section over half of two paragraphs', p('a {#rows}x') + p('y {/rows} b'), { rows }],
  [
    'paragraphs repeated',
    p('{#rows}') + p('- {name}') + p('{price}') + p('{/rows}') + p('end'),
    { rows },
  ],
  [
    'paragraphs left out',
    p('a') + p('{#rows}') + p('- {name}') + p('{/rows}') + p('end'),
    { rows: [] },
  ],
  [
    'paragraphs in paragraphs',
    p('{#rows}') + p('{name}') + p('{#tags}') + p('{.}') + p('{/tags}') + p('{/rows}'),
    { rows },
  ],
  ['a table row repeated', table(['Name', 'Price'], ['{#rows}{name}', '{price}{/rows}']), { rows }],
  [
    'a table row repeated, tags in cells of their own',
    table(['{#rows}', '{name}', '{/rows}']),
    { rows },
  ],
  [
    'several rows repeated',
    table(['{#rows}{name}', ''], ['', '{price}{/rows}'], ['end', '']),
    { rows },
  ],
  ['a row left out', table(['a', 'b'], ['{#rows}{name}', '{/rows}']), { rows: [] }],
  ['a list within a cell', table(['{#rows}{name} {/rows}', 'x']), { rows }],
  ['paragraphs within a cell', table([p('{#rows}') + p('{name}') + p('{/rows}'), 'x']), { rows }],
  ['a list in a row list', table(['{#rows}{name}', '{#tags}{.},{/tags}{/rows}']), { rows }],
  [
    'a row repeated by dashes',
    table(['{-w:tr rows}{name}', '{price}{/rows}'], ['x', 'y']),
    { rows },
  ],
  [
    'a row repeated by dashes in one cell',
    table(['{-w:tr rows}{name}{/rows}', '{city}'], ['x', 'y']),
    { rows, city: 'Jena' },
  ],
  ['a paragraph repeated by dashes', p('a {-w:p rows}{name}{/rows} b') + p('c'), { rows }],
  ['a table around a table', table([table(['{#rows}{name}', '{/rows}']) + p('x'), 'y']), { rows }],
  [
    'a table repeated by paragraphs',
    p('{#rows}') + table(['{name}', '{price}']) + p('{/rows}') + p('end'),
    { rows },
  ],
  ['raw XML', p('a') + p('{@xml}') + p('b'), { xml: p('one') + p('two') }],
  ['absent raw XML', p('a') + p('{@xml}') + p('b'), {}],
  ['other delimiters', p('{=[[ ]]=}[[name]] {name}') + p('[[name]]'), { name: 'Ana' }],
  ['delimiters that need escaping', p('{=&lt;% %&gt;=}&lt;%name%&gt;'), { name: 'Ana' }],
  ['delimiters changed back', p('{=[[ ]]=}[[a]] [[={ }=]]{a}'), { a: 'x' }],
  [
    'a content control',
    `<w:sdt><w:sdtContent>${p('{name}')}</w:sdtContent></w:sdt>`,
    { name: 'Ana' },
  ],
  [
    'a tag typed over a line break',
    '<w:p><w:r><w:t>{na</w:t><w:br/><w:t>me}!</w:t></w:r></w:p>',
    { name: 'Ana' },
  ],
  [
    'a section whose end stands with the last text, with an empty paragraph in it',
    p('{#tags}') + '<w:p/>' + p('{.}{/tags}'),
    { tags: ['a', 'b'] },
  ],
  [
    'a row that begins a section in its text and ends it in a row of its own',
    table(['{#tags} Cl. {.}'], ['{/tags}']),
    { tags: ['a', 'b'] },
  ],
  [
    'two sections that begin in one paragraph and end in another',
    p('{#rows} {#tags}') + p('x {.}') + p('{/tags}{/rows}'),
    { rows },
  ],
  [
    'a paragraph by dashes in a row by dashes',
    table([p('{-w:tr rows}{-w:p tags}{.}, {/tags}{/rows}')]),
    { rows },
  ],
  ['inverted sections with text around them', p('{^a}no {/a}b {#a}yes{/a}'), { a: [] }],
  ['space at the ends of a value', p('a{x}b'), { x: '  two  ' }],
]

function oracleParts(template: Buffer, data: Record<string, unknown>): ReadonlyMap<string, string> {
  const document = new Docxtemplater(new PizZip(template), {
    paragraphLoop: true,
    linebreaks: true,
    nullGetter: () => '',
    errorLogging: false,
  })
  document.render(data)
  return partsOf(document.getZip().generate({ type: 'nodebuffer' }))
}

function visible(xml: string | undefined): string {
  return textOf((xml ?? '').replace(/<\?xml.*?\?>\s*/, '')).trimEnd()
}

for (const [title, body, data] of CASES) {
  test(`${title}: the text is that of docxtemplater`, () => {
    const template = typeof body === 'string' ? docx(body) : body
    assert.deepEqual(compile(template).problems, [])
    assert.equal(
      visible(render(template, data).xml),
      visible(oracleParts(template, data).get('word/document.xml')),
    )
  })
}

const FIXTURES: readonly (readonly [file: string, data: Record<string, unknown>])[] = [
  ['simple', { simple_prop: 'Hello' }],
  ['comments', { simple_prop: 'Hello' }],
  [
    'loop_nested',
    { loop_prop1: [{ loop_prop2: [{ simple_prop: 1 }, { simple_prop: 2 }] }, { loop_prop2: [] }] },
  ],
  ['loop_table', { loop: [{ prop: 'first' }, { prop: 'second' }] }],
  [
    'loop_table_mergedcells',
    {
      list: [
        { no: 1, name: 'A', surname: 'B' },
        { no: 2, name: 'C', surname: 'D' },
      ],
    },
  ],
  ['loop_list', { loop1: [{ loop2: [{ prop: 'a' }, { prop: 'b' }] }, { loop2: [{ prop: 'c' }] }] }],
  [
    'headerandfooter_loop',
    {
      'body loop': [{ 'my body': 1 }, { 'my body': 2 }],
      'header loop': [{ 'my header': 'h' }],
      'footer loop': [],
    },
  ],
  [
    'reallife_he',
    {
      תלמידים: [
        { 'שם התלמיד': 'א', קבוצות: [{ 'שם הקבוצה': 'ב', 'שם המורה': 'ג' }] },
        { 'שם התלמיד': 'ד' },
      ],
    },
  ],
]

for (const [file, data] of FIXTURES) {
  test(`${file}.docx, as Word wrote it: every part has the text of docxtemplater`, () => {
    const template = readFileSync(new URL(`../fixtures/${file}.docx`, import.meta.url))
    const ours = render(template, data).parts
    const theirs = oracleParts(template, data)
    assert.deepEqual(
      [...ours.keys()].toSorted(),
      [...theirs.keys()].filter((name) => !name.endsWith('/')).toSorted(),
    )
    for (const [name, xml] of theirs) {
      if (name.endsWith('.xml')) assert.equal(visible(ours.get(name)), visible(xml), name)
    }
  })
}

const BROKEN: readonly (readonly [title: string, body: string])[] = [
  ['a tag that is not closed', p('{name')],
  ['a tag that is not opened', p('name}')],
  ['doubled delimiters', p('{{name}}')],
  ['a section that is not closed', p('{#rows}x')],
  ['a section that is not opened', p('x{/rows}')],
  ['a section closed by another name', p('{#rows}x{/other}')],
  ['sections that cross', p('{#a}x{#b}y{/a}z{/b}')],
  ['a section from a paragraph into a table', p('{#rows}x') + table(['{/rows}', 'y'])],
  ['raw XML beside text', p('x {@xml}')],
  ['new delimiters of one word', p('{=[[=}')],
  ['two row sections in one row', table(['{#a}', '{/a}', '{#b}', '{/b}'])],
]

for (const [title, body] of BROKEN) {
  test(`${title}: both engines refuse the template`, () => {
    assert.throws(
      () => new Docxtemplater(new PizZip(docx(body)), { paragraphLoop: true, errorLogging: false }),
    )
    assert.notDeepEqual(compile(body).problems, [])
  })
}

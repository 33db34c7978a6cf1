import assert from 'node:assert/strict'
import { test } from 'node:test'

import { listTags, renderTemplate, sampleData } from '../../src/docx/template.ts'
import { compile, docx, p, problemOf, render, table, english } from './docx-fixture.ts'

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'
const RELS = 'word/_rels/document.xml.rels'

function link(id: string, text: string): string {
  return `<w:hyperlink r:id="${id}" w:history="1"><w:r><w:t>${text}</w:t></w:r></w:hyperlink>`
}

/** A document whose links lead to these addresses, as `rId1` and so on. */
function linked(body: string, ...addresses: readonly string[]): Buffer {
  const links = addresses.map(
    (address, at) =>
      `<Relationship Id="rId${at + 1}" Type="${TYPE}" Target="${address}" TargetMode="External"/>`,
  )
  return docx(body, {
    [RELS]: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
  })
}

/** Where the links of a document lead, in order; undefined where a text is no link. */
function targetsOf(parts: ReadonlyMap<string, string>): readonly (string | undefined)[] {
  const relationships = new Map(
    [...(parts.get(RELS) ?? '').matchAll(/Id="([^"]*)" Type="[^"]*" Target="([^"]*)"/g)].map(
      ([, id = '', target = '']) => [id, target],
    ),
  )
  const links = (parts.get('word/document.xml') ?? '').matchAll(/<w:hyperlink( r:id="([^"]*)")?/g)
  return [...links].map(([, , id]) => (id === undefined ? undefined : relationships.get(id)))
}

const addressOf = (address: string, data: object) =>
  targetsOf(render(linked(`<w:p>${link('rId1', 'x')}</w:p>`, address), data).parts)[0]

test('tags in the address of a link are filled, as what they are a part of', () => {
  const cases: readonly (readonly [address: string, data: object, filled: string | undefined])[] = [
    ['https://x.mx/{folio}', { folio: 12 }, 'https://x.mx/12'],
    [
      'https://x.mx/%7Bfolio%7D?q=%7bq%20%7C%20upper%7d',
      { folio: 'a/b', q: 'ñ & co' },
      'https://x.mx/a%2Fb?q=%C3%91%20%26%20CO',
    ],
    [
      'mailto:{correo}?subject={asunto}',
      { correo: 'a@b.mx', asunto: 'Año 1?' },
      'mailto:a@b.mx?subject=A%C3%B1o%201%3F',
    ],
    ['tel:{tel}', { tel: '+52 55' }, 'tel:+52%2055'],
    ['{url}', { url: ' https://x.mx/a?b=c&d="e"#f ' }, 'https://x.mx/a?b=c&amp;d=%22e%22#f'],
    ['{url}', { url: 'www.x.mx' }, 'https://www.x.mx'],
    ['{base}/{id}', { base: 'http://x.mx', id: 'ü' }, 'http://x.mx/%C3%BC'],
    ['hoja.docx#{marca}', { marca: 'uno dos' }, 'hoja.docx#uno%20dos'],
    // What a click must not do, and what leads nowhere, is no link.
    ['{url}', { url: 'javascript:alert(1)' }, undefined],
    ['{url}', { url: ' \tJavaScript:alert(1)' }, undefined],
    ['{url}', { url: 'file:///etc/passwd' }, undefined],
    ['{url}', { url: '\\\\evil\\share' }, undefined],
    ['{url}', { url: '//evil/share' }, undefined],
    ['java{x}', { x: 'script:alert(1)' }, 'javascript%3Aalert(1)'],
    ['{url}', {}, undefined],
    ['mailto:{correo}', {}, undefined],
    // Identities that other programs put in braces are none of ours.
    [
      'https://x.mx/?id=%7B5F1C2A00-1111-2222-3333-444455556666%7D&amp;n={n}',
      { n: 1 },
      'https://x.mx/?id=%7B5F1C2A00-1111-2222-3333-444455556666%7D&amp;n=1',
    ],
    [
      'https://x.mx/?id=%7BA1C2A001-1111-2222-3333-444455556666%7D',
      {},
      'https://x.mx/?id=%7BA1C2A001-1111-2222-3333-444455556666%7D',
    ],
    ['https://x.mx/?f=%7B%22a%22:1%7D', {}, 'https://x.mx/?f=%7B%22a%22:1%7D'],
  ]
  for (const [address, data, filled] of cases)
    assert.equal(addressOf(address, data), filled, address)
})

test('each turn of a loop has links of its own, and links alike share one relationship', () => {
  const body = p('{#a}') + `<w:p>${link('rId1', '{n}')}${link('rId2', 'fijo')}</w:p>` + p('{/a}')
  const template = linked(body, 'https://x.mx/{n}', 'https://fijo.mx/')
  const { parts } = render(template, { a: [{ n: 1 }, { n: 2 }, { n: 1 }] })
  const [uno, dos, fijo] = ['https://x.mx/1', 'https://x.mx/2', 'https://fijo.mx/']
  assert.deepEqual(targetsOf(parts), [uno, fijo, dos, fijo, uno, fijo])
  assert.equal([...(parts.get(RELS) ?? '').matchAll(/<Relationship /g)].length, 3)
  assert.doesNotMatch(parts.get(RELS) ?? '', /\{n\}/)
})

test('a picture can carry a link and alternative texts with tags, and keeps a number of its own', () => {
  const drawing =
    '<w:r><w:drawing><wp:inline><wp:docPr id="7" name="x" descr="Logo de {n} &amp; &quot;co&quot;" title="{t}"><a:hlinkClick r:id="rId1"/></wp:docPr></wp:inline></w:drawing></w:r>'
  const body = p('{#a}') + `<w:p>${drawing}</w:p>` + p('{/a}')
  const { xml, parts } = render(linked(body, '{url}'), {
    a: [
      { n: 'A"<b', t: 'T', url: 'https://x.mx/' },
      { n: 'B', url: 'javascript:1' },
    ],
  })
  assert.match(
    xml,
    /id="8" name="x" descr="Logo de A&quot;&lt;b &amp; &quot;co&quot;" title="T"><a:hlinkClick r:id="rId1"\/>/,
  )
  assert.match(
    xml,
    /id="9" name="x" descr="Logo de B &amp; &quot;co&quot;" title=""><a:hlinkClick r:id=""\/>/,
  )
  assert.match(
    parts.get(RELS) ?? '',
    /Id="rId1" Type="[^"]*hyperlink" Target="https:\/\/x.mx\/" TargetMode="External"/,
  )
})

/** A field whose instruction Word has cut into these pieces. */
function field(...pieces: readonly string[]): string {
  const runs = pieces.map(
    (text) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`,
  )
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  return `<w:p>${mark('begin')}${runs.join('')}${mark('separate')}<w:r><w:t>{texto}</w:t></w:r>${mark('end')}</w:p>`
}

/** The instruction that a field gets. */
function instruction(body: string, data: object): string {
  const { xml } = render(body, data)
  return [...xml.matchAll(/<w:instrText[^>]*>(.*?)<\/w:instrText>/g)]
    .map(([, text]) => text)
    .join('')
}

test('tags in the instruction of a field are filled, also when Word has cut them', () => {
  const data = { folio: 'a b', estado: String.raw`x" \d "y`, texto: 't' }
  const cases: readonly (readonly [pieces: readonly string[], filled: string])[] = [
    [
      [String.raw` HYPERLINK "https://x.mx/{folio}" \o "{folio}" `],
      String.raw` HYPERLINK "https://x.mx/a%20b" \o "a b" `,
    ],
    [[' HYPERLINK "https://x.mx/{fo', 'lio}" '], ' HYPERLINK "https://x.mx/a%20b" '],
    [[' HYPERLINK &quot;{estado}&quot; '], ' HYPERLINK &quot;&quot; '],
    [[' IF "{estado}" = "x" "sí" "no" '], String.raw` IF "x\&quot; \\d \&quot;y" = "x" "sí" "no" `],
    [[' QUOTE {folio} '], ' QUOTE a b '],
    // Reference managers keep JSON in theirs.
    [[' ADDIN CSL_CITATION {"citationID":"a"} '], ' ADDIN CSL_CITATION {"citationID":"a"} '],
    [[String.raw` EQ \f(1,{2}) `], String.raw` EQ \f(1,{2}) `],
  ]
  for (const [pieces, filled] of cases) {
    assert.equal(instruction(field(...pieces), data), filled, pieces.join(''))
  }
})

test('a simple field, a watermark, alternative texts and hints hold tags', () => {
  const body =
    `<w:p><w:fldSimple w:instr=" HYPERLINK &quot;https://x.mx/{a}&quot; "><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>` +
    `<w:p><w:r><w:pict><v:shape alt="de {a}"><v:textpath style="x" string="{a} {b}"/></v:shape></w:pict></w:r></w:p>` +
    `<w:p><w:hyperlink w:anchor="m" w:tooltip="ver {a}"><w:r><w:t>y</w:t></w:r></w:hyperlink></w:p>`
  const { xml } = render(body, { a: 'A&"B"' })
  assert.match(xml, /w:instr=" HYPERLINK &quot;https:\/\/x\.mx\/A%26%22B%22&quot; "/)
  assert.match(xml, /alt="de A&amp;&quot;B&quot;"/)
  assert.match(xml, /string="A&amp;&quot;B&quot; "/)
  assert.match(xml, /w:anchor="m" w:tooltip="ver A&amp;&quot;B&quot;"/)
})

test('tags in links, fields and attributes are listed, sampled, and asked for when a render is strict', () => {
  const template = linked(
    field(' HYPERLINK "https://x.mx/{a.b}" ') +
      `<w:p>${link('rId1', 'z')}<w:r><w:pict><v:textpath string="{marca}"/></w:pict></w:r></w:p>`,
    'mailto:{correo}',
  )
  const compiled = compile(template)
  assert.deepEqual(compiled.problems, [])
  const listed = listTags(compiled).map(({ kind, tag, paragraph }) => [kind, tag, paragraph])
  assert.deepEqual(listed, [
    ['value', '{a.b}', 1],
    ['value', '{texto}', 1],
    ['value', '{correo}', 2],
    ['value', '{marca}', 2],
  ])
  assert.deepEqual(sampleData(compiled), {
    a: { b: 'b' },
    texto: 'texto',
    correo: 'correo',
    marca: 'marca',
  })
  assert.deepEqual(problemOf(template, { texto: 't' }, { strict: true }), {
    kind: 'missing-values',
    paths: ['a.b', 'correo', 'marca'],
  })
  assert.equal(renderTemplate(compiled, {}).ok, true)
})

test('sections and pictures in these places, and any tag in a field that fetches, are problems', () => {
  const cases: readonly (readonly [template: Buffer, message: RegExp])[] = [
    [linked(`<w:p>${link('rId1', 'x')}</w:p>`, 'https://x.mx/{#a}b{/a}'), /Only values/],
    [docx('<w:p><w:r><w:pict><v:textpath string="{%logo}"/></w:pict></w:r></w:p>'), /Only values/],
    [docx(field(' INCLUDEPICTURE "{url}" ')), /No tag can stand in INCLUDEPICTURE.*\{%name\}/],
    [linked(`<w:p>${link('rId1', 'x')}</w:p>`, 'https://x.mx/{a'), /not closed/],
    [
      linked(`<w:p>${link('rId1', 'x')}</w:p>`, 'javascript:{a}'),
      /leads to http.*not to javascript/,
    ],
    [docx(field(' HYPERLINK "file:///{a}" ')), /not to file/],
  ]
  for (const [template, message] of cases)
    assert.match(english(compile(template).problems[0]), message)
})

test('a part may have pictures and links of its data', () => {
  const png = { bytes: Buffer.from('x'), format: 'png', widthPx: 1, heightPx: 1 } as const
  const body = table([p('{%logo}')]) + `<w:p>${link('rId1', 'x')}</w:p>`
  const { parts } = render(
    linked(body, 'https://x.mx/{n}'),
    { logo: 'l', n: 1 },
    {
      images: new Map([['l', png]]),
    },
  )
  assert.deepEqual(targetsOf(parts), ['https://x.mx/1'])
  assert.match(parts.get(RELS) ?? '', /Target="media\/image-[^"]*\.png"/)
})

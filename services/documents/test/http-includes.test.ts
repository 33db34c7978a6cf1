import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { includeDocuments } from '../src/docx/include/include-documents.ts'
import { docx, p, partsOf, table, textOf, workMs } from './docx/docx-fixture.ts'
import { codeOf, startDocuments, type DocumentsTest } from './http-fixture.ts'

let documents: DocumentsTest

before(async () => {
  documents = await startDocuments()
})
after(() => documents.stop())

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const include = (slug: string) => p('{', '&gt;', slug, '}')

async function store(slug: string, template: Buffer): Promise<void> {
  const answer = await documents.upload(slug, template)
  assert.equal(answer.status, 201, answer.text)
}

async function rendered(slug: string, data: object): Promise<ReadonlyMap<string, string>> {
  const answer = await documents.render(slug, data)
  assert.equal(answer.status, 200, answer.text)
  return partsOf(answer.bytes)
}

async function textFor(slug: string, data: object): Promise<string> {
  const xml = (await rendered(slug, data)).get('word/document.xml') ?? ''
  return textOf(xml.replace(/^<\?xml.*?\?>\n?/, ''))
}

test('{>slug} puts another template in place of its paragraph, with the same data', async () => {
  await store('membrete', docx(p('{empresa} · {fecha}') + '<w:sectPr><w:pgSz w:w="1"/></w:sectPr>'))
  await store('aviso', docx(include('membrete') + p('Aviso a {cliente}') + '<w:sectPr/>'))
  const data = { empresa: 'Oficina', fecha: 'hoy', cliente: 'Ana' }
  assert.equal(await textFor('aviso', data), 'Oficina · hoy\nAviso a Ana\n')
  const { json } = await documents.client.get('/templates/aviso/tags')
  assert.deepEqual(json.problems, [])
  assert.deepEqual(Object.keys(json.schema.properties), ['empresa', 'fecha', 'cliente'])
})

test('an included template sees its own data first, and stands once for each item of a list', async () => {
  await store('domicilio', docx(p('{calle}, {ciudad}')))
  const cell = `<w:tc>${include('domicilio fiscal')}</w:tc>`
  await store(
    'ficha',
    docx(
      `<w:tbl><w:tblPr/><w:tr>${cell}</w:tr></w:tbl>${include("domicilio sucursales | sort:'calle'")}`,
    ),
  )
  const data = {
    ciudad: 'León',
    fiscal: { calle: 'Uno', ciudad: 'Celaya' },
    sucursales: [{ calle: 'Tres' }, { calle: 'Dos' }],
  }
  assert.equal(await textFor('ficha', data), 'Uno, Celaya\nDos, León\nTres, León\n')
})

test('a change of an included template is seen at once, by renders in other threads too', async () => {
  await store('pie', docx(p('antes {n}')))
  await store('hoja', docx(p('{#filas}{.}{/filas}') + include('pie')))
  // More data than the answering thread takes.
  const large = { n: 7, filas: Array.from({ length: 4_000 }, () => 'xxxxxxxxxx') }
  assert.match(await textFor('hoja', large), /antes 7\n$/)
  await documents.put('pie', { file: docx(p('después {n}')) })
  assert.match(await textFor('hoja', { n: 1 }), /^\ndespués 1\n$/)
  assert.match(await textFor('hoja', large), /después 7\n$/)
  await documents.client.send('DELETE', '/templates/pie')
  const gone = await documents.render('hoja', large)
  assert.equal(codeOf(gone), 'RENDER_ERROR')
  assert.match(gone.json.error.message, /\{>pie\} in word\/document\.xml: There is no template pie/)
  await store('pie', docx(p('otra vez')))
  assert.match(await textFor('hoja', {}), /otra vez/)
})

const STYLE = (id: string, more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${more}</w:style>`
const NUMBERING = (format: string) =>
  `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:nsid w:val="1"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
const ITEM = `<w:p><w:pPr><w:pStyle w:val="Punto"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>{texto}</w:t></w:r></w:p>`

function rels(...targets: readonly string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join('')}</Relationships>`
}

test('styles, lists, pictures and links of an included template come with it', async () => {
  const picture = '<w:p><w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r></w:p>'
  const link = `<w:p><w:hyperlink r:id="rId2"><w:r><w:t>liga</w:t></w:r></w:hyperlink></w:p>`
  const guest = docx(
    ITEM + picture + link + '<w:p><w:r><w:footnoteReference w:id="3"/></w:r></w:p>',
    {
      'word/styles.xml': `<w:styles ${W}>${STYLE('Base')}${STYLE('Punto', '<w:basedOn w:val="Base"/>')}${STYLE('Otro')}</w:styles>`,
      'word/numbering.xml': NUMBERING('upperRoman'),
      'word/media/image1.png': 'png',
      'word/_rels/document.xml.rels': rels(
        `<Relationship Id="rId1" Type="${TYPE}/image" Target="media/image1.png"/>`,
        `<Relationship Id="rId2" Type="${TYPE}/hyperlink" Target="https://x.mx/{folio}" TargetMode="External"/>`,
      ),
    },
  )
  const host = docx(ITEM.replace('{texto}', 'propio') + include('rico') + include('rico'), {
    'word/styles.xml': `<w:styles ${W}>${STYLE('Base', '<w:qFormat/>')}</w:styles>`,
    'word/numbering.xml': NUMBERING('decimal'),
  })
  await store('rico', guest)
  await store('casa', host)
  const parts = await rendered('casa', { texto: 'incluido', folio: 'A 1' })
  const styles = parts.get('word/styles.xml') ?? ''
  assert.deepEqual(
    [...styles.matchAll(/styleId="(\w+)"/g)].map(([, id]) => id),
    ['Base', 'Punto'],
  )
  assert.match(styles, /<w:qFormat\/>/)
  const numbering = parts.get('word/numbering.xml') ?? ''
  const xml = parts.get('word/document.xml') ?? ''
  assert.deepEqual(
    [...xml.matchAll(/numId w:val="(\d)"/g)].map(([, id]) => id),
    ['1', '2', '2'],
  )
  assert.match(
    numbering,
    /w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"\/><w:numFmt w:val="upperRoman"\/>/,
  )
  assert.match(
    numbering,
    /<w:num w:numId="2"><w:abstractNumId w:val="1"\/><\/w:num><\/w:numbering>$/,
  )
  assert.doesNotMatch(xml, /footnoteReference/)
  const relationships = parts.get('word/_rels/document.xml.rels') ?? ''
  const targetOf = (id: string | undefined) =>
    new RegExp(`Id="${id ?? ''}"[^<>]*Target="([^"]*)"`).exec(relationships)?.[1]
  assert.equal(targetOf(/embed="(\w+)"/.exec(xml)?.[1]), '/word/media/included-1.png')
  assert.equal(targetOf(/hyperlink r:id="(\w+)"/.exec(xml)?.[1]), 'https://x.mx/A%201')
  assert.ok(parts.has('word/media/included-1.png') && !parts.has('word/media/included-2.png'))
  assert.match(parts.get('[Content_Types].xml') ?? '', /PartName="\/word\/media\/included-1\.png"/)
})

test('what cannot be included is a problem that names the tag and the reason', async () => {
  await store('circulo-a', docx(p('x') + include('circulo-b')))
  await store('circulo-b', docx(include('circulo-a')))
  for (let depth = 1; depth <= 7; depth++)
    await store(`hondo-${depth}`, docx(include(`hondo-${depth + 1}`)))
  await store(
    'grafica',
    docx('<w:p><w:r><w:drawing><c:chart xmlns:c="c" r:id="rId1"/></w:drawing></w:r></w:p>', {
      'word/_rels/document.xml.rels': rels(
        `<Relationship Id="rId1" Type="${TYPE}/chart" Target="charts/chart1.xml"/>`,
      ),
    }),
  )
  const cases = [
    [include('circulo-a'), /template circulo-a would include itself/],
    [include('hondo-1'), /at most 5 deep/],
    [include('nadie'), /no template nadie/],
    [include('grafica'), /holds a chart, which cannot be included/],
    [include('-no-'), /-no-.* is no slug/],
    [p('Vea {&gt;membrete} aquí'), /alone in a paragraph of the document/],
    [table(['{&gt;membrete fiscal(}']), /not expected|missing|not closed/],
  ] as const
  for (const [i, [body, message]] of cases.entries()) {
    const answer = await documents.upload(`caso-${i}`, docx(p('uno') + body))
    assert.equal(answer.status, 201)
    assert.match(JSON.stringify(answer.json.problems), message)
  }
  const many = Array.from({ length: 21 }, (_, i) => include(`falta-${i}`)).join('')
  const { json } = await documents.upload('muchos', docx(many))
  assert.match(json.problems[20].message, /at most 20 others/)
  assert.deepEqual([json.problems[20].paragraph, json.problems[20].tag], [21, '{>falta-20}'])
})

test('a template of thousands of links, pages and styles is included in time that grows with it', () => {
  const many = Array.from({ length: 15_000 }, (_, i) => i)
  const links = many.map((i) => `<w:p><w:hyperlink r:id="rId${i}"/></w:p>`)
  const pages = '<w:p><w:pPr><w:sectPr></w:pPr></w:p>'.repeat(15_000)
  const based = `<w:styles ${W}>${STYLE('Punto', '<w:basedOn w:val="x"/>'.repeat(15_000))}</w:styles>`
  const guest = docx(links.join('') + ITEM + pages, {
    'word/styles.xml': based,
    'word/_rels/document.xml.rels': rels(
      ...many.map(
        (i) =>
          `<Relationship Id="rId${i}" Type="${TYPE}/hyperlink" Target="https://x.mx/${i}" TargetMode="External"/>`,
      ),
    ),
  })
  const host = docx(include('g').repeat(3))
  const guests = new Map([['g', { ok: true, value: guest } as const]])
  const spentMs = workMs(() => includeDocuments(host, guests))
  assert.ok(spentMs < 1_500, `${spentMs} ms`)
})

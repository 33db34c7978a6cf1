import assert from 'node:assert/strict'
import { access, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

import { hasModule } from '../../src/office/office-modules.ts'
import { docx, p, partsOf, zipOf } from '../docx/docx-fixture.ts'
import { startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { openDocument, workbook } from './file-fixture.ts'
import { findOffice, hasPoppler } from './office-fixture.ts'
import { ask, wordsOfPages } from './pdf-fixture.ts'

const SECRET = 'SECRETO-DEL-DISCO'
// The size of a picture that no document of these has within it.
const WIDTH = 37
const HEIGHT = 41

let documents: DocumentsTest
let isInstalled = false
let server: Server
const calls: string[] = []

before(async () => {
  server = createServer((socket) => {
    socket.once('data', (chunk) => calls.push(chunk.toString('latin1', 0, 100)))
    socket.on('error', () => undefined)
    socket.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  documents = await startDocuments({ config: { searchPath: process.env['PATH'] ?? '' } })
  isInstalled = (await documents.stranger.get('/health')).json.office.available
})

after(async () => {
  await documents.stop()
  server.close()
})

/** A picture of one color. */
function bitmap(): Buffer {
  const row = Math.ceil((WIDTH * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + row * HEIGHT, 0x40)
  bytes.fill(0, 0, 54)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(WIDTH, 18)
  bytes.writeInt32LE(HEIGHT, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

type Parts = Readonly<Record<string, string | Buffer>>

function withParts(file: Buffer, parts: Parts): Buffer {
  return zipOf({ ...Object.fromEntries(partsOf(file)), ...parts })
}

const MANIFEST = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'

/** An OpenDocument file with further parts, all of which its manifest lists. */
function withListed(file: Buffer, type: string, parts: Parts): Buffer {
  const mimetype = `application/vnd.oasis.opendocument.${type}`
  const entry = (path: string, media: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${media}"/>`
  const list = ['content.xml', ...Object.keys(parts)].map((name) =>
    entry(name, name.endsWith('.xml') ? 'text/xml' : 'image/svg+xml'),
  )
  const manifest = `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${MANIFEST}" manifest:version="1.2">${entry('/', mimetype)}${list.join('')}</manifest:manifest>`
  return withParts(file, { 'META-INF/manifest.xml': manifest, ...parts })
}

const LINK = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"'
const SIZE = 'svg:width="2cm" svg:height="2cm"'

/** Whatever a text of OpenDocument can name by an address. */
function linkedText(address: string, name: string): string {
  return `<text:p><draw:frame ${SIZE}><draw:image xlink:href="${address}" ${LINK}/></draw:frame></text:p>
<text:p><draw:frame ${SIZE}><draw:object xlink:href="${address}" ${LINK}/></draw:frame></text:p>
<text:p><draw:frame ${SIZE}><draw:floating-frame xlink:href="${address}" ${LINK}/></draw:frame></text:p>
<text:p><draw:frame ${SIZE}><draw:plugin xlink:href="${address}" ${LINK}/></draw:frame></text:p>
<text:section text:name="s${name}"><text:section-source xlink:href="${address}" xlink:type="simple"/><text:p>x</text:p></text:section>
<text:section text:name="d${name}"><office:dde-source office:dde-application="soffice" office:dde-topic="${address}" office:dde-item="A1" office:automatic-update="true"/><text:p>x</text:p></text:section>`
}

/** A drawing within the file that names others. */
function drawing(address: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100"><rect width="9" height="9"/><image xlink:href="${address}" href="${address}" width="90" height="90"/><use xlink:href="${address}#x"/></svg>`
}

const embedded = (name: string) =>
  `<text:p><draw:frame ${SIZE}><draw:image xlink:href="${name}" ${LINK}/></draw:frame></text:p>`

interface Places {
  readonly web: string
  readonly picture: string
  readonly text: string
  /** A file that a macro would make. */
  readonly made: string
}

function openText({ web, picture, text }: Places): Buffer {
  const body = `<text:p>x</text:p>${linkedText(`${web}/odt`, 'w')}${linkedText(picture, 'p')}${linkedText(text, 't')}${embedded('Pictures/a.svg')}${embedded('Pictures/b.svg')}`
  const styles = `<?xml version="1.0"?><office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:font-face-decls><style:font-face style:name="F" svg:font-family="F"><svg:font-face-src><svg:font-face-uri xlink:href="${web}/font" xlink:type="simple"/></svg:font-face-src></style:font-face></office:font-face-decls><office:styles><draw:fill-image draw:name="i" xlink:href="${web}/fill" ${LINK}/></office:styles><office:automatic-styles><style:page-layout style:name="l"><style:page-layout-properties><style:background-image xlink:href="${picture}" ${LINK}/></style:page-layout-properties></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="l"/></office:master-styles></office:document-styles>`
  return withListed(openDocument('text', body), 'text', {
    'styles.xml': styles,
    'Pictures/a.svg': drawing(`${web}/svg`),
    'Pictures/b.svg': drawing(picture),
  })
}

const SCRIPT = 'xmlns:script="http://openoffice.org/2000/script"'
const LIBRARY = 'xmlns:library="http://openoffice.org/2000/library"'

/** A document whose macro runs when it is opened, and writes a file. */
function withMacro({ made }: Places): Buffer {
  const file = openDocument('text', '<text:p>x</text:p>')
  const content = String(partsOf(file).get('content.xml')).replace(
    '<office:body>',
    `<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Run?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts><office:body>`,
  )
  return withListed(file, 'text', {
    'content.xml': content,
    'Basic/script-lc.xml': `<?xml version="1.0"?><library:libraries ${LIBRARY} xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>`,
    'Basic/Standard/script-lb.xml': `<?xml version="1.0"?><library:library ${LIBRARY} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="M"/></library:library>`,
    'Basic/Standard/M.xml': `<?xml version="1.0"?><script:module ${SCRIPT} script:name="M" script:language="StarBasic">Sub Run&#10;Open "${made}" For Output As #1&#10;Print #1, "x"&#10;Close #1&#10;End Sub</script:module>`,
  })
}

function openSheetOf({ web, text }: Places): Buffer {
  const cell = '<table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p>'
  const linked = (address: string, name: string) =>
    `<table:table table:name="${name}"><table:table-source xlink:href="${address}" xlink:type="simple" table:table-name="a" table:filter-name="Text - txt - csv (StarCalc)"/>${cell}</table:table-cell></table:table-row></table:table>`
  const dde = `<table:dde-links><table:dde-link><office:dde-source office:dde-application="soffice" office:dde-topic="${text}" office:dde-item="a" office:automatic-update="true"/></table:dde-link></table:dde-links>`
  return openDocument('spreadsheet', `${linked(`${web}/ods`, 'W')}${linked(text, 'T')}${dde}`)
}

const slides = ({ web, picture }: Places) =>
  openDocument(
    'presentation',
    `<draw:page draw:name="1"><draw:frame svg:width="9cm" svg:height="3cm"><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame>${[`${web}/odp`, picture].map((address) => `<draw:frame ${SIZE}><draw:image xlink:href="${address}" ${LINK}/></draw:frame><draw:frame ${SIZE}><draw:plugin xlink:href="${address}" ${LINK}/></draw:frame>`).join('')}</draw:page>`,
  )

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function relationships(...all: readonly (readonly [type: string, target: string])[]): string {
  const list = all.map(
    ([type, target], at) =>
      `<Relationship Id="e${at}" Type="${RELATIONS}/${type}" Target="${target}" TargetMode="External"/>`,
  )
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}

const field = (instruction: string) =>
  `<w:p><w:fldSimple w:instr=" ${instruction} "><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`

function word({ web, picture, text }: Places): Buffer {
  const linked = (id: string) =>
    `<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape style="width:50pt;height:50pt"><v:imagedata r:id="${id}"/></v:shape></w:pict></w:r></w:p>`
  const instructions = [
    `INCLUDETEXT &quot;${text}&quot;`,
    `INCLUDEPICTURE &quot;${picture}&quot; \\d`,
    `INCLUDEPICTURE &quot;${web}/field&quot; \\d`,
    `DDEAUTO soffice &quot;${text}&quot; a`,
    `LINK Excel.Sheet.8 &quot;${text}&quot; a \\a`,
  ]
  const body = `${p('x')}${linked('e0')}${linked('e1')}<w:altChunk r:id="e2"/><w:altChunk r:id="e3"/><w:subDoc r:id="e4"/>${instructions.map(field).join('')}`
  return docx(body, {
    'word/_rels/document.xml.rels': relationships(
      ['image', `${web}/image`],
      ['image', picture],
      ['aFChunk', text],
      ['aFChunk', `${web}/chunk`],
      ['subDocument', text],
    ),
    'word/settings.xml': `<?xml version="1.0"?><w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${RELATIONS}"><w:attachedTemplate r:id="e0"/></w:settings>`,
    'word/_rels/settings.xml.rels': relationships(['attachedTemplate', `${web}/template`]),
  })
}

function excel({ web, text }: Places): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return withParts(workbook('t="inlineStr"><is><t>x</t></is>', '><f>[1]a!A1</f>'), {
    'xl/externalLinks/externalLink1.xml': `<?xml version="1.0"?><externalLink xmlns="${main}" xmlns:r="${RELATIONS}"><externalBook r:id="e0"><sheetNames><sheetName val="a"/></sheetNames></externalBook></externalLink>`,
    'xl/externalLinks/_rels/externalLink1.xml.rels': relationships(
      ['externalLinkPath', text],
      ['externalLinkPath', `${web}/xlsx`],
    ),
    'xl/connections.xml': `<?xml version="1.0"?><connections xmlns="${main}"><connection id="1" name="a" type="4" refreshOnLoad="1"><webPr url="${web}/query"/></connection></connections>`,
  })
}

const html = ({ picture }: Places, svg: Buffer) =>
  Buffer.from(
    `<html><body background="${picture}">x<img src="${picture}"><img src='data:image/svg+xml;base64,${svg.toString('base64')}'><table background=${picture}><tr><td style="background-image:url(${picture})">x</td></tr></table></body></html>`,
  )

const rtf = (path: string, svg: Buffer) =>
  Buffer.from(
    `{\\rtf1 x {\\field{\\*\\fldinst INCLUDEPICTURE "${path}"}{\\fldrslt }}{\\field{\\*\\fldinst {\\b0 \\'49NCLUDE}PICTURE "${path}"}{\\fldrslt }}{\\pict\\pngblip\\picwgoal900\\pichgoal900 ${svg.toString('hex')}}}`,
  )

/** A document of Word with a drawing as its picture. */
function withDrawing(svg: Buffer): Buffer {
  const picture =
    '<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape style="width:50pt;height:50pt"><v:imagedata r:id="e0"/></v:shape></w:pict></w:r></w:p>'
  const inside = relationships(['image', 'media/a.png']).replace(' TargetMode="External"', '')
  const file = docx(p('x') + picture, { 'word/_rels/document.xml.rels': inside })
  return withParts(file, { 'word/media/a.png': svg })
}

const inText = (svg: Buffer) =>
  openDocument(
    'text',
    `<text:p>x<draw:frame ${SIZE}><draw:image><office:binary-data>${svg.toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`,
  )

async function pdfOf(name: string, file: Buffer): Promise<Buffer> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), name)
  const answer = await documents.client.post('/convert', form)
  assert.equal(answer.status, 200, `${name}: ${answer.text.slice(0, 300)}`)
  return answer.bytes
}

const hasPicture = (pdf: Buffer) =>
  new RegExp(`\\s${WIDTH}\\s+${HEIGHT}\\s`).test(ask('pdfimages', pdf, '-list'))

test('a package that names other files by whatever its format has shows none of them, asks nobody and runs nothing', async (context) => {
  if (!isInstalled || !(await hasPoppler(context))) {
    assert.notEqual(process.env['CI'], 'true', 'LibreOffice is missing')
    return context.skip('LibreOffice is not installed')
  }
  const [picture = '', text = '', made = ''] = ['secreto.bmp', 'secreto.csv', 'hecho'].map((name) =>
    join(documents.folder, name),
  )
  await writeFile(picture, bitmap())
  await writeFile(text, `${SECRET}\n`)
  const places: Places = {
    web: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    picture: pathToFileURL(picture).href,
    text: pathToFileURL(text).href,
    made,
  }
  // What is looked for is found where it is.
  const inside = withListed(openDocument('text', embedded('Pictures/a.bmp')), 'text', {
    'Pictures/a.bmp': bitmap(),
  })
  assert.ok(hasPicture(await pdfOf('dentro.odt', inside)))
  const office = (await findOffice()) ?? ''
  const svg = Buffer.from(drawing(places.picture))
  for (const [name, file, module] of [
    ['a.html', html(places, svg), 'writer'],
    ['a.rtf', rtf(picture, svg), 'writer'],
    ['dibujo.docx', withDrawing(svg), 'writer'],
    ['empacado.docx', withDrawing(gzipSync(svg)), 'writer'],
    ['dentro.odt', inText(svg), 'writer'],
    ['a.odt', openText(places), 'writer'],
    ['macro.odt', withMacro(places), 'writer'],
    ['a.docx', word(places), 'writer'],
    ['a.ods', openSheetOf(places), 'calc'],
    ['a.xlsx', excel(places), 'calc'],
    ['a.odp', slides(places), 'impress'],
  ] as const) {
    if (module !== 'writer' && !(await hasModule(office, module))) continue
    const pdf = await pdfOf(name, file)
    const words = wordsOfPages(pdf).join(' ')
    assert.match(words, /x/, name)
    assert.doesNotMatch(words, new RegExp(SECRET), name)
    assert.equal(hasPicture(pdf), false, name)
  }
  assert.deepEqual(calls, [])
  await assert.rejects(access(made))
})

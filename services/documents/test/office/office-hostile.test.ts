import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { writeOfficeProfile } from '../../src/office/office-profile.ts'
import { docx, p, zipOf } from '../docx/docx-fixture.ts'
import { findOffice, folder, hasPoppler, SMALL, textOf, withPool } from './office-fixture.ts'

// Deep: it converts files made to hang an office.

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
// A red dot.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const SECRET = 'quintessence'

function withDocument(
  document: string,
  parts: Readonly<Record<string, string | Buffer>> = {},
): Buffer {
  return zipOf({
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': document,
    ...parts,
  })
}

const DAMAGED: readonly (readonly [name: string, bytes: Buffer, reason: RegExp])[] = [
  ['an empty file', Buffer.alloc(0), /not a \.docx/],
  ['plain text', Buffer.from('hola'), /not a \.docx/],
  ['a PDF', Buffer.from('%PDF-1.4\n'), /not a \.docx/],
  [
    'a password container',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_048)]),
    /password/,
  ],
  ['a truncated zip', SMALL.subarray(0, 200), /could not be read/],
  ['a zip without a document', zipOf({ 'x.txt': 'x' }), /could not be read/],
  ['a document that is no XML', withDocument('<w:document'), /could not be read/],
  [
    'a document type with an external entity in the content types',
    zipOf({
      '[Content_Types].xml':
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Types>&x;</Types>',
      'word/document.xml': '<a/>',
    }),
    /could not be read/,
  ],
]

test('a damaged, foreign or locked file is a failure at once, and the pool goes on', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    for (const [name, bytes, reason] of DAMAGED) {
      const pdf = await pool.convert(bytes)
      assert.ok(!pdf.ok && pdf.error.kind === 'failed', name)
      assert.match(pdf.error.reason, reason, name)
    }
    assert.equal((await pool.convert(SMALL)).ok, true)
    assert.equal(pool.stats().restarts, 1)
  }))

test('an entity brings no file into the PDF, and entities of entities do not hang the pool', async (context) => {
  if (!(await hasPoppler(context))) return
  await writeFile(join(folder, 'secret.txt'), SECRET)
  const lol = Array.from(
    { length: 12 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('')
  const bodies = [
    `<!DOCTYPE a [<!ENTITY x SYSTEM "file://${folder}/secret.txt">]><w:document ${W}><w:body><w:p><w:r><w:t>a&x;b</w:t></w:r></w:p></w:body></w:document>`,
    `<!DOCTYPE a [<!ENTITY l0 "lol">${lol}]><w:document ${W}><w:body><w:p><w:r><w:t>&l12;</w:t></w:r></w:p></w:body></w:document>`,
  ]
  await withPool(context, {}, async (pool) => {
    await pool.warm()
    for (const body of bodies) {
      const pdf = await pool.convert(withDocument(body))
      if (pdf.ok) assert.equal((await textOf(pdf.value)).includes(SECRET), false)
    }
    assert.equal((await pool.convert(SMALL)).ok, true)
  })
})

function picture(id: string, how: 'link' | 'embed'): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:${how}="${id}"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

function field(instruction: string): string {
  return `<w:p><w:fldSimple w:instr=" ${instruction} "><w:r><w:t>field</w:t></w:r></w:fldSimple></w:p>`
}

/** A document that asks for things outside of it in every way that is known to this test. */
function reachingOut(url: string): Buffer {
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}" TargetMode="External"/>`
  const body = [
    picture('net', 'link'),
    picture('disk', 'link'),
    field(`INCLUDEPICTURE &quot;${url}/field.png&quot; \\d`),
    field(`INCLUDETEXT &quot;${folder}/secret.txt&quot;`),
    field(`DDEAUTO soffice &quot;${folder}/secret.txt&quot; x`),
    '<w:altChunk r:id="chunk"/>',
    '<w:subDoc r:id="sub"/>',
    '<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" ProgID="Word.Document.12" ShapeID="s" DrawAspect="Content" r:id="ole" UpdateMode="Always"/></w:object></w:r></w:p>',
    p('fin'),
  ].join('')
  const links = [
    relationship('net', 'image', `${url}/image.png`),
    relationship('disk', 'image', `file://${folder}/dot.png`),
    relationship('chunk', 'aFChunk', `file://${folder}/secret.txt`),
    relationship('sub', 'subDocument', `file://${folder}/secret.txt`),
    relationship('ole', 'oleObject', `${url}/ole.docx`),
    relationship('set', 'attachedTemplate', `${url}/template.dotm`),
  ].join('')
  return docx(body, {
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}">${links}<Relationship Id="settings" Type="${RELATIONSHIPS}/settings" Target="settings.xml"/></Relationships>`,
    'word/settings.xml': `<w:settings ${W} xmlns:r="${RELATIONSHIPS}"><w:attachedTemplate r:id="set"/></w:settings>`,
    'word/_rels/settings.xml.rels': `<Relationships xmlns="${PACKAGE}">${relationship('set', 'attachedTemplate', `${url}/template.dotm`)}</Relationships>`,
  })
}

const IMAGE = '/Subtype/Image'

test('a document that reaches out to the network or the disk gets nothing from either', async (context) => {
  if (!(await hasPoppler(context))) return
  await writeFile(join(folder, 'secret.txt'), SECRET)
  await writeFile(join(folder, 'dot.png'), PNG)
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`)
    response.end(PNG)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const file = reachingOut(`http://127.0.0.1:${port}`)
  try {
    await withPool(context, {}, async (pool) => {
      const pdf = await pool.convert(file)
      assert.ok(pdf.ok)
      assert.deepEqual(hits, [])
      assert.equal(pdf.value.includes(IMAGE), false)
      const text = await textOf(pdf.value)
      assert.equal(text.includes(SECRET), false)
      assert.ok(text.includes('fin'))
      // The same picture inside the document is drawn: the claims above could fail.
      const own = withDocument(
        `<w:document ${W} xmlns:r="${RELATIONSHIPS}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><w:body>${picture('own', 'embed')}</w:body></w:document>`,
        {
          'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="own" Type="${RELATIONSHIPS}/image" Target="media/dot.png"/></Relationships>`,
          'word/media/dot.png': PNG,
        },
      )
      const drawn = await pool.convert(own)
      assert.equal(drawn.ok && drawn.value.includes(IMAGE), true)
      const naive = await convertNaively(file)
      assert.notDeepEqual(hits, [], 'an office without our profile does fetch')
      assert.equal(naive.includes(IMAGE), true, 'and draws what it finds')
    })
  } finally {
    server.close()
  }
})

const NO_TEST_PICTURES =
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>9999.0</value></prop></item></oor:items>'

/** As the command line does it, with the settings that LibreOffice comes with, but for the test pictures of a first start. */
async function convertNaively(file: Buffer): Promise<Buffer> {
  const home = join(folder, 'naive')
  const settings = join(home, 'profile', 'user', 'registrymodifications.xcu')
  await mkdir(dirname(settings), { recursive: true })
  await writeFile(settings, NO_TEST_PICTURES)
  await writeFile(join(home, 'x.docx'), file)
  const child = spawn(
    (await findOffice()) ?? '',
    [
      `-env:UserInstallation=file://${home}/profile`,
      '--headless',
      '--convert-to',
      'pdf',
      '--outdir',
      home,
      join(home, 'x.docx'),
    ],
    { stdio: 'ignore', timeout: 60_000, env: { ...process.env, HOME: home } },
  )
  await once(child, 'close')
  return await readFile(join(home, 'x.pdf'))
}

test('a document that carries macros is converted, and its macros are left alone', async (context) => {
  await withPool(context, {}, async (pool) => {
    const pdf = await pool.convert(
      docx(p('hola'), {
        'word/vbaProject.bin': 'this is no macro',
        'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="vba" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>`,
      }),
    )
    assert.equal(pdf.ok, true)
    assert.equal(pool.stats().restarts, 1)
  })
})

test('the profile forbids macros, links and the network', async () => {
  const profile = join(folder, 'profile')
  await writeOfficeProfile(profile, '/nowhere/soffice.bin')
  const text = await readFile(join(profile, 'user', 'registrymodifications.xcu'), 'utf8')
  const settings = Object.fromEntries(
    [...text.matchAll(/<prop oor:name="(\w+)"[^>]*><value>([^<]*)<\/value>/g)].map(
      ([, name, value]) => [name, value],
    ),
  )
  assert.deepEqual(settings, {
    DisableMacrosExecution: 'true',
    MacroSecurityLevel: '3',
    BlockUntrustedRefererLinks: 'true',
    DisableActiveContent: 'true',
    Link: '2',
    ooInetProxyType: '1',
    ooInetHTTPProxyName: '127.0.0.1',
    ooInetHTTPProxyPort: '9',
    ooInetHTTPSProxyName: '127.0.0.1',
    ooInetHTTPSProxyPort: '9',
    ooInetNoProxy: '',
    ooSetupLastVersion: '9999.0',
  })
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { docx, p } from '../docx/docx-fixture.ts'
import { startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { hasOffice, hasPoppler, textOf } from './office-fixture.ts'

const FOLDER = join(import.meta.dirname, '../../examples/starters')

let documents: DocumentsTest

before(async () => {
  documents = await startDocuments({
    config: { demo: true, searchPath: process.env['PATH'] ?? '', locale: 'es-MX' },
  })
})
after(() => documents.stop())

function dataOf(slug: string): object {
  return JSON.parse(readFileSync(join(FOLDER, `${slug}.data.json`), 'utf8'))
}

const SLUGS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.docx'))
  .map((name) => name.slice(0, -'.docx'.length))

test('a demonstration begins with the starter templates, whose samples fit their schemas', async () => {
  const { templates } = (await documents.client.get('/templates')).json
  assert.deepEqual(
    templates.map(({ slug }: { slug: string }) => slug),
    SLUGS.toSorted(),
  )
  assert.equal(SLUGS.length, 5)
  for (const { slug, hasSchema } of templates) {
    assert.ok(hasSchema, slug)
    const { json } = await documents.client.get(`/templates/${slug}/tags`)
    assert.deepEqual(json.problems, [], slug)
    assert.deepEqual(json.translations?.untranslated ?? {}, {}, slug)
    const sample = await documents.render(slug, json.sample)
    assert.equal(sample.status, 200, `${slug}: ${sample.text.slice(0, 300)}`)
  }
})

/** What each shows of its data. */
const SHOWN: Readonly<Record<string, readonly RegExp[]>> = {
  'factura-cfdi': [
    /CIENTO TREINTA Y CINCO MIL OCHOCIENTOS NOVENTA Y DOS PESOS 57\/100 M\.N\./,
    /Descuento \$6,165\.73/,
    /\$2,780\.13 \$11,120\.50/,
  ],
  'orden-de-compra': [
    /Subtotal Maderas \$116,505\.98/,
    /Total MXN \$196,650\.14/,
    /CIENTO NOVENTA Y SEIS MIL SEISCIENTOS CINCUENTA PESOS 14\/100/,
  ],
  'recibo-de-nomina': [
    /SETECIENTOS DIECISÉIS PESOS 34\/100 M\.N\. \$8,716\.34/,
    /deducciones \$285\.30 \$2,168\.26/,
  ],
  contrato: [
    /c\) la capacitación/,
    /b\) corregir sin costo/,
    /5\. Jurisdicción/,
    /veintiuno de noviembre de dos mil veintiséis/,
  ],
  carta: [/22 de noviembre de 2026/, /Estimada\(o\) Arq\. Verónica Salas Pineda:/, /Atentamente,/],
}

test('each starter template makes a PDF of its sample data that shows what it should', async (context) => {
  if (!(await hasOffice(context)) || !(await hasPoppler(context))) return
  for (const slug of SLUGS) {
    const pdf = await documents.render(slug, dataOf(slug), { format: 'pdf', strict: true })
    assert.equal(pdf.status, 200, `${slug}: ${pdf.text.slice(0, 300)}`)
    const words = (await textOf(pdf.bytes)).replace(/\s+/g, ' ')
    assert.doesNotMatch(words, /[{}]|undefined|NaN/, slug)
    for (const pattern of SHOWN[slug] ?? [/never/]) assert.match(words, pattern, slug)
  }
})

test('the letter speaks English when it is asked to, and leaves out what is not given', async (context) => {
  if (!(await hasOffice(context)) || !(await hasPoppler(context))) return
  const { anexos: _anexos, asunto: _asunto, ...data } = dataOf('carta') as Record<string, unknown>
  const pdf = await documents.render('carta', data, { format: 'pdf', locale: 'en-US' })
  const words = (await textOf(pdf.bytes)).replace(/\s+/g, ' ')
  assert.match(words, /November 22, 2026 .*Dear Arq\. Verónica Salas Pineda, .*Sincerely yours,/)
  assert.doesNotMatch(words, /Re:|Enclosures/)
})

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A template of chapters, each on a page of its own, behind a table of contents that Word left empty. */
function chapters(): Buffer {
  const field = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
  const instruction =
    '<w:r><w:instrText xml:space="preserve"> TOC \\o "1-1" \\h </w:instrText></w:r>'
  const toc = `<w:p>${field('begin')}${instruction}${field('separate')}<w:r><w:t>viejo</w:t></w:r></w:p><w:p>${field('end')}</w:p>`
  const title =
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:pageBreakBefore/></w:pPr><w:r><w:t>{titulo}</w:t></w:r></w:p>'
  const styles = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`
  return docx(`${toc}${p('{#capitulos}')}${title}${p('{texto}')}${p('{/capitulos}')}<w:sectPr/>`, {
    'word/styles.xml': styles,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${TYPE}/styles" Target="styles.xml"/></Relationships>`,
  })
}

test('the table of contents of a PDF names what was rendered, with its pages', async (context) => {
  if (!(await hasOffice(context)) || !(await hasPoppler(context))) return
  assert.equal((await documents.upload('capitulos', chapters())).status, 201)
  const capitulos = ['Alfa', 'Beta', 'Gama'].map((titulo) => ({ titulo, texto: `De ${titulo}` }))
  const pdf = await documents.render('capitulos', { capitulos }, { format: 'pdf' })
  assert.equal(pdf.status, 200, pdf.text.slice(0, 300))
  const [contents = ''] = (await textOf(pdf.bytes)).split('\f')
  assert.equal(contents.replace(/[\s.]+/g, ' ').trim(), 'Alfa 2 Beta 3 Gama 4')
})

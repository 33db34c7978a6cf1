import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { zipBytes } from '@oficina/zip/stream-zip.ts'

import { startErp, type ErpTest } from '../erp-service.ts'

const API = '/api/v1'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as another program may write it, with its parts as they are given. */
async function workbook(sheet: {
  readonly attributes: string
  readonly cells: string
}): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Readonly<Record<string, string>> = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet ${sheet.attributes}/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Target='worksheets/sheet1.xml' Type="a>b" Id="rId1"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt formatCode="[>=1000]#,##0;'>'0" numFmtId="170"/><numFmt numFmtId="171" formatCode="[$-80A>]dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${sheet.cells}</sheetData></worksheet>`,
  }
  async function* entries() {
    for (const [name, text] of Object.entries(parts)) {
      yield await Promise.resolve({ name, text: once(text) })
    }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zipBytes(entries())) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

async function* once(text: string) {
  yield await Promise.resolve(text)
}

const CELLS = `<row r="1"><c r="A1" t="str"><v>clave</v></c><c r="B1" t="str"><v>nombre</v></c><c r="C1" t="str"><v>tipo</v></c><c r="D1" t="str"><v>inicio_vigencia</v></c></row>
<row r="2"><c r='A2' t="str"><v>A</v></c><c r="B2" t="str" cm=">"><v>Uno</v></c><c r="C2" t="str"><v>servicio</v></c><c s="2" r="D2"><v>46082</v></c></row>`

test('attributes of a workbook may hold what looks like the end of a tag, or like another attribute', async () => {
  for (const attributes of [
    'name="Ventas &gt; 100" sheetId="1" r:id="rId1"',
    'name="Ventas > 100" sheetId="1" r:id="rId1"',
    `sheetId='1' r:id='rId1' name='Ventas > 100'`,
    `state=" r:id='rId9' " name="Ventas > 100" r:id="rId1"`,
  ]) {
    const body = await workbook({ attributes, cells: CELLS })
    const company = await erp.otherCompany()
    const answer = await company.send(
      'POST',
      `${API}/CentroCosto/import?sheet=${encodeURIComponent('Ventas > 100')}`,
      { headers: { 'content-type': XLSX }, body },
    )
    assert.equal(answer.status, 200, `${attributes}: ${answer.text}`)
    const { json } = await company.get(`${API}/CentroCosto?fields=clave,nombre,inicio_vigencia`)
    assert.deepEqual(json.data, [
      { id: 1, clave: 'A', nombre: 'Uno', inicio_vigencia: '2026-03-01' },
    ])
  }
})

test('a name that no sheet has is refused with the names that there are, as they are written', async () => {
  const body = await workbook({ attributes: 'name="Ventas > 100" r:id="rId1"', cells: CELLS })
  const answer = await erp.admin.send('POST', `${API}/CentroCosto/import?sheet=Otra`, {
    headers: { 'content-type': XLSX },
    body,
  })
  assert.equal(answer.status, 422)
  assert.match(answer.json.errors[0].message, /it has "Ventas > 100"/)
})

test('a workbook with a part that is not what the archive promises is refused, and nothing of it stays', async () => {
  const body = await workbook({ attributes: 'name="Hoja" r:id="rId1"', cells: CELLS })
  const archive = Buffer.from(body.buffer)
  // The name stands in the entry's own header and in the directory, whose record has the checksum 30 bytes before.
  const name = archive.lastIndexOf('xl/worksheets/sheet1.xml')
  archive.writeUInt32LE(archive.readUInt32LE(name - 30) ^ 1, name - 30)
  const company = await erp.otherCompany()
  const answer = await company.send('POST', `${API}/CentroCosto/import`, {
    headers: { 'content-type': XLSX },
    body,
  })
  assert.equal(answer.status, 422, answer.text)
  assert.equal(answer.json.errors[0].message, 'The file: the workbook is damaged.')
  const { json } = await company.get(`${API}/CentroCosto`)
  assert.deepEqual(json.data, [])
})

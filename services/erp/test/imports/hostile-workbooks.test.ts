// Deep: it fills the memory of a process with what small workbooks unpack to.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'
import { zipBytes } from '@oficina/zip/stream-zip.ts'

import { startErpProcess, type ErpProcess } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: a process with little memory is started beside it.

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

let erp: ErpTest
let service: ErpProcess

before(async () => {
  erp = await startOwnErp()
  service = await startErpProcess({
    DATABASE_URL: erp.database.url,
    DATA_DIR: erp.dataDir,
    NODE_OPTIONS: '--max-old-space-size=128',
  })
})

after(async () => {
  await service.stop()
  await erp.stop()
})

/** So many times a text, which may be far more than a string holds. */
interface Repeated {
  readonly text: string
  readonly times: number
}

type Part = readonly (string | Repeated)[]

const PER_PIECE = 200_000

function* pieces(part: Part) {
  for (const one of part) {
    if (typeof one === 'string') yield one
    else {
      const atOnce = Math.max(1, Math.floor(PER_PIECE / one.text.length))
      for (let left = one.times; left > 0; left -= atOnce)
        yield one.text.repeat(Math.min(left, atOnce))
    }
  }
}

const HEADER =
  '<row><c t="str"><v>clave</v></c><c t="str"><v>nombre</v></c><c t="str"><v>tipo</v></c></row>'
const sheet = (...rows: Part): Part => [
  `<worksheet ${MAIN}><sheetData>${HEADER}`,
  ...rows,
  '</sheetData></worksheet>',
]
const strings = (...texts: Part): Part => [`<sst ${MAIN}>`, ...texts, '</sst>']

interface Parts {
  readonly rows?: Part
  readonly texts?: Part
  readonly styles?: Part
  readonly sheets?: Part
}

/** Imports a workbook of these parts. */
async function imported({
  rows = [],
  texts = [],
  styles = [],
  sheets = [],
}: Parts): Promise<TestAnswer> {
  const parts: Readonly<Record<string, Part>> = {
    'xl/workbook.xml': [
      `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Hoja" r:id="rId1"/>`,
      ...sheets,
      '</sheets></workbook>',
    ],
    'xl/_rels/workbook.xml.rels': [
      `<Relationships><Relationship Target="worksheets/sheet1.xml" Id="rId1"/></Relationships>`,
    ],
    'xl/styles.xml': [`<styleSheet ${MAIN}>`, ...styles, '</styleSheet>'],
    'xl/sharedStrings.xml': strings(...texts),
    'xl/worksheets/sheet1.xml': sheet(...rows),
  }
  async function* entries() {
    for (const [name, part] of Object.entries(parts)) {
      yield await Promise.resolve({ name, text: textOf(part) })
    }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zipBytes(entries())) chunks.push(chunk)
  const answer = await exchange(`${service.url}/api/v1/CentroCosto/import?mode=all`, 'POST', {
    headers: { authorization: service.authorization, 'content-type': XLSX },
    body: new Uint8Array(Buffer.concat(chunks)),
  })
  service.assertAlive()
  return answer
}

async function* textOf(part: Part) {
  for (const text of pieces(part)) yield await Promise.resolve(text)
}

async function refusal(parts: Parts): Promise<string> {
  const { status, json, text } = await imported(parts)
  assert.equal(status, 422, text.slice(0, 500))
  return json.errors[0].message
}

const MEBIBYTE = 'a'.repeat(1024 * 1024)

test('a text that many cells share is counted for each of them', async () => {
  const texts = [`<si><t>${MEBIBYTE}</t></si>`]
  const rows = ['<row>', { text: '<c t="s"><v>0</v></c>', times: 40 }, '</row>']
  assert.match(await refusal({ texts, rows }), /more than 4 MiB of text/)
})

test('a text of many runs is as long as all of them', async () => {
  const runs = { text: `<r><t>${'b'.repeat(10_000)}</t></r>`, times: 30_000 }
  assert.match(await refusal({ texts: ['<si>', runs, '</si>'] }), /text too long/)
  const cell = ['<row><c t="inlineStr"><is>', runs, '</is></c></row>']
  assert.match(await refusal({ rows: cell }), /text too long/)
})

test('a row has as many cells as a worksheet has columns, whether they say where they stand or not', async () => {
  const rows = ['<row>', { text: '<c/>', times: 30_000_000 }, '</row>']
  assert.match(await refusal({ rows }), /damaged/)
})

test('styles and sheets beyond what a workbook has are refused', async () => {
  const formats = ['<cellXfs>', { text: '<xf/>', times: 30_000_000 }, '</cellXfs>']
  assert.match(await refusal({ styles: formats }), /damaged/)
  const names = { text: `<numFmt numFmtId="1" formatCode="${'0'.repeat(200)}"/>`, times: 1_000_000 }
  assert.equal((await imported({ styles: [names] })).status, 200)
  const open = [`<numFmt numFmtId="170" formatCode="${'['.repeat(1_000_000)}d"/>`]
  assert.equal((await imported({ styles: open })).status, 200)
  const sheets = [{ text: `<sheet name="${'n'.repeat(1_000)}" r:id="rId2"/>`, times: 300_000 }]
  assert.equal((await imported({ sheets })).status, 200)
})

test('millions of shared texts are read, and more than sixteen are too many', async () => {
  const many = { text: '<si><t>texto</t></si>', times: 3_000_000 }
  const rows = [
    '<row><c t="s"><v>2999999</v></c><c t="s"><v>7</v></c><c t="str"><v>servicio</v></c></row>',
  ]
  const { status, text } = await imported({ texts: [many], rows })
  assert.equal(status, 200, text)
  const empty = { text: '<si/>', times: 17_000_000 }
  assert.match(await refusal({ texts: [empty] }), /too many different texts/)
})

test('rows of much text are written in small batches, and what stands between rows is not kept', async () => {
  const row = `<row><c t="str"><v>${MEBIBYTE}</v></c><c t="str"><v>x</v></c></row>`
  assert.match(await refusal({ rows: [{ text: row, times: 150 }] }), /clave/)
  const padded = `<!--${MEBIBYTE}--><row><c t="str"><v>una clave de más de trece</v></c><c t="str"><v>${'x'.repeat(50)}</v></c></row>`
  assert.match(await refusal({ rows: [{ text: padded, times: 150 }] }), /clave/)
})

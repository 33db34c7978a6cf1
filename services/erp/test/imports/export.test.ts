import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { crc32, inflateRawSync } from 'node:zlib'

import fc from 'fast-check'

import type { SheetValue } from '../../src/files/xlsx-cells.ts'
import { readXlsx } from '../../src/files/xlsx-rows.ts'
import { WORKSHEET_ROWS, xlsxBytes, type SheetColumn } from '../../src/files/xlsx-writer.ts'
import { JsonNumber } from '../../src/query/json-number.ts'
import type { Cell } from '../../src/query/table-row.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

const API = '/api/v1'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let erp: ErpTest
let folder: string

before(async () => {
  erp = await startErp()
  folder = await mkdtemp(join(tmpdir(), 'oficina-export-'))
  const rows = [
    {
      clave: 'A',
      nombre: '=SUM(A1)',
      tipo: 'servicio',
      inicio_vigencia: '2026-03-01',
      activo: true,
    },
    { clave: '00012', nombre: 'Ñandú <&> "x"\n_x000D_', tipo: 'comercial', padre: 1 },
  ]
  for (const row of rows) {
    const answer = await erp.admin.post(`${API}/CentroCosto`, row)
    assert.equal(answer.status, 201, answer.text)
  }
})

after(async () => {
  await erp.stop()
  await rm(folder, { recursive: true, force: true })
})

async function rowsOf(bytes: Buffer): Promise<(string | null)[][]> {
  const path = join(folder, 'read.xlsx')
  await writeFile(path, bytes)
  const rows: (string | null)[][] = []
  for await (const { cells } of readXlsx(path, null)) rows.push(cells.map(shown))
  return rows
}

function shown(cell: Cell): string | null {
  if (cell === null) return null
  return cell instanceof JsonNumber ? cell.source : String(cell)
}

describe('format=xlsx', () => {
  const fields = 'fields=clave,nombre,tipo,padre,inicio_vigencia,activo'

  it('holds the listing with numbers, days and booleans as such, and formulas as texts', async () => {
    const answer = await erp.admin.get(`${API}/CentroCosto?format=xlsx&${fields}`)
    assert.equal(answer.headers.get('content-type'), XLSX)
    assert.equal(
      answer.headers.get('content-disposition'),
      'attachment; filename="CentroCosto.xlsx"',
    )
    assert.deepEqual(await rowsOf(answer.bytes), [
      ['id', 'clave', 'nombre', 'tipo', 'padre', 'padre_str', 'inicio_vigencia', 'activo'],
      ['1', 'A', '=SUM(A1)', 'servicio', null, null, '2026-03-01', 'true'],
      ['2', '00012', 'Ñandú <&> "x"\n_x000D_', 'comercial', '1', 'A =SUM(A1)', null, 'true'],
    ])
  })

  it('can be headed by labels, and imported again', async () => {
    const answer = await erp.admin.get(
      `${API}/CentroCosto?format=xlsx&headers=label&${fields}&sort=id`,
    )
    const [header] = await rowsOf(answer.bytes)
    assert.deepEqual(header?.slice(1, 6), [
      'Clave',
      'Nombre',
      'Tipo',
      'Padre',
      'Padre (descripción)',
    ])
    const other = await erp.otherCompany()
    const imported = await other.send('POST', `${API}/CentroCosto/import?mode=rows`, {
      headers: { 'content-type': XLSX },
      body: new Uint8Array(answer.bytes),
    })
    assert.deepEqual(
      imported.json.data.results.map(({ ok }: { ok: boolean }) => ok),
      // The second row names the first one by an id that is not this company's yet in the same batch.
      [true, false],
      imported.text,
    )
    const { json } = await other.get(`${API}/CentroCosto/1`)
    assert.deepEqual([json.data.nombre, json.data.inicio_vigencia], ['=SUM(A1)', '2026-03-01'])
  })

  it('refuses formats and headers that there are not', async () => {
    for (const query of ['format=pdf', 'format=csv&headers=both']) {
      assert.equal((await erp.admin.get(`${API}/CentroCosto?${query}`)).status, 422)
    }
  })
})

describe('format=csv', () => {
  it('guards texts that a spreadsheet would run, and no number', async () => {
    const answer = await erp.admin.get(`${API}/CentroCosto?format=csv&fields=nombre&headers=label`)
    assert.equal(answer.text.split('\r\n').slice(0, 2).join('\n'), "\u{feff}Id,Nombre\n1,'=SUM(A1)")
  })
})

describe('fields', () => {
  it('are written in the order in which they were asked for, after the id unless it is named', async () => {
    const head = async (fields: string) => {
      const answer = await erp.admin.get(`${API}/CentroCosto?format=csv&fields=${fields}`)
      return answer.text.slice(1).split('\r\n', 1)[0]
    }
    assert.equal(await head('nombre,clave'), 'id,nombre,clave')
    assert.equal(await head('clave,id,nombre'), 'clave,id,nombre')
  })
})

describe('a workbook', () => {
  const columns: readonly SheetColumn[] = [
    { title: 'texto', format: 'text' },
    { title: 'número', format: 'number' },
    { title: 'día', format: 'date' },
    { title: 'instante', format: 'instant' },
    { title: 'sí', format: 'boolean' },
  ]

  async function written(
    batches: readonly (readonly (readonly SheetValue[])[])[],
    limits: { readonly maxRows?: number } = {},
  ): Promise<Buffer> {
    const chunks: Buffer[] = []
    async function* source() {
      for (const batch of batches) yield await Promise.resolve(batch)
    }
    for await (const chunk of xlsxBytes({ name: 'Hoja', columns, batches: source(), ...limits })) {
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  it('gives back every value that was written, whatever texts hold', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.constantFrom('_x000D_', 'a\r\nb', '\u0001', ' x ', '<![CDATA[', ']]>', '&amp;', '_x005F_'),
    )
    const number = fc
      .tuple(fc.integer(), fc.integer({ min: 0, max: 99 }))
      .map(([whole, cents]) =>
        cents === 0
          ? String(whole)
          : `${whole}.${String(cents).padStart(2, '0').replace(/0$/, '')}`,
      )
    const date = fc
      .date({ min: new Date('1900-03-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((value) => value.toISOString())
    const row = fc.tuple(
      text,
      number,
      date.map((value) => value.slice(0, 10)),
      date.map((value) => `${value.slice(0, 19)}.000Z`),
      fc.constantFrom('true', 'false'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const [, ...read] = await rowsOf(await written([rows]))
        const wanted = rows.map(([a, b, c, d, e]) => [
          a,
          b,
          c,
          d.endsWith('T00:00:00.000Z') ? d.slice(0, 10) : d.slice(0, 19),
          e,
        ])
        assert.deepEqual(read, wanted)
      }),
      { numRuns: 100 },
    )
  })

  it('keeps a number with more digits than Excel has as a text', async () => {
    const [, row] = await rowsOf(await written([[['a', '1234567890123456.78', null, null, null]]]))
    assert.deepEqual(row, ['a', '1234567890123456.78'])
  })

  it('goes on in another worksheet behind 1,048,575 records', async () => {
    assert.equal(WORKSHEET_ROWS, 1_048_575)
    // The same border nearer: a worksheet ends in the middle of a batch, and the next one begins there.
    const batch = Array.from({ length: 50 }, () => ['x', null, null, null, null])
    const path = join(folder, 'large.xlsx')
    const batches = Array.from({ length: 21 }, () => batch)
    await writeFile(path, await written(batches, { maxRows: 1_025 }))
    const counts: number[] = []
    for (const sheet of ['Hoja', 'Hoja (2)']) {
      let count = 0
      for await (const _row of readXlsx(path, sheet)) count += 1
      counts.push(count)
    }
    assert.deepEqual(counts, [1_025 + 1, 25 + 1])
  })

  it('has the right checksum and lengths in its directory', async () => {
    const bytes = await written([[['á', '1', '2026-01-01', null, 'true']]])
    let at = bytes.readUInt32LE(bytes.length - 6)
    const names: string[] = []
    while (bytes.readUInt32LE(at) === 0x02014b50) {
      const [crc, packed, length] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field))
      const nameLength = bytes.readUInt16LE(at + 28)
      const start = bytes.readUInt32LE(at + 42) + 30 + nameLength
      const text = inflateRawSync(bytes.subarray(start, start + (packed ?? 0)))
      assert.deepEqual([crc32(text), text.length], [crc, length])
      names.push(bytes.toString('utf8', at + 46, at + 46 + nameLength))
      at += 46 + nameLength
    }
    assert.deepEqual(names, [
      'xl/worksheets/sheet1.xml',
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
    ])
  })
})

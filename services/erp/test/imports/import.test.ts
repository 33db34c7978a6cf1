import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../erp-service.ts'

const API = '/api/v1'
const CSV = { headers: { 'content-type': 'text/csv' } }
const JSONL = { headers: { 'content-type': 'application/x-ndjson' } }

let erp: ErpTest
/** An administrator of a company that no other test uses. */
let mine: HttpClient

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

beforeEach(async () => {
  mine = await erp.otherCompany()
})

function csv(path: string, text: string | Uint8Array, client = mine) {
  return client.send('POST', `${API}/${path}`, { ...CSV, body: text })
}

function jsonl(path: string, rows: readonly unknown[], client = mine) {
  const body = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n')
  return client.send('POST', `${API}/${path}`, { ...JSONL, body })
}

async function departments(query = '', client = mine) {
  const { json } = await client.get(`${API}/Departamento?sort=clave&fields=clave,nombre${query}`)
  return json.data.map(({ clave, nombre }: { clave: string; nombre: string }) => [clave, nombre])
}

describe('a file of CSV', () => {
  it('becomes records, all of them at once', async () => {
    const answer = await csv('Departamento/import', 'clave,nombre\nA,Uno\nB,"Dos, y más"\n')
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.json.data, { created: 2, updated: 0 })
    assert.deepEqual(answer.json.meta, {
      model: 'Departamento',
      mode: 'all',
      dry_run: false,
      total: 2,
      succeeded: 2,
      failed: 0,
      created: 2,
      updated: 0,
      problems: 0,
      kept: true,
    })
    assert.deepEqual(await departments(), [
      ['A', 'Uno'],
      ['B', 'Dos, y más'],
    ])
  })

  it('may be what spreadsheets write: semicolons, a byte order mark, CR LF, empty rows', async () => {
    const texts = [
      '\u{feff}clave;nombre\r\nA;"Ñandú ""uno"""\r\n;\r\nB;Línea\r\n',
      'sep=;\r\nclave;nombre\r\nA;"Ñandú ""uno"""\r\nB;Línea',
      'clave\tnombre\nA\t"Ñandú ""uno"""\n\nB\tLínea\n',
    ]
    for (const text of texts) {
      mine = await erp.otherCompany()
      const answer = await csv('Departamento/import', text)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(await departments(), [
        ['A', 'Ñandú "uno"'],
        ['B', 'Línea'],
      ])
    }
  })

  it('may be Windows-1252 or UTF-16, in which Excel saves it', async () => {
    const latin = Buffer.from('clave,nombre\nA,Añil\n', 'latin1')
    const utf16 = Buffer.from('\u{feff}clave\tnombre\nB\tAñil\n', 'utf16le')
    for (const bytes of [latin, utf16]) {
      const answer = await csv('Departamento/import', new Uint8Array(bytes))
      assert.equal(answer.status, 200, answer.text)
    }
    assert.deepEqual(await departments(), [
      ['A', 'Añil'],
      ['B', 'Añil'],
    ])
  })

  it('names references by id, by key or in words', async () => {
    await csv('CentroCosto/import', 'clave,nombre,tipo\nCC1,Compras,servicio\n777,Siete,servicio\n')
    const answer = await csv(
      'Departamento/import',
      'clave,nombre,centro_costo,centro_costo_str\nA,a,1,\nB,b,CC1,\nC,c,,777\nD,d,,CC1 Compras\nE,e,2,CC1\n',
    )
    assert.equal(answer.status, 200, answer.text)
    const { json } = await mine.get(`${API}/Departamento?sort=clave`)
    const ids = json.data.map((row: { centro_costo: number }) => row.centro_costo)
    assert.deepEqual(ids, [1, 1, 2, 1, 2])
  })

  it('takes labels of fields and choices, amounts with commas and days as they are written in Mexico', async () => {
    const answer = await csv(
      'CentroCosto/import',
      'Clave,Nombre,Tipo,Inicio de vigencia,activo\nA,a,Productivo,31/12/2026,Sí\n',
    )
    assert.equal(answer.status, 200, answer.text)
    const { json } = await mine.get(`${API}/CentroCosto/1`)
    const { tipo, inicio_vigencia, activo } = json.data
    assert.deepEqual([tipo, inicio_vigencia, activo], ['productivo', '2026-12-31', true])
  })

  it('names row, column and what is allowed for every problem, and writes nothing', async () => {
    const answer = await csv(
      'CentroCosto/import',
      'clave,nombre,tipo,padre\nA,a,productivo,\nB,,mixto,\nA,c,servicio,NADA\nD,d,servicio,99\n',
    )
    assert.equal(answer.status, 422, answer.text)
    const problems = answer.json.errors.map(
      ({ row, field, code }: { row: number; field: string; code: string }) => [row, field, code],
    )
    assert.deepEqual(problems, [
      [3, 'tipo', 'VALIDATION'],
      [3, 'nombre', 'VALIDATION'],
      [4, 'padre', 'UNKNOWN_REFERENCE'],
      [5, 'padre', 'UNKNOWN_REFERENCE'],
    ])
    assert.match(answer.json.errors[0].message, /productivo, servicio/)
    assert.equal(answer.json.data, null)
    const { total, succeeded, failed, problems: count, kept } = answer.json.meta
    assert.deepEqual([total, succeeded, failed, count, kept], [4, 0, 3, 4, false])
    assert.equal((await mine.get(`${API}/CentroCosto`)).json.meta.total, 0)
  })

  it('is refused whole when its header names no field, with the nearest one', async () => {
    const answer = await csv('Departamento/import', 'clave,nombr,clave\nA,a,b\n')
    assert.equal(answer.status, 422)
    const messages = answer.json.errors.map(({ row, message }: never) => [row, message])
    assert.deepEqual(messages, [
      [1, 'Departamento has no field nombr. Did you mean nombre?'],
      [1, 'clave stands in the header twice.'],
    ])
  })

  it('names the row of a quote that never ends, and of a cell that no column has', async () => {
    const open = await csv('Departamento/import', 'clave,nombre\nA,a\nB,"b\n')
    assert.deepEqual([open.status, open.json.errors[0].row], [422, 3], open.text)
    const wide = await csv('Departamento/import', 'clave,nombre\nA,a,x\n')
    assert.deepEqual([wide.status, wide.json.errors[0].row], [422, 2], wide.text)
  })

  it('gives what was exported back, formula guards included', async () => {
    await mine.post(`${API}/Departamento`, { clave: 'A', nombre: '=1+1' })
    const exported = await mine.get(`${API}/Departamento?format=csv`)
    const other = await erp.otherCompany()
    const answer = await csv('Departamento/import', exported.text, other)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await departments('', other), [['A', '=1+1']])
  })
})

describe('duplicates', () => {
  it('are found in the file and in the table, by row', async () => {
    await mine.post(`${API}/Departamento`, { clave: 'A', nombre: 'a' })
    const answer = await csv('Departamento/import', 'clave,nombre\nB,b\nA,a\nC,c\nB,d\n')
    assert.equal(answer.status, 409)
    const found = answer.json.errors.map(({ row, code, message }: never) => [row, code, message])
    assert.deepEqual(found, [
      [3, 'DUPLICATE', 'Another Departamento has the same clave.'],
      [5, 'DUPLICATE', 'Row 2 has the same clave.'],
    ])
    assert.deepEqual(await departments(), [['A', 'a']])
  })

  it('are found across batches of a thousand', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => `K${index},n`)
    const answer = await csv('Departamento/import', `clave,nombre\n${rows.join('\n')}\nK3,otra\n`)
    assert.equal(answer.status, 409)
    assert.deepEqual(
      answer.json.errors.map(({ row }: { row: number }) => row),
      [1_502],
    )
  })
})

describe('problems', () => {
  it('are listed as far as the first thousand, and all counted', async () => {
    const rows = Array.from({ length: 1_200 }, () => ',x')
    const answer = await csv('Departamento/import', `clave,nombre\n${rows.join('\n')}\n`)
    assert.deepEqual([answer.json.errors.length, answer.json.meta.problems], [1_000, 1_200])
  })
})

describe('mode=rows', () => {
  it('writes what can be written and answers for each row', async () => {
    const answer = await csv('Departamento/import?mode=rows', 'clave,nombre\nA,a\n,b\nC,c\nA,d\n')
    assert.equal(answer.status, 200, answer.text)
    const results = answer.json.data.results.map(({ row, ok, id, errors }: never) => [
      row,
      ok,
      id ?? (errors as { code: string }[])[0]?.code,
    ])
    assert.deepEqual(results, [
      [2, true, 1],
      [3, false, 'VALIDATION'],
      [4, true, 2],
      [5, false, 'DUPLICATE'],
    ])
    assert.deepEqual([answer.json.meta.succeeded, answer.json.meta.failed], [2, 2])
    assert.equal(answer.json.errors, null)
    assert.equal((await departments()).length, 2)
  })
})

describe('upsert_by', () => {
  it('changes the records that it finds, and leaves what a row does not say', async () => {
    await mine.post(`${API}/Departamento`, { clave: 'A', nombre: 'a', plantilla_autorizada: 7 })
    const answer = await csv(
      'Departamento/import?upsert_by=clave',
      'clave,nombre,plantilla_autorizada\nA,nueva,\nB,b,3\nA,última,\n',
    )
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.json.data, { created: 1, updated: 2 })
    const { json } = await mine.get(`${API}/Departamento/1`)
    assert.deepEqual([json.data.nombre, json.data.plantilla_autorizada], ['última', 7])
    assert.equal(json.data.version, 3)
  })

  it('by id gives an edited export back, and refuses rows that somebody else changed', async () => {
    await jsonl('Departamento/import', [
      { clave: 'A', nombre: 'a' },
      { clave: 'B', nombre: 'b' },
    ])
    const exported = await mine.get(`${API}/Departamento?format=csv`)
    await mine.send('PUT', `${API}/Departamento/2`, { body: { nombre: 'de otro' } })
    const edited = exported.text.replace(',a,', ',A mayúscula,').replace(',b,', ',mía,')
    const answer = await csv('Departamento/import?upsert_by=id&mode=rows', edited)
    const codes = answer.json.data.results.map(({ ok, errors }: never) =>
      ok ? true : (errors as { code: string }[])[0]?.code,
    )
    assert.deepEqual(codes, [true, 'STALE_VERSION'], answer.text)
    assert.deepEqual(await departments(), [
      ['A', 'A mayúscula'],
      ['B', 'de otro'],
    ])
    const unknown = await csv('Departamento/import?upsert_by=id', 'id,nombre\n99,x\n')
    assert.deepEqual([unknown.status, unknown.json.errors[0].code], [404, 'NOT_FOUND'])
  })

  it('must be a unique field', async () => {
    const answer = await csv('Departamento/import?upsert_by=nombre', 'clave,nombre\nA,a\n')
    assert.deepEqual([answer.status, answer.json.errors[0].field], [422, 'upsert_by'])
    assert.match(answer.json.errors[0].message, /clave/)
  })
})

describe('JSON lines', () => {
  it('are checked as a body is, with the number of the line', async () => {
    const answer = await jsonl('Departamento/import', [
      { clave: 'A', nombre: 'a', plantilla_autorizada: 3 },
      '',
      '{"clave":',
      '[1]',
      { clave: 'B', nombre: 5 },
    ])
    assert.equal(answer.status, 400, answer.text)
    const found = answer.json.errors.map(({ row, code }: never) => [row, code])
    assert.deepEqual(found, [
      [3, 'MALFORMED_JSON'],
      [4, 'MALFORMED_JSON'],
      [5, 'VALIDATION'],
    ])
  })

  it('keep every digit of an amount', async () => {
    await csv('CentroCosto/import', 'clave,nombre,tipo\nCC1,Compras,servicio\n')
    const line = '{"clave":"A","nombre":"a","moneda":"MXN","limite_importe":1234567890123.45}'
    const answer = await jsonl('Comprador/import', [line])
    assert.equal(answer.status, 200, answer.text)
    const { text } = await mine.get(`${API}/Comprador/1`)
    assert.match(text, /"limite_importe":1234567890123\.45/)
  })
})

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type AddedCompany, type ErpTest } from '../erp-service.ts'

const API = '/api/v1'
const CSV = { headers: { 'content-type': 'text/csv' } }

let erp: ErpTest
/** An administrator of a company that no other test uses. */
let mine: HttpClient
let company: AddedCompany

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

beforeEach(async () => {
  company = await erp.addCompany()
  mine = company.admin
})

function csv(path: string, text: string | Uint8Array, client = mine) {
  return client.send('POST', `${API}/${path}`, { ...CSV, body: text })
}

async function departments(query = '', client = mine) {
  const { json } = await client.get(`${API}/Departamento?sort=clave&fields=clave,nombre${query}`)
  return json.data.map(({ clave, nombre }: { clave: string; nombre: string }) => [clave, nombre])
}

describe('dry_run', () => {
  it('tells what would happen and keeps nothing', async () => {
    const answer = await csv('Departamento/import?dry_run=true', 'clave,nombre\nA,a\n')
    assert.deepEqual([answer.status, answer.json.meta.kept], [200, false], answer.text)
    const rows = await csv('Departamento/import?dry_run=true&mode=rows', 'clave,nombre\nA,a\n,b\n')
    assert.deepEqual([rows.json.data.results.length, rows.json.meta.kept], [2, false], rows.text)
    assert.deepEqual(await departments(), [])
  })
})

describe('callbacks and secrets', () => {
  it('run for every row', async () => {
    const answer = await csv(
      'Asociado/import?mode=rows',
      'nombre,apellidos,rfc,es_empleado\nAna,Gómez,xaxx010101000,sí\nBeto,Ruiz,RUMAL,no\n',
    )
    const [first, second] = answer.json.data.results
    assert.equal(first.ok, true, answer.text)
    assert.equal(second.errors[0].code, 'CALLBACK_REJECTED', answer.text)
    const { json } = await mine.get(`${API}/Asociado?fields=nombre_completo,rfc`)
    assert.deepEqual(json.data, [{ id: 1, rfc: 'XAXX010101000', nombre_completo: 'Ana Gómez' }])
    assert.equal((await mine.get(`${API}/Empleado`)).json.meta.total, 1)
  })

  it('hash passwords', async () => {
    const name = `importado${Date.now()}`
    const answer = await csv(
      'Usuario/import',
      `usuario,password,nombre,estado\n${name},una-clave-larga,Importado,activo\n`,
    )
    assert.equal(answer.status, 200, answer.text)
    await erp.logIn(`${name}@${company.clave}`, 'una-clave-larga')
  })
})

describe('rights and companies', () => {
  it('are those of POST: no right, no row', async () => {
    await mine.post(`${API}/Usuario`, {
      usuario: 'nadie',
      password: 'una-clave-larga',
      nombre: 'Nadie',
      estado: 'activo',
    })
    const nobody = await erp.logIn(`nadie@${company.clave}`, 'una-clave-larga')
    assert.equal((await csv('Departamento/import', 'clave,nombre\nA,a\n', nobody)).status, 403)
    assert.equal((await csv('Sexo/import', 'clave,nombre\nZ,z\n')).status, 403)
    assert.equal((await csv('Nada/import', 'clave\nZ\n')).status, 404)
  })

  it('keep another company out: its keys are free, its records are unknown', async () => {
    const theirs = await erp.otherCompany()
    await csv('CentroCosto/import', 'clave,nombre,tipo\nX,Suyo,servicio\n', theirs)
    const answer = await csv('Departamento/import', 'clave,nombre,centro_costo\nA,a,X\nB,b,1\n')
    const codes = answer.json.errors.map(({ code }: { code: string }) => code)
    assert.deepEqual(codes, ['UNKNOWN_REFERENCE', 'UNKNOWN_REFERENCE'])
    const free = await csv('CentroCosto/import', 'clave,nombre,tipo\nX,Mío,servicio\n')
    assert.equal(free.status, 200, free.text)
  })
})

describe('the request', () => {
  it('must be one of the content types, and know its parameters', async () => {
    const plain = await mine.send('POST', `${API}/Departamento/import`, {
      headers: { 'content-type': 'text/plain' },
      body: 'clave\n',
    })
    assert.equal(plain.status, 415)
    const json = await mine.post(`${API}/Departamento/import`, { clave: 'A' })
    assert.equal(json.status, 415)
    const odd = await csv('Departamento/import?mode=some&dry=1', 'clave\nA\n')
    const fields = odd.json.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual([odd.status, fields], [422, ['dry', 'mode']])
    const file = await mine.send('POST', `${API}/Departamento`, { ...CSV, body: 'clave\nA\n' })
    assert.equal(file.status, 415)
  })

  it('may be as large as the configuration says, and leaves no file behind', async () => {
    const huge = `clave,nombre\n${'x'.repeat(17 * 1024 * 1024)}`
    const answer = await csv('Departamento/import', huge)
    assert.deepEqual([answer.status, answer.json.errors[0].code], [413, 'PAYLOAD_TOO_LARGE'])
    await csv('Departamento/import', 'clave,nombre\nA,a\n')
    assert.deepEqual(await readdir(join(erp.dataDir, 'imports')), [])
  })

  it('that is too large is told so when its client reads only after it has sent everything', async () => {
    const url = new URL(mine.baseUrl)
    const socket = connect({ port: Number(url.port), host: url.hostname })
    const answered = new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk) => resolve(String(chunk)))
      socket.once('error', reject)
    })
    socket.pause()
    const size = 20 * 1024 * 1024
    const headers = { ...CSV.headers, ...mine.headers, host: url.host, 'content-length': size }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST ${API}/Departamento/import HTTP/1.1\r\n${lines.join('')}\r\n`)
    await new Promise((sent) => {
      socket.write(Buffer.alloc(size, 'x'), sent)
    })
    socket.resume()
    assert.match(await answered, /^HTTP\/1\.1 413 [\s\S]*PAYLOAD_TOO_LARGE/)
    socket.destroy()
  })

  it('shows progress line by line when it accepts JSON lines', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => `P${index},n`)
    const answer = await mine.send('POST', `${API}/Departamento/import`, {
      headers: { ...CSV.headers, accept: 'application/x-ndjson' },
      body: `clave,nombre\n${rows.join('\n')}\n`,
    })
    const lines = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const totals = lines.flatMap(({ progress }) => (progress === undefined ? [] : [progress.total]))
    assert.deepEqual(totals, [1_000, 2_000, 2_500])
    assert.deepEqual(lines.at(-1).data, { created: 2_500, updated: 0 })
  })

  it('that is broken off leaves nothing of mode=all', async () => {
    const abort = new AbortController()
    const rows = Array.from({ length: 60_000 }, (_, index) => `Q${index},n`)
    const response = await fetch(`${mine.baseUrl}${API}/Departamento/import`, {
      method: 'POST',
      headers: { ...CSV.headers, accept: 'application/x-ndjson', ...mine.headers },
      body: `clave,nombre\n${rows.join('\n')}\n`,
      signal: abort.signal,
    })
    const reader = response.body?.getReader()
    const first = await reader?.read()
    assert.match(new TextDecoder().decode(first?.value), /"progress":\{"total":1000/)
    abort.abort()
    await settled()
    assert.deepEqual(await departments(), [])
  })
})

/** Waits until no transaction of the service is open any more. */
async function settled(): Promise<void> {
  await eventually('no transaction is open', async () => {
    const open = await erp.owner.query(sql`
      select from pg_stat_activity where application_name = 'oficina-erp'
        and datname = current_database() and xact_start is not null`)
    return open.length === 0
  })
}

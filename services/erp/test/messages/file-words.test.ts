import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { attaching, type Attaching } from '../attachments/attachment-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API } from '../rights/rights-fixture.ts'
import { inSpanish, said } from './spoken.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let erp: ErpTest
let files: Attaching
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  files = await attaching(erp)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

function sent(path: string, body: string, type = 'text/csv') {
  return spanish.send('POST', `${API}/${path}`, { body, headers: { 'content-type': type } })
}

test('the rows of a file say what is wrong with them in the reader’s language', async () => {
  const rows = 'clave,nombre,padre_str\n,Sin clave,\nA,Uno,No hay tal\nA,Dos,\n'
  const answer = await sent('Departamento/import?mode=rows', rows)
  const told = answer.json.data.results.flatMap(
    ({ errors }: { errors?: readonly { message: string }[] }) =>
      (errors ?? []).map(({ message }) => message),
  )
  assert.deepEqual(told, [
    'Falta «Clave».',
    '«Padre»: no hay ningún registro "No hay tal" en Departamento; usa su id, su clave o su descripción.',
  ])
})

test('a header that names no field, and a file that is none, are told so', async () => {
  assert.deepEqual(said(await sent('Departamento/import', 'clave,nombrre\nA,B\n')), [
    'Departamento no tiene el campo nombrre. ¿Quisiste decir nombre?',
  ])
  assert.deepEqual(said(await sent('Departamento/import', 'esto no es un libro', XLSX)), [
    'El archivo: no es un libro de Excel (XLSX).',
  ])
  assert.deepEqual(said(await sent('Departamento/import', 'clave,nombre\n"A,B\n')), [
    'El archivo: una celda entre comillas no tiene comilla de cierre.',
  ])
})

test('a file that may not be attached is refused in the reader’s language', async () => {
  const by = { by: spanish }
  const program = await files.attach({ name: 'virus.exe', content: 'MZ' }, by)
  assert.equal(program.json.errors[0].code, 'FILE_NOT_ALLOWED')
  assert.match(
    said(program)[0] ?? '',
    /^virus\.exe no es de un tipo permitido; su nombre debe terminar en /,
  )
  const other = await files.attach({ name: 'contrato.pdf', content: 'hola' }, by)
  assert.deepEqual(said(other), [
    'contrato.pdf no contiene lo que dice su nombre; su contenido es texto.',
  ])
  const nothing = await files.attach({ name: 'vacio.pdf', content: '' }, by)
  assert.deepEqual(said(nothing), ['El archivo está vacío.'])
})

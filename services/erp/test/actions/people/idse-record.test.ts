import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { idseFile } from '../../../src/actions/business/recursos-humanos/imss/idse-file.ts'
import {
  idseRecord,
  surnames,
  type IdseMovement,
} from '../../../src/actions/business/recursos-humanos/imss/idse-record.ts'

const HIRE: IdseMovement = {
  registro: 'Y5412345109',
  nss: '12345670018',
  apellidos: 'Muñoz de la Cruz',
  nombre: 'José Ángel',
  curp: 'MUCJ850203HDFXRS09',
  salario: '524.66',
  tipoTrabajador: '1',
  tipoSalario: '0',
  jornada: '0',
  fecha: '2026-03-02',
  unidadMedica: '21',
  tipo: '08',
  guia: '01400',
  clave: 'E00001',
  causaBaja: null,
}

/** The parts of a record, each as wide as it stands. */
const parts = (...texts: readonly (readonly [text: string, width: number])[]) =>
  texts.map(([text, width]) => text.padEnd(width)).join('')

const WHO = [
  ['Y5412345109', 11],
  ['12345670018', 11],
  ['MUÑOZ', 27],
  ['DE LA CRUZ', 27],
  ['JOSE ANGEL', 27],
] as const

describe('a record for IDSE', () => {
  it('of a hire has base, kinds, day, clinic and CURP', () => {
    const expected = parts(
      ...WHO,
      ['052466', 12],
      ['100', 3],
      ['02032026', 8],
      ['021', 5],
      ['08', 2],
      ['01400', 5],
      ['E00001', 11],
      ['MUCJ850203HDFXRS09', 18],
      ['9', 1],
    )
    assert.equal(expected.length, 168)
    assert.equal(idseRecord(HIRE), expected)
  })

  it('of a change of wage has no clinic', () => {
    const expected = parts(
      ...WHO,
      ['293275', 12],
      ['100', 3],
      ['02032026', 13],
      ['07', 2],
      ['01400', 5],
      ['E00001', 11],
      ['MUCJ850203HDFXRS09', 18],
      ['9', 1],
    )
    assert.equal(idseRecord({ ...HIRE, tipo: '07', salario: '2932.75' }), expected)
  })

  it('of who leaves has the cause, zeros for the base, and no CURP', () => {
    const expected = parts(
      ...WHO,
      ['000000000000000', 15],
      ['02032026', 13],
      ['02', 2],
      ['01400', 5],
      ['E00001', 10],
      ['A', 19],
      ['9', 1],
    )
    assert.equal(expected.length, 168)
    assert.equal(idseRecord({ ...HIRE, tipo: '02', salario: null, causaBaja: 'A' }), expected)
  })

  it('is 168 bytes whatever the names are; a file ends with how many there are', () => {
    const long = { ...HIRE, nombre: 'María Fernanda Guadalupe de los Ángeles', apellidos: 'Núñez' }
    const lines = idseFile([long, { ...HIRE, unidadMedica: null }], '01400')
    assert.equal(lines.length, 3 * 170)
    const [first, , last, rest] = lines.toString('latin1').split('\r\n')
    assert.equal(first?.slice(22, 103), parts(['NUÑEZ', 54], ['MARIA FERNANDA GUADALUPE DE', 27]))
    assert.equal(
      last,
      `*************${' '.repeat(43)}000002${' '.repeat(71)}01400${' '.repeat(29)}9`,
    )
    assert.equal(rest, '')
    // Ñ is one byte.
    assert.equal(lines[22 + 2], 0xd1)
  })

  it('keeps particles with the surname that follows them', () => {
    for (const [text, first, second] of [
      ['López Aguilar', 'López', 'Aguilar'],
      ['de la Cruz Pérez', 'de la Cruz', 'Pérez'],
      ['Pérez de la Cruz', 'Pérez', 'de la Cruz'],
      ['Smith', 'Smith', ''],
      ['de la', '', 'de la'],
    ] as const)
      assert.deepEqual(surnames(text), [first, second], text)
  })
})

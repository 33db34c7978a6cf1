import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { readConstancia } from '../../src/fiscal/constancia.ts'

const COMPANY = `CÉDULA DE IDENTIFICACIÓN FISCAL
EKU9003173C9
Registro Federal de Contribuyentes
Datos de Identificación del Contribuyente:
RFC: EKU9003173C9
Denominación/Razón Social: ESCUELA KEMPER URGATE
Régimen Capital: SOCIEDAD ANONIMA DE CAPITAL VARIABLE
Nombre Comercial:
Fecha inicio de operaciones: 17 DE MARZO DE 1990
Datos del domicilio registrado
Código Postal:06000 Tipo de Vialidad: AVENIDA (AV.)
Nombre de Vialidad: FRANCISCO I. MADERO Número Exterior: 12
Número Interior:B Nombre de la Colonia: CENTRO
Nombre de la Localidad: Nombre del Municipio o Demarcación Territorial: CUAUHTEMOC
Nombre de la Entidad Federativa: CIUDAD DE MEXICO Entre Calle: BOLIVAR
Regímenes:
Régimen Fecha Inicio Fecha Fin
Régimen General de Ley Personas Morales 17/03/1990
Régimen Opcional para Grupos de Sociedades 17/03/1990 31/12/2001
Obligaciones:
Declaración anual 01/01/2020
`

test('the constancia of a company is read as it is copied from its PDF', () => {
  assert.deepEqual(readConstancia(COMPANY), {
    ok: true,
    value: {
      rfc: 'EKU9003173C9',
      nombre: 'ESCUELA KEMPER URGATE',
      nombreComercial: null,
      esMoral: true,
      regimenes: ['General de Ley Personas Morales'],
      codigoPostal: '06000',
      calle: 'FRANCISCO I. MADERO',
      numeroExterior: '12',
      numeroInterior: 'B',
      colonia: 'CENTRO',
      municipio: 'CUAUHTEMOC',
      entidad: 'CIUDAD DE MEXICO',
    },
  })
})

test('that of a person joins name and surnames, and keeps each regime that has not ended', () => {
  const read = readConstancia(`RFC: CACX7605101P8
CURP: CACX760510MDFSNN08
Nombre (s): XOCHILT
Primer Apellido: CASAS
Segundo Apellido: CHAVEZ
Código Postal: 36257
Regímenes:
Régimen de las Personas Físicas con Actividades Empresariales y Profesionales 01/01/2018
Régimen Simplificado de Confianza 01/01/2022
`)
  assert.ok(read.ok)
  assert.equal(read.value.nombre, 'XOCHILT CASAS CHAVEZ')
  assert.equal(read.value.esMoral, false)
  assert.deepEqual(read.value.regimenes, [
    'Personas Físicas con Actividades Empresariales y Profesionales',
    'Simplificado de Confianza',
  ])
  assert.equal(read.value.codigoPostal, '36257')
})

test('a text that is none says what it lacks', () => {
  assert.deepEqual(readConstancia('Hola'), { ok: false, error: ['RFC', 'Nombre (s)'] })
  assert.deepEqual(readConstancia('RFC: EKU9003173C9'), {
    ok: false,
    error: ['Denominación/Razón Social'],
  })
})

test('any text is read in the blink of an eye or refused', () => {
  const part = fc.constantFrom(
    'RFC: ',
    'Nombre (s):',
    'Regímenes:',
    'Régimen ',
    '01/01/2020',
    ' ',
    '\n',
    'A',
    '.',
    ':',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3_000 }), (parts) => {
      const read = readConstancia(parts.join(''))
      assert.equal(typeof read.ok, 'boolean')
    }),
    { numRuns: 50 },
  )
})

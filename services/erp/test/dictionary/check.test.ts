import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { SourceFile } from '../../src/dictionary/model-source.ts'
import { problemsOf, sampleFiles, sampleWithLine } from './sample-files.ts'

/** Each fault is reported where it stands, and nothing else is. */
function check(
  files: readonly SourceFile[],
  ...expected: readonly [string, number, RegExp][]
): void {
  const problems = problemsOf(files)
  assert.deepEqual(
    problems.map(({ file, line }) => `${file}:${line}`),
    expected.map(([file, line]) => `${file}:${line}`),
    JSON.stringify(problems, null, 1),
  )
  for (const [i, [, , message]] of expected.entries())
    assert.match(problems[i]?.message ?? '', message)
}

const COMPRA = 'compras/Compra.yaml'
const PARTIDA = 'compras/CompraPartida.yaml'
const PAIS = 'general/Pais.yaml'

test('a dictionary without faults has no problems', () => check(sampleFiles()))

test('text that is not YAML is reported with its line', () => {
  check(sampleWithLine(COMPRA, 'help: Órdenes de compra.', 'help: "Órdenes'), [
    COMPRA,
    14,
    /quote/i,
  ])
})

test('a key written twice is reported where it stands again', () => {
  check(sampleWithLine(PAIS, '  activo: boolean', '  nombre: boolean'), [PAIS, 7, /unique/i])
})

test('several faults of one file are all reported at once', () => {
  const text = [
    'level: 5',
    'help: x',
    'color: red',
    'fields:',
    '  a: text',
    '  b: integer(3)',
  ].join('\n')
  check(
    sampleFiles({
      [PAIS]: text,
      'compras/Proveedor.yaml': undefined,
      [COMPRA]: undefined,
      [PARTIDA]: undefined,
    }),
    [PAIS, 1, /"level" must be 1, 2, 3 or 4/],
    [PAIS, 1, /"label" must be a text/],
    [PAIS, 3, /Unknown key "color"/],
    [PAIS, 5, /text needs a length/],
    [PAIS, 6, /nothing in parentheses/],
  )
})

test('a file outside <modulo>/<Modelo>.yaml is reported', () => {
  const text = 'level: 1\nlabel: X\nhelp: X.\nfields: { a: integer }'
  check(sampleFiles({ 'general/moneda.yaml': text }), ['general/moneda.yaml', 1, /PascalCase/])
})

const SPECS: readonly (readonly [string, RegExp])[] = [
  ['text(0)', /length from 1/],
  ['text(4001)', /length from 1/],
  ['text(a)', /length from 1/],
  ['varchar(3)', /nothing in parentheses/],
  ['number', /Unknown type "number"/],
  ['decimal(4)', /precision and scale/],
  ['decimal(4, 5)', /precision and scale/],
  ['decimal(39, 2)', /precision and scale/],
  ['money(3)', /nothing in parentheses/],
  ['choice()', /is not a choice/],
  ['choice(a, B)', /"B" is not a choice/],
  ['choice(a, b, a)', /"a" stands twice/],
  ['integer requird', /"requird" is not understood/],
  ['integer required required', /"required" is not understood/],
  ['integer default x', /"x" is no default for integer/],
  ['boolean default 1', /"1" is no default for boolean/],
  ['text(2) default abc', /"abc" is no default for text/],
  ['money default 1.234', /"1.234" is no default for money/],
  ['date default now', /"now" is no default for date/],
  ['choice(a) default b', /"b" is no default for choice/],
  ['Pais default 1', /"1" is no default for reference/],
]
for (const [spec, message] of SPECS) {
  test(`the field "${spec}" is refused`, () => {
    check(sampleWithLine(PARTIDA, 'notas: long_text', `notas: ${spec}`), [PARTIDA, 8, message])
  })
}

test('a level 1 model has no references', () => {
  const files = sampleWithLine(PAIS, '  activo: boolean', '  padre: Pais')
  check(files, [PAIS, 7, /level 1 model has no references/])
})

test('a level 2 model refers to levels 1 and 2 only', () => {
  const text =
    'level: 2\nlabel: Estado\nhelp: Estados.\nfields:\n  clave: text(3) required unique\n  pais: Pais\n  proveedor: Proveedor'
  const counted = {
    'diccionario.yaml':
      'modules: { general: General, compras: Compras }\ncounts: { 1: 1, 2: 1, 3: 4, 4: 0 }',
  }
  check(sampleFiles({ 'general/Estado.yaml': text, ...counted }), [
    'general/Estado.yaml',
    7,
    /Proveedor is of level 3/,
  ])
})

test('a reference to a model that does not exist is reported on its line', () => {
  check(sampleWithLine(COMPRA, 'proveedor: Proveedor', 'proveedor: Provedor'), [
    COMPRA,
    7,
    /no model "Provedor"/,
  ])
})

test('the counts are exact, and callbacks make level 4', () => {
  check(sampleFiles({ [PARTIDA]: undefined }), [
    'diccionario.yaml',
    2,
    /Level 3 has 3 models, not 4/,
  ])
  const files = sampleWithLine('compras/Proveedor.yaml', 'level: 3', 'level: 4')
  check(
    files,
    ['compras/Proveedor.yaml', 1, /name them under "callbacks"/],
    ['diccionario.yaml', 2, /Level 4 has 1 models, not 0/],
  )
})

test('a level 3 model has no callbacks', () => {
  const files = sampleWithLine(COMPRA, 'actions: [', 'callbacks: [x]\nactions: [')
  check(files, [COMPRA, 14, /Only a level 4 model/])
})

test('an unknown module, a missing tenant and a missing manifest are reported', () => {
  check(
    sampleWithLine('diccionario.yaml', 'compras: Compras', 'ventas: Ventas'),
    ...[COMPRA, PARTIDA, 'compras/Proveedor.yaml'].map((file): [string, number, RegExp] => [
      file,
      1,
      /Module "compras"/,
    ]),
  )
  check(sampleWithLine('general/Empresa.yaml', 'tenant: true', ''), [
    'diccionario.yaml',
    1,
    /"tenant: true"/,
  ])
})

test('a module is a label, or a label with what serves', () => {
  const withModule = (text: string) =>
    sampleWithLine('diccionario.yaml', 'compras: Compras', `compras: ${text}`)
  check(withModule('{ label: Compras, serves: true }'))
  check(withModule('{ label: Compras, serves: false }'), [
    'diccionario.yaml',
    1,
    /"serves" must be true/,
  ])
  check(withModule('{ serves: true }'), ['diccionario.yaml', 1, /"label" must be a text/])
})

const NAMES: readonly (readonly [string, RegExp])[] = [
  ['Notas', /snake_case/],
  ['notas__gt', /snake_case/],
  ['version', /platform adds/],
  ['empresa_id', /platform adds/],
  ['page', /parameter of listings/],
  ['compra_str', /written in words/],
  ['n'.repeat(60), /too long/],
]
for (const [name, message] of NAMES) {
  test(`a field cannot be named ${name}`, () => {
    check(sampleWithLine(PARTIDA, '  notas:', `  ${name}:`), [PARTIDA, 8, message])
  })
}

const LAYOUTS: readonly (readonly [string, RegExp])[] = [
  ['str: "{folo}"', /no field "folo"/],
  ['str: "{proveedor.folio}"', /no field "proveedor.folio"/],
  ['str: "{proveedor.pais}"', /of type reference/],
  ['str: "{folio} {fecha}-{total}"', /same text between/],
  ['search: [nombre]', /no field "nombre"/],
  ['search: [total]', /only text can be searched/],
  ['unique: [[folio, serie]]', /no field "serie"/],
  ['unique_in_force: [[folio]]', /no "estado" with cancelada/],
  ['indexes: [[almacen]]', /no field "almacen"/],
  ['admin: { list_display: [nombre] }', /no field "nombre"/],
  ['admin: { ordering: [-nombre] }', /no field "nombre"/],
  ['admin: { per_page: 101 }', /whole number from 1 to 100/],
  ['grid: [nombre]', /no field "nombre"/],
  ['grid: [{ field: folio, align: middle }]', /one of left, right, center/],
  ['operations: [read]', /one of create, update, delete/],
  ['entry: [lugar]', /There is no field "lugar"/],
  ['entry: [estado]', /"estado" is not written by a hand/],
  ['codes: [fecha]', /There is no text "fecha"/],
  ['fills: { lugar: last }', /There is no field "lugar"/],
  ['fills: { estado: last }', /"estado" is not written by a hand/],
  ['fills: { fecha: proveedor }', /is no way to fill a field in/],
  ['fills: { fecha: last if total }', /is no way to fill a field in/],
  ['fills: { fecha: lugar.fecha }', /There is no reference "lugar"/],
  ['fills: { fecha: proveedor.fecha }', /There is no field "proveedor.fecha"/],
  ['fills: { fecha: proveedor.clave }', /"proveedor.clave" is not of the type of "fecha"/],
  ['fills: { fecha: key A }', /"fecha" refers to nothing with a key/],
  ['fills: { tipo_cambio: list }', /No list of prices says "tipo_cambio"/],
  ['fills: { proveedor: user }', /"proveedor" refers to no Usuario/],
  ['fills: { fecha: last Compra.total }', /There is no "Compra.total" of its type/],
  ['fills: { fecha: last Compra.fecha }', /The last is that of a cliente/],
  ['fills: { fecha: last if proveedor is own }', /"proveedor" is no Moneda/],
  ['fills: { fecha: last if lugar present }', /There is no field "lugar"/],
]
for (const [line, message] of LAYOUTS) {
  test(`the part "${line}" is refused`, () => {
    check(sampleWithLine(COMPRA, 'actions: [', `${line}\nactions: [`), [COMPRA, 14, message])
  })
}

test('a form must hold every field that has to be given', () => {
  const files = sampleWithLine(
    COMPRA,
    'actions: [',
    'capture: { Datos: [folio, fecha] }\nactions: [',
  )
  check(files, [COMPRA, 14, /Required field "proveedor" is in no section/])
})

test('a required read-only field needs a default', () => {
  const files = sampleWithLine(
    COMPRA,
    'type: choice(iniciada, en_autorizacion, autorizada)',
    'type: text(20) required',
  )
  check(files, [COMPRA, 11, /nobody can write it/])
})

test('only an action of the model changes a field', () => {
  const files = sampleWithLine(
    COMPRA,
    'changed_by: [autorizar_compra]',
    'changed_by: [cerrar_compra]',
  )
  check(files, [COMPRA, 13, /"cerrar_compra" is not among the model's actions/])
})

const PROVEEDOR_FIELDS = [
  'fields:',
  '  a: integer',
  '  b: integer',
  '  c: integer',
  '  d: integer',
  '  e: Pais',
].join('\n')
const COUNTS_OF_6 = {
  'diccionario.yaml':
    'modules: { general: General, compras: Compras }\ncounts: { 1: 1, 2: 0, 3: 6, 4: 0 }',
}

test('two models with the same name but for plural and order of words are near duplicates', () => {
  const files = sampleFiles({
    'compras/PagoProveedor.yaml':
      'level: 3\nlabel: Pago\nhelp: Pagos.\nfields: { folio: text(20) required unique }',
    'compras/ProveedoresPago.yaml':
      'level: 3\nlabel: Pago 2\nhelp: Pagos 2.\nfields: { folio: text(20) required unique, x: integer }',
    ...COUNTS_OF_6,
  })
  check(files, ['compras/ProveedoresPago.yaml', 1, /same name as PagoProveedor/])
})

test('two models with the same label, help and fields are near duplicates', () => {
  const files = sampleFiles({
    'compras/Abono.yaml': `level: 3\nlabel: Abono\nhelp: Abonos.\n${PROVEEDOR_FIELDS}`,
    'compras/Pago.yaml': `level: 3\nlabel: ABONO\nhelp: abonos.\n${PROVEEDOR_FIELDS}`,
    ...COUNTS_OF_6,
  })
  check(
    files,
    ['compras/Pago.yaml', 2, /same label as Abono/],
    ['compras/Pago.yaml', 3, /same help as Abono/],
    ['compras/Pago.yaml', 4, /exactly the fields of Abono/],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pluralOf } from '../../src/dictionary/plural.ts'
import type { Field, ModelDefinition } from '../../src/dictionary/types.ts'
import { modelOf, sampleFiles, sampleWithLine } from './sample-files.ts'

const PLAIN = { help: null, required: false, unique: false, default: null, readOnly: null }

test('a purchase of seven lines of YAML becomes a whole model', () => {
  const fields: readonly Field[] = [
    {
      ...PLAIN,
      name: 'folio',
      label: 'Folio',
      type: 'text',
      length: 20,
      required: true,
      unique: true,
      series: true,
    },
    {
      ...PLAIN,
      name: 'fecha',
      label: 'Fecha',
      type: 'date',
      required: true,
      default: { kind: 'today' },
    },
    {
      ...PLAIN,
      name: 'proveedor',
      label: 'Proveedor',
      type: 'reference',
      required: true,
      target: 'Proveedor',
      onDelete: 'restrict',
    },
    { ...PLAIN, name: 'fecha_entrega', label: 'Fecha de entrega', type: 'date' },
    {
      ...PLAIN,
      name: 'tipo_cambio',
      label: 'Tipo de cambio',
      type: 'rate',
      precision: 18,
      scale: 6,
      required: true,
      default: { kind: 'value', value: '1' },
    },
    {
      ...PLAIN,
      name: 'total',
      label: 'Total',
      type: 'money',
      precision: 18,
      scale: 2,
      required: true,
      default: { kind: 'value', value: '0' },
    },
    {
      ...PLAIN,
      name: 'estado',
      label: 'Estado',
      type: 'choice',
      required: true,
      default: { kind: 'value', value: 'iniciada' },
      readOnly: { kind: 'action', actions: ['autorizar_compra'] },
      choices: [
        { value: 'iniciada', label: 'Iniciada', tone: 'neutral' },
        { value: 'en_autorizacion', label: 'En autorización', tone: 'info' },
        { value: 'autorizada', label: 'Autorizada', tone: 'neutral' },
      ],
    },
  ]
  const expected: ModelDefinition = {
    name: 'Compra',
    table: 'compra',
    level: 3,
    scope: 'tenant',
    module: 'compras',
    label: 'Orden de compra',
    labelPlural: 'Órdenes de compra',
    help: 'Órdenes de compra.',
    isTenant: false,
    lines: [{ name: 'partidas', model: 'CompraPartida', field: 'compra', number: 'partida' }],
    states: null,
    entry: null,
    codes: [],
    codesOf: null,
    partner: 'proveedor',
    fields,
    text: { separator: ' ', parts: [{ reference: null, field: 'folio' }] },
    uniqueKeys: [{ name: 'compra_folio_key', fields: ['folio'] }],
    indexes: [
      { name: 'compra_proveedor_idx', fields: ['proveedor'] },
      { name: 'compra_fecha_idx', fields: ['fecha'] },
      { name: 'compra_estado_idx', fields: ['estado'] },
      { name: 'compra_total_idx', fields: ['total'] },
    ],
    lookUps: [
      { kind: 'folio', field: 'folio', by: 'pattern' },
      { kind: 'amount', field: 'total', by: 'value' },
    ],
    admin: {
      listDisplay: [
        'folio',
        'fecha',
        'proveedor',
        'fecha_entrega',
        'tipo_cambio',
        'total',
        'estado',
      ],
      searchFields: ['folio'],
      filters: ['estado', 'fecha', 'proveedor'],
      ordering: [{ field: 'fecha', direction: 'desc' }],
      perPage: 25,
      summary: ['total'],
    },
    capture: {
      sections: [
        {
          title: 'Datos generales',
          fields: [
            { field: 'folio', widget: 'text', width: 3 },
            { field: 'fecha', widget: 'date', width: 3 },
            { field: 'proveedor', widget: 'reference', width: 6 },
            { field: 'fecha_entrega', widget: 'date', width: 3 },
            { field: 'tipo_cambio', widget: 'decimal', width: 3 },
            { field: 'total', widget: 'decimal', width: 3 },
          ],
        },
        { title: 'Seguimiento', fields: [{ field: 'estado', widget: 'select', width: 4 }] },
      ],
    },
    grid: {
      columns: [
        {
          field: 'folio',
          width: 120,
          align: 'left',
          format: 'text',
          sortable: true,
          filterable: true,
        },
        {
          field: 'fecha',
          width: 110,
          align: 'center',
          format: 'date',
          sortable: true,
          filterable: true,
        },
        {
          field: 'proveedor',
          width: 220,
          align: 'left',
          format: 'reference',
          sortable: true,
          filterable: true,
        },
        {
          field: 'fecha_entrega',
          width: 110,
          align: 'center',
          format: 'date',
          sortable: true,
          filterable: true,
        },
        {
          field: 'tipo_cambio',
          width: 130,
          align: 'right',
          format: 'decimal',
          sortable: true,
          filterable: true,
        },
        {
          field: 'total',
          width: 130,
          align: 'right',
          format: 'money',
          sortable: true,
          filterable: true,
        },
        {
          field: 'estado',
          width: 130,
          align: 'left',
          format: 'choice',
          sortable: true,
          filterable: true,
        },
      ],
    },
    operations: ['create', 'update', 'delete'],
    callbacks: [],
    actions: ['autorizar_compra'],
  }
  assert.deepEqual(modelOf(sampleFiles(), 'Compra'), expected)
})

test('a line is known by its document and number, which are unique together', () => {
  const { text, uniqueKeys, indexes, admin } = modelOf(sampleFiles(), 'CompraPartida')
  assert.deepEqual(
    { text, uniqueKeys, indexes, ordering: admin.ordering },
    {
      text: {
        separator: ' / ',
        parts: [
          { reference: 'compra', field: 'folio' },
          { reference: null, field: 'partida' },
        ],
      },
      uniqueKeys: [{ name: 'compra_partida_compra_partida_key', fields: ['compra', 'partida'] }],
      // The unique key already serves a search by `compra`.
      indexes: [],
      ordering: [{ field: 'id', direction: 'asc' }],
    },
  )
})

test('a catalog is known by key and name, listed by key, and its marks are never null', () => {
  const { text, scope, admin, fields } = modelOf(sampleFiles(), 'Pais')
  assert.deepEqual(
    { text, scope, ordering: admin.ordering, searchFields: admin.searchFields, activo: fields[2] },
    {
      text: {
        separator: ' ',
        parts: [
          { reference: null, field: 'clave' },
          { reference: null, field: 'nombre' },
        ],
      },
      scope: 'global',
      ordering: [{ field: 'clave', direction: 'asc' }],
      searchFields: ['clave', 'nombre'],
      activo: {
        ...PLAIN,
        name: 'activo',
        label: 'Activo',
        type: 'boolean',
        required: true,
        default: { kind: 'value', value: true },
      },
    },
  )
})

test('what the file says wins over the rules', () => {
  const added = [
    'plural: Compras',
    'str: "{proveedor.clave} / {folio}"',
    'search: [folio]',
    'unique: [[proveedor, fecha]]',
    'indexes: [[proveedor, estado]]',
    'admin: { list_display: [folio], filters: [estado], ordering: [-total], per_page: 50 }',
    'capture: { Todo: [folio, fecha, { field: proveedor, width: 12 }] }',
    'grid: [{ field: total, width: 99, align: left, format: percent }]',
    'operations: [update]',
    'entry: [fecha, proveedor]',
    'codes: [folio]',
    'actions: [',
  ].join('\n')
  const model = modelOf(sampleWithLine('compras/Compra.yaml', 'actions: [', added), 'Compra')
  assert.deepEqual(
    { ...model, fields: [] },
    {
      ...modelOf(sampleFiles(), 'Compra'),
      fields: [],
      labelPlural: 'Compras',
      text: {
        separator: ' / ',
        parts: [
          { reference: 'proveedor', field: 'clave' },
          { reference: null, field: 'folio' },
        ],
      },
      uniqueKeys: [
        { name: 'compra_folio_key', fields: ['folio'] },
        { name: 'compra_proveedor_fecha_key', fields: ['proveedor', 'fecha'] },
      ],
      indexes: [
        { name: 'compra_fecha_idx', fields: ['fecha'] },
        { name: 'compra_estado_idx', fields: ['estado'] },
        { name: 'compra_total_idx', fields: ['total'] },
        { name: 'compra_proveedor_estado_idx', fields: ['proveedor', 'estado'] },
      ],
      admin: {
        listDisplay: ['folio'],
        searchFields: ['folio'],
        filters: ['estado'],
        ordering: [{ field: 'total', direction: 'desc' }],
        perPage: 50,
        summary: [],
      },
      capture: {
        sections: [
          {
            title: 'Todo',
            fields: [
              { field: 'folio', widget: 'text', width: 3 },
              { field: 'fecha', widget: 'date', width: 3 },
              { field: 'proveedor', widget: 'reference', width: 12 },
            ],
          },
        ],
      },
      grid: {
        columns: [
          {
            field: 'total',
            width: 99,
            align: 'left',
            format: 'percent',
            sortable: true,
            filterable: true,
          },
        ],
      },
      entry: ['fecha', 'proveedor'],
      codes: ['folio'],
      partner: 'proveedor',
      operations: ['update'],
    },
  )
})

test('a secret is typed into a form and shown in no list, filter or search', () => {
  const files = sampleWithLine('compras/Proveedor.yaml', '  pais: Pais', '  acceso: secret')
  const { admin, grid, capture } = modelOf(files, 'Proveedor')
  assert.deepEqual(capture.sections[0]?.fields.at(-1), {
    field: 'acceso',
    widget: 'password',
    width: 6,
  })
  const shown = [
    ...admin.listDisplay,
    ...admin.searchFields,
    ...admin.filters,
    ...grid.columns.map(({ field }) => field),
  ]
  assert.equal(shown.includes('acceso'), false)
})

const PLURALS: readonly (readonly [string, string])[] = [
  ['Orden de compra', 'Órdenes de compra'],
  ['Cuenta contable', 'Cuentas contables'],
  ['Código postal', 'Códigos postales'],
  ['País', 'Países'],
  ['Mes', 'Meses'],
  ['Análisis', 'Análisis'],
  ['Interés', 'Intereses'],
  ['Acción', 'Acciones'],
  ['Razón social', 'Razones sociales'],
  ['Red permitida', 'Redes permitidas'],
  ['Matriz', 'Matrices'],
  ['CFDI', 'CFDI'],
  ['Uso de CFDI', 'Usos de CFDI'],
]
for (const [singular, plural] of PLURALS) {
  test(`the plural of ${singular} is ${plural}`, () => assert.equal(pluralOf(singular), plural))
}

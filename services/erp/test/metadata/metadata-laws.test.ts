import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { holds, type Condition } from '../../src/dictionary/condition.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API } from '../rights/rights-fixture.ts'
import { FITTING, toldMetadata, type Metadata, type ToldMetadata } from './told-metadata.ts'

let erp: ErpTest
let all: ToldMetadata['all']
let metadata: ToldMetadata['metadata']
let column: ToldMetadata['column']

before(async () => {
  erp = await startErp()
  ;({ all, metadata, column } = await toldMetadata(erp.client))
})

after(() => erp.stop())

test('every relation is told in words and says by which fields its other side is searched', () => {
  assert.equal(all.size, 1078)
  for (const { model, relations } of all.values()) {
    for (const relation of relations) {
      const at = `${model} ${relation.kind} ${relation.model}.${relation.field}`
      const other = metadata(relation.model)
      assert.ok(relation.label.length > 1, at)
      assert.deepEqual(relation.search_fields, other.admin.search_fields, at)
      if (relation.kind === 'one_to_many') assert.equal(relation.label, other.label_plural, at)
    }
  }
})

const TONES = ['neutral', 'info', 'success', 'warning', 'danger']

test('every choice has a tone: what was refused or cancelled never looks like what was done', () => {
  const tones = new Map<string, string>()
  for (const { model, columns } of all.values()) {
    for (const { name, choices } of columns) {
      for (const { value, tone } of choices ?? []) {
        const at = `${model}.${name} ${value}`
        assert.ok(TONES.includes(tone), at)
        if (name !== 'estado') continue
        if (/^(?:cancel|rechaz|vencid)/.test(value)) assert.equal(tone, 'danger', at)
        if (/^(?:autoriz|aplicad[oa]$|pagad[oa]$|terminad)/.test(value)) {
          assert.equal(tone, 'success', at)
        }
        if (value === 'borrador') assert.equal(tone, 'neutral', at)
        tones.set(value, tone)
      }
    }
  }
  assert.equal(new Set(tones.values()).size, TONES.length)
  assert.deepEqual(
    column('Compra', 'estado').choices?.map(({ value, tone }) => [value, tone]),
    [
      ['iniciada', 'neutral'],
      ['en_autorizacion', 'info'],
      ['autorizada', 'success'],
      ['recibida_parcial', 'warning'],
      ['recibida', 'success'],
      ['cerrada', 'neutral'],
      ['cancelada', 'danger'],
    ],
  )
  assert.ok(column('CuentaContable', 'tipo').choices?.every(({ tone }) => tone === 'neutral'))
})

test('every column has a widget that fits its type, and so has every field of a form', () => {
  for (const { model, columns, capture } of all.values()) {
    const byName = new Map(columns.map((one) => [one.name, one]))
    for (const { name, type, widget } of columns) {
      assert.ok(FITTING[type]?.includes(widget), `${model}.${name} ${widget}`)
    }
    for (const { fields } of capture.sections) {
      for (const { field, widget } of fields) {
        const { type = '' } = byName.get(field) ?? {}
        assert.ok(FITTING[type]?.includes(widget), `${model}.${field} ${widget}`)
      }
    }
  }
  assert.equal(column('Cliente', 'razon_social').widget, 'text')
  assert.equal(column('Compra', 'observaciones').widget, 'textarea')
  assert.equal(column('Proveedor', 'correo').widget, 'email')
  assert.equal(column('FormatoImpresion', 'logotipo').widget, 'image')
  assert.deepEqual(
    [
      column('Moneda', 'porcentaje_variacion').widget,
      column('Moneda', 'porcentaje_variacion').format,
    ],
    ['percent', 'percent'],
  )
})

test('the currency of an amount is a field of its record, or of the document that it is a line of', () => {
  for (const { model, columns } of all.values()) {
    for (const { name, type, currency } of columns) {
      if (currency === null) continue
      assert.equal(type, 'money', `${model}.${name}`)
      const at = `${model}.${name}: ${currency}`
      let holder = model
      const steps = currency.split('.')
      for (const step of steps) holder = column(holder, step).references ?? ''
      assert.equal(holder, 'Moneda', at)
    }
  }
  assert.equal(column('Compra', 'total').currency, 'moneda')
  assert.equal(column('CompraPartida', 'importe').currency, 'compra.moneda')
  assert.equal(column('PolizaPartida', 'importe_moneda').currency, 'moneda')
  assert.equal(column('PolizaPartida', 'cargo').currency, null)
})

test('conditions name fields of the model and values that they have', () => {
  const told = { required: 0, visible: 0, sections: 0 }
  for (const { model, columns, capture } of all.values()) {
    const check = (condition: Condition | null, at: string) => {
      for (const term of condition?.flat() ?? []) {
        const { choices } = column(model, term.field)
        if ('empty' in term) continue
        const values = new Set(choices?.map(({ value }) => value))
        assert.ok(
          ('in' in term ? term.in : term.not_in).every((one) => values.has(one)),
          at,
        )
      }
    }
    for (const one of columns) {
      check(one.required_if, `${model}.${one.name}`)
      check(one.visible_if, `${model}.${one.name}`)
      assert.ok(one.required_if === null || (!one.required && !one.read_only), one.name)
      told.required += one.required_if === null ? 0 : 1
      told.visible += one.visible_if === null ? 0 : 1
    }
    for (const { visible_if: visible, fields } of capture.sections) {
      check(visible, model)
      if (visible === null) continue
      assert.ok(
        fields.every(({ field }) => column(model, field).read_only),
        model,
      )
      told.sections += 1
    }
  }
  assert.ok(told.required >= 3 && told.visible >= 10 && told.sections >= 10, JSON.stringify(told))
})

test('a console that goes by required_if and visible_if hides nothing that a record must have', () => {
  for (const { model, columns } of all.values()) {
    for (const { name, required, visible_if: visible, required_if: needed } of columns) {
      if (visible === null) continue
      assert.ok(!required, `${model}.${name}`)
      // What has a value is shown, whatever the state is.
      assert.ok(
        holds(visible, (field) => (field === name ? 'x' : null)),
        `${model}.${name}`,
      )
      assert.ok(needed === null || JSON.stringify(needed) === JSON.stringify(visible))
    }
  }
})

test('the service holds records to required_if, as the metadata tells it', async () => {
  const cfdi = {
    sentido: 'recibido',
    tipo: await catalog('tipo_comprobante', 'I'),
    version_cfdi: '4.0',
    fecha: '2026-03-01T10:00:00Z',
    rfc_emisor: 'XAXX010101000',
    rfc_receptor: 'XAXX010101000',
    nombre_emisor: 'EMISOR',
    nombre_receptor: 'RECEPTOR',
    moneda: await catalog('moneda', 'MXN'),
  }
  const needed = column('Cfdi', 'uuid').required_if
  for (const [estado, sentido] of [
    ['por_timbrar', 'emitido'],
    ['vigente', 'emitido'],
    ['por_timbrar', 'recibido'],
    ['rechazado', 'emitido'],
  ] as const) {
    const answer = await erp.admin.post(`${API}/Cfdi`, { ...cfdi, estado, sentido })
    const fields = (answer.json.errors ?? []).map(({ field }: { field: string }) => field)
    const record: Readonly<Record<string, string>> = { estado, sentido }
    const must = holds(needed ?? [], (name) => record[name] ?? null)
    assert.equal(fields.includes('uuid'), must, `${estado} ${sentido}: ${answer.text}`)
  }
})

async function catalog(table: string, clave: string): Promise<number> {
  const model = table.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const { json } = await erp.admin.get(`${API}/${model}?clave=${clave}`)
  return json.data[0].id
}

test('what the metadata says is worth a sum can be summed by the listing, apart by currency', async () => {
  let sums = 0
  for (const { model, admin, columns } of all.values()) {
    const money = new Set(columns.filter(({ type }) => type === 'money').map(({ name }) => name))
    for (const { field, group_by: by } of admin.summary) {
      assert.ok(money.has(field) && admin.list_display.includes(field), `${model}.${field}`)
      const apart = by === null ? '' : `&group_by=${by}`
      const answer = await erp.admin.get(`${API}/${model}?sum=${field}${apart}`)
      assert.equal(answer.status, 200, `${model}.${field}: ${answer.text}`)
      sums += 1
    }
  }
  assert.ok(sums > 100, String(sums))
  assert.deepEqual(metadata('Compra').admin.summary, [{ field: 'total', group_by: 'moneda' }])
  assert.deepEqual(metadata('Articulo').admin.summary, [])
})

test('a row of a form that could be filled is full, but for the last of a section, and no field stands twice', () => {
  for (const { model, capture } of all.values()) {
    const fields = capture.sections.flatMap((section) => section.fields)
    assert.equal(new Set(fields.map(({ field }) => field)).size, fields.length, model)
    for (const section of capture.sections) {
      for (const row of rowsOf(section.fields).slice(0, -1)) {
        const isElastic = row.length > 1 && row.some(({ widget }) => widget === 'reference')
        const width = sum(row.map((one) => one.width))
        assert.ok(width === 12 || !isElastic, `${model} ${JSON.stringify(row)}`)
      }
    }
  }
})

type Placed = Metadata['capture']['sections'][number]['fields'][number]

function rowsOf(fields: readonly Placed[]): readonly (readonly Placed[])[] {
  const rows: Placed[][] = []
  for (const field of fields) {
    const row = rows.at(-1)
    const used = sum((row ?? []).map(({ width }) => width))
    if (row === undefined || used + field.width > 12) rows.push([field])
    else row.push(field)
  }
  return rows
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}

test('a person sees first what matters: the party, the currency, the total, the state of a document', () => {
  assert.deepEqual(metadata('CuentaPorPagar').admin.list_display, [
    'folio',
    'fecha',
    'proveedor',
    'moneda',
    'vencimiento',
    'total',
    'saldo',
    'estado',
  ])
  for (const { model, admin, columns, state_field: state } of all.values()) {
    const names = new Set(columns.map(({ name }) => name))
    assert.ok(admin.list_display.length > 0, model)
    if (names.has('folio') && names.has('total') && state !== null) {
      for (const name of ['folio', 'total', state]) {
        assert.ok(admin.list_display.includes(name), `${model} ${name}`)
      }
    }
  }
})

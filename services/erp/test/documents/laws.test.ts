import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import pg from 'pg'

import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: its laws hold for all rows of the database.

// Deep: it takes random documents.

// Whatever is done to a document and its lines, by one or by many: it is what its lines make.

const RUNS = Number(process.env['DOCUMENT_RUNS'] ?? 8)

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startOwnErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

interface Line {
  readonly id: string
  readonly cantidad: string
  readonly precio: string
  readonly descuento: string
  readonly impuestos: string
  readonly importe: string
}

/** Numbers as text, so that no digit is lost on the way. */
function exact(text: string) {
  return JSON.parse(text.replaceAll(/:(-?\d+(?:\.\d+)?)(?=[,}\]])/g, ':"$1"'))
}

function cents(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  const units = BigInt(whole.replace('-', '')) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2))
  return whole.startsWith('-') ? -units : units
}

/** Half a cent goes away from zero. */
function product(quantity: string, price: string): bigint {
  const scaled = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
  }
  return (scaled(quantity) * scaled(price) + 5_000_000_000n) / 10_000_000_000n
}

async function newPurchase(): Promise<number> {
  return await company.create('Compra', {
    proveedor: company.proveedor,
    moneda: company.moneda,
    condicion_pago: company.condicion,
  })
}

async function holds(id: number): Promise<readonly Line[]> {
  const { text } = await erp.admin.get(`${API}/Compra/${id}?lines=true`)
  const { data } = exact(text)
  const lines: readonly Line[] = data.partidas
  const sum = (field: 'importe' | 'descuento' | 'impuestos') =>
    lines.reduce((all, line) => all + cents(line[field]), 0n)
  for (const line of lines) {
    assert.equal(cents(line.importe), product(line.cantidad, line.precio))
  }
  assert.equal(cents(data.subtotal), sum('importe'))
  assert.equal(cents(data.descuento), sum('descuento'))
  assert.equal(cents(data.impuestos), sum('impuestos'))
  assert.equal(cents(data.total), sum('importe') - sum('descuento') + sum('impuestos'))
  return lines
}

const amount = (most: number, digits: number) =>
  fc.integer({ min: 1, max: most * 10 ** digits }).map((n) => (n / 10 ** digits).toFixed(digits))
const line = fc.record({
  cantidad: amount(50, 6),
  precio: amount(2_000, 4),
  impuestos: amount(90, 2),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), line }),
  fc.record({ kind: fc.constant('nested' as const), lines: fc.array(line, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(), line }),
  fc.record({ kind: fc.constant('nestedChange' as const), at: fc.nat(), line }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('nestedRemove' as const), at: fc.nat() }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(id: number, lines: readonly Line[], done: Step): Promise<void> {
  const one = 'at' in done ? lines[done.at % Math.max(lines.length, 1)] : undefined
  const own = (more: object) => ({ descripcion: 'Varilla', unidad: company.unidad, ...more })
  const put = (partidas: readonly object[]) => company.update('Compra', id, { partidas })
  switch (done.kind) {
    case 'line':
      await company.create('CompraPartida', {
        compra: id,
        partida: 1_000 + lines.length * 7 + Number(lines.at(-1)?.id ?? 0),
        ...own(done.line),
      })
      return
    case 'nested':
      return await put(done.lines.map(own))
    case 'change':
      if (one !== undefined) await company.update('CompraPartida', Number(one.id), done.line)
      return
    case 'nestedChange':
      if (one !== undefined) await put([{ id: Number(one.id), ...done.line }, own(done.line)])
      return
    case 'remove':
      if (one !== undefined) await erp.admin.send('DELETE', `${API}/CompraPartida/${one.id}`)
      return
    case 'nestedRemove':
      if (one !== undefined) await put([{ id: Number(one.id), _delete: true }])
  }
}

test('a purchase is what its lines make, whatever way they are written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const id = await newPurchase()
      let lines = await holds(id)
      for (const done of steps) {
        await take(id, lines, done)
        lines = await holds(id)
      }
    }),
    { numRuns: RUNS },
  )
})

test('twenty who write lines of one purchase at once lose none of them', async () => {
  const id = await newPurchase()
  const own = { descripcion: 'Varilla', unidad: company.unidad, cantidad: '1', precio: '10.01' }
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) =>
      i % 2 === 0
        ? await company.create('CompraPartida', { compra: id, partida: 1_000 * (i + 1), ...own })
        : await company.update('Compra', id, { partidas: [own] }),
    ),
  )
  const lines = await holds(id)
  assert.equal(lines.length, 20)
})

/** How many statements leave for the database meanwhile; the service runs in this process. */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  const { prototype } = pg.Client
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'query')
  assert.ok(descriptor)
  const counted = { statements: 0 }
  Object.defineProperty(prototype, 'query', {
    ...descriptor,
    value(this: pg.Client, ...parameters: unknown[]): unknown {
      counted.statements += 1
      return Reflect.apply(descriptor.value, this, parameters)
    },
  })
  try {
    await work()
  } finally {
    Object.defineProperty(prototype, 'query', descriptor)
  }
  return counted.statements
}

// A set takes some twenty, and the workers of the service ask for something now and then; a line each would be hundreds.
const MOST = 60

test('three hundred lines take no more statements than thirty, to make, to change and to delete', async () => {
  const own = { descripcion: 'Varilla', unidad: company.unidad, cantidad: '1', precio: '10' }
  const counts = []
  for (const count of [30, 300]) {
    const id = await newPurchase()
    const make = await statementsOf(() =>
      company.update('Compra', id, { partidas: Array.from({ length: count }, () => own) }),
    )
    const lines = await holds(id)
    const partidas = lines.map((one) => ({ id: Number(one.id), cantidad: '2' }))
    const change = await statementsOf(() => company.update('Compra', id, { partidas }))
    await holds(id)
    const remove = await statementsOf(async () => {
      const { status } = await erp.admin.send('DELETE', `${API}/Compra/${id}`)
      assert.equal(status, 200)
    })
    counts.push({ make, change, remove })
  }
  for (const { make, change, remove } of counts) {
    for (const count of [make, change, remove]) assert.ok(count > 5 && count < MOST, `${count}`)
  }
})

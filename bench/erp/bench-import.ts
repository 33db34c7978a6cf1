import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { environment, median } from '../documents/report.ts'
import { startErp } from './erp-under-test.ts'

// An import of 20,000 purchases with their lines over HTTP, amounts, numbers of lines, checks and audit log included; and
// what one document of many lines costs, in one request, against the same lines one by one.
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 20_000)
const LINES = Number(process.env['LINES'] ?? 5)
const LONG = 300
const ROUNDS = 5

const { db, post, stop } = await startErp()

const condicion = await post('/CondicionPago', {
  clave: '30',
  nombre: '30',
  dias: 30,
  aplica: 'proveedores',
})
for (let i = 1; i <= 200; i += 1) {
  await post('/Proveedor', {
    clave: `P${i}`,
    razon_social: `Proveedor ${i}`,
    rfc: 'XAXX010101000',
    estado: 'activo',
  })
}
const { rows: catalog } = await db.query(`
  select (select id from moneda where clave = 'MXN') as moneda, (select min(id) from unidad_medida) as unidad`)
const { moneda, unidad } = catalog[0]

function line(i: number): object {
  return { descripcion: `Renglón ${i}`, cantidad: '2', unidad, precio: '50.25', impuestos: '16.08' }
}

function document(i: number, lines: number): object {
  return {
    folio: `IMP-${i}`,
    fecha: '2026-03-02',
    proveedor: `P${(i % 200) + 1}`,
    moneda,
    condicion_pago: condicion.data.id,
    partidas: Array.from({ length: lines }, (_, n) => line(n)),
  }
}

const file = Array.from({ length: DOCUMENTS }, (_, i) => JSON.stringify(document(i, LINES))).join(
  '\n',
)
const start = performance.now()
const { meta } = await post('/Compra/import', file)
const seconds = (performance.now() - start) / 1_000
if (meta.created !== DOCUMENTS) throw new Error(`only ${meta.created} were made`)

const long: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const began = performance.now()
  const { data } = await post('/Compra', { ...document(1_000_000 + round, LONG), proveedor: 1 })
  long.push(performance.now() - began)
  if (data.partidas.length !== LONG) throw new Error('lines are missing')
}
const began = performance.now()
const { data: head } = await post('/Compra', {
  ...document(2_000_000, 0),
  proveedor: 1,
  partidas: undefined,
})
for (let n = 0; n < LONG; n += 1) {
  await post('/CompraPartida', { compra: head.id, partida: n + 1, ...line(n) })
}
const oneByOne = performance.now() - began
const { rows } = await db.query(`
  select count(*)::int as partidas, sum(importe)::text as importe from compra_partida`)
const round = (ms: number) => Math.round(ms * 10) / 10
const result = {
  what: `import of ${DOCUMENTS} purchases of ${LINES} lines each as JSON lines, in one transaction`,
  ...environment(),
  import: {
    documents: DOCUMENTS,
    lines: DOCUMENTS * LINES,
    seconds: round(seconds),
    documentsPerSecond: Math.round(DOCUMENTS / seconds),
    linesPerSecond: Math.round((DOCUMENTS * LINES) / seconds),
  },
  document: { lines: LONG, oneRequestMs: round(median(long)), oneByOneMs: round(oneByOne) },
  books: rows[0],
}
console.log(JSON.stringify(result, null, 2))
await writeFile(
  join(import.meta.dirname, '../results/erp-import.json'),
  `${JSON.stringify(result, null, 2)}\n`,
)
await stop()

import { demoArticleRow, demoClient, demoSupplier } from './demo-party-rows.ts'
import { pseudoRandom } from './pseudo-random.ts'

/** How many clients, suppliers and articles there are to choose from. */
export interface DemoChoices {
  readonly clientes: number
  readonly proveedores: number
  readonly articulos: number
}

/** How many days the documents cover, and how many purchases begin each. */
export interface DemoLife {
  readonly dias: number
  readonly comprasPorDia: number
}

/** An article of a document. */
export interface CycleLine {
  readonly clave: string
  readonly descripcion: string
  readonly cantidad: number
  /** A decimal string. */
  readonly precio: string
  /** Decimal strings. */
  readonly importe: string
  readonly iva: string
}

interface CycleSale {
  readonly folio: string
  readonly cliente: string
  readonly isCash: boolean
  readonly vendedor: string
  readonly lines: readonly CycleLine[]
}

/** A purchase, and the sales of what it brings. */
export interface Cycle {
  readonly folio: string
  readonly proveedor: string
  readonly lines: readonly CycleLine[]
  /** What arrives of each line; null: all of it. */
  readonly received: readonly number[] | null
  readonly isCancelled: boolean
  readonly sales: readonly CycleSale[]
}

/** How many days after the order each step is, and on which nothing happens any more. */
export const STEPS = {
  order: 0,
  sign: 1,
  authorize: 2,
  receive: 3,
  invoice: 4,
  sell: 5,
  deliver: 7,
  collect: 20,
  collectLate: 41,
  pay: 34,
} as const

// The suppliers of merchandise; the others are in the list, as in companies of this size.
const REGULAR_SUPPLIERS = 12

/** The regular suppliers' numbers; one that is blocked is none. */
function regularSuppliers(proveedores: number): readonly number[] {
  const numbers = Array.from(
    { length: Math.min(2 * REGULAR_SUPPLIERS, proveedores) },
    (_, i) => i + 1,
  )
  return numbers.filter((n) => demoSupplier(n).estado === 'activo').slice(0, REGULAR_SUPPLIERS)
}

/** The numbers of the cycles that begin on a day, counted from 0. */
export function cyclesOf(day: number, { comprasPorDia, dias }: DemoLife): readonly number[] {
  if (day < 0 || day >= dias) return []
  return Array.from({ length: comprasPorDia }, (_, index) => day * comprasPorDia + index + 1)
}

/** Cycle number `n`: the same at every start. */
export function demoCycle(n: number, choices: DemoChoices): Cycle {
  const suppliers = regularSuppliers(choices.proveedores)
  const supplier = suppliers[n % suppliers.length] ?? 1
  const [first, second] = [2 * n - 2, 2 * n - 1].map((i) => 1 + (i % choices.articulos))
  const articles = [first ?? 1, second ?? 1]
  const ordered = articles.map((_, index) => 10 + 2 * pseudoRandom(n, 21 + index, 15))
  const isPart = n % 13 === 3
  const arrived = isPart ? ordered.map((quantity) => quantity / 2) : ordered
  const parts = arrived.map((quantity) => Math.floor((quantity * 2) / 5))
  const [partA = 1, partB = 1] = parts
  const [a = 1, b = 1] = articles
  return {
    folio: `OC-${String(n).padStart(6, '0')}`,
    proveedor: demoSupplier(supplier).clave,
    lines: articles.map((article, index) => boughtLine(article, ordered[index] ?? 1)),
    received: isPart ? arrived : null,
    isCancelled: isCancelled(n),
    sales: [
      saleOf({ n, part: 1 }, choices, [soldLine(a, partA)]),
      saleOf({ n, part: 2 }, choices, [soldLine(a, partA), soldLine(b, 2 * partB)]),
    ],
  }
}

export function isCancelled(n: number): boolean {
  return n % 19 === 7
}

/** Whether the customer of a sale pays, and when. */
export function collectedAfter(n: number): number | null {
  if (n % 17 === 5) return null
  return n % 3 === 0 ? STEPS.collect : STEPS.collectLate
}

/** Some invoices of suppliers are left unpaid. */
export function isPaid(n: number): boolean {
  return n % 11 !== 4
}

function saleOf(
  { n, part }: { readonly n: number; readonly part: number },
  { clientes }: DemoChoices,
  lines: readonly CycleLine[],
): CycleSale {
  const number = 2 * (n - 1) + part
  return {
    folio: `V-${String(number).padStart(6, '0')}`,
    cliente: activeClient(number, clientes),
    isCash: n % 3 === 0,
    vendedor: `VENTAS-${1 + (number % 3)}`,
    lines,
  }
}

/** A client who buys: of those who are suspended the next one. */
function activeClient(number: number, clientes: number): string {
  const first = pseudoRandom(number, 31, clientes)
  for (let step = 0; step < clientes; step += 1) {
    const client = demoClient(1 + ((first + step) % clientes))
    if (client.estado === 'activo') return client.clave
  }
  throw new Error('demonstration: no client is active')
}

function boughtLine(article: number, cantidad: number): CycleLine {
  const { clave, descripcion, costo } = demoArticleRow(article)
  return lineOf({ clave, descripcion, cantidad, precio: costo })
}

function soldLine(article: number, cantidad: number): CycleLine {
  const { clave, descripcion, precio } = demoArticleRow(article)
  return lineOf({ clave, descripcion, cantidad, precio })
}

function lineOf(line: Omit<CycleLine, 'importe' | 'iva'>): CycleLine {
  const cents = BigInt(line.precio.replace('.', '')) * BigInt(line.cantidad)
  return { ...line, importe: decimal(cents), iva: decimal((cents * 16n + 50n) / 100n) }
}

function decimal(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

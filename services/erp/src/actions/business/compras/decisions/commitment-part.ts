import { cents, sumOf } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { PlannedEntry, PlannedLine } from '../../contabilidad/decisions/plan-entry.ts'
import { share } from '../../quantity.ts'
import type { CommitmentLineRow } from '../store/commitment-entry-store.ts'
import { dimensionsOf, type Purchase } from './purchase.ts'

/** A purchase whose commitment is to stand at what is not received of it. */
export interface CommitmentCase {
  readonly purchase: Purchase
  /** What its entries stand at: the commitment's own, then what took parts of it back. */
  readonly lines: readonly CommitmentLineRow[]
  /** How much of it is received: `part` of `whole`. */
  readonly received: { readonly part: bigint; readonly whole: bigint }
  readonly fecha: string
}

/**
 * The entry that takes so much of a commitment back that what is left stands for what is not received, or that restores
 * it. It goes by the lines of the commitment's own entry, so it needs no rule. Null: the books stand there already.
 * @source docs/decisions/0247-erp-receiving.md
 */
export function commitmentPart(commitmentCase: CommitmentCase): PlannedEntry | null {
  const [first] = commitmentCase.lines
  if (first === undefined) return null
  const accounts = [...Map.groupBy(commitmentCase.lines, accountKey).values()]
  const wanted = targets(accounts, first.poliza, commitmentCase.received)
  const lines = accounts.flatMap((rows, index) => partLine(rows, wanted[index] ?? NOTHING))
  if (lines.length === 0) return null
  const { tipo, tipo_clave, reinicia } = first
  const concepto = `Compromiso de ${commitmentCase.purchase.folio}`
  return {
    source: sourceOf(commitmentCase),
    rule: { clave: '', tipo, tipo_clave, reinicia, condicion: null, concepto, partidas: [] },
    concepto,
    total: sumOf(lines.map(({ cargo }) => cargo)),
    lines,
  }
}

interface Target {
  readonly base: bigint
  readonly own: bigint
}

const NOTHING: Target = { base: 0n, own: 0n }

function accountKey(row: CommitmentLineRow): string {
  const { cuenta, centro_costo: centre, proveedor, moneda, tipo_cambio: rate } = row
  return [cuenta, centre, proveedor, moneda, rate].join(' ')
}

/**
 * What each account shall stand at: the part of the commitment that is not received. Each is rounded, and the largest
 * takes what rounding leaves, so that debits equal credits.
 */
function targets(
  accounts: readonly (readonly CommitmentLineRow[])[],
  original: string,
  { part, whole }: CommitmentCase['received'],
): readonly Target[] {
  const wholes = accounts.map((rows) => standing(rows.filter(({ poliza }) => poliza === original)))
  const left = wholes.map(({ base, own }) => ({
    base: share(base, whole - part, whole),
    own: share(own, whole - part, whole),
  }))
  const difference = sumOf(left.map(({ base }) => base))
  const sizes = wholes.map(({ base }) => (base < 0n ? -base : base))
  const largest = sizes.indexOf(sizes.reduce((a, b) => (b > a ? b : a), 0n))
  return left.map((amount, index) =>
    index === largest ? { ...amount, base: amount.base - difference } : amount,
  )
}

function standing(rows: readonly CommitmentLineRow[]): Target {
  return {
    base: sumOf(rows.map(({ saldo }) => cents(saldo))),
    own: sumOf(rows.map(({ saldo_moneda: own }) => cents(own))),
  }
}

/** The rate of the company's own currency, and of no other. */
const OWN_CURRENCY = /^1(\.0+)?$/

function partLine(rows: readonly CommitmentLineRow[], target: Target): readonly PlannedLine[] {
  const [row] = rows
  const now = standing(rows)
  const base = target.base - now.base
  if (row === undefined || base === 0n) return []
  const own = OWN_CURRENCY.test(row.tipo_cambio) ? base : target.own - now.own
  return [
    {
      cuenta: row.cuenta,
      cargo: base > 0n ? base : 0n,
      abono: base < 0n ? -base : 0n,
      importeMoneda: own < 0n ? -own : own,
      currency: { moneda: row.moneda, tipoCambio: row.tipo_cambio },
      centroCosto: row.centro_costo,
      proveedor: row.proveedor,
      cliente: null,
      concepto: row.concepto,
    },
  ]
}

function sourceOf({ purchase, fecha }: CommitmentCase): EntrySource {
  return {
    model: 'Compra',
    event: 'recibir_compra',
    origin: 'compras',
    record: purchase.id,
    folio: purchase.folio,
    fecha,
    currency: { moneda: purchase.moneda, tipoCambio: purchase.tipo_cambio },
    dimensiones: dimensionsOf(purchase),
    total: 0n,
    amounts: {},
    accounts: {},
    proveedor: purchase.proveedor,
    cliente: null,
    lines: [],
  }
}

import { cents, sumOf } from '../../cents.ts'
import type { EntryAmount, EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { BookedRow } from '../store/booking-store.ts'

/** The amounts that a run tells the books, by which rules name them. */
const AMOUNTS = [
  'percepcion',
  'otro_pago',
  'isr_a_favor',
  'isr',
  'imss',
  'prestamo',
  'deduccion',
  'neto',
] as const

type AmountName = (typeof AMOUNTS)[number]

/** What is not told by its kind: the tax is owed to the SAT, quotas to the IMSS, loans were lent by the company. */
const BY_COMPUTED: Readonly<Record<string, AmountName>> = {
  isr: 'isr',
  isr_pago_anual: 'isr',
  isr_separacion: 'isr',
  isr_compensado: 'isr_a_favor',
  isr_a_favor: 'isr_a_favor',
  imss: 'imss',
  prestamo: 'prestamo',
}

interface BookedRun {
  readonly id: string
  readonly folio: string
  readonly fecha_pago: string
  readonly moneda: string
}

/**
 * What the books are told of a run that is authorized: each concept and cost centre a line, with the accounts that
 * `CuentaConceptoNomina` says. Perceptions and other payments less deductions are `neto`.
 * @source docs/decisions/0295-erp-payroll-run.md
 */
export function runSource(run: BookedRun, booked: readonly BookedRow[]): EntrySource {
  const lines = booked.map(
    ({ tipo, calculo, centro_costo, cuenta_cargo, cuenta_abono, importe }) => {
      const amount = amountOf(cents(importe))
      return {
        name: BY_COMPUTED[calculo ?? ''] ?? tipo,
        line: {
          accounts: {
            'concepto.cuenta_cargo': cuenta_cargo,
            'concepto.cuenta_abono': cuenta_abono,
          },
          amounts: { [BY_COMPUTED[calculo ?? ''] ?? tipo]: amount },
          centroCosto: centro_costo,
        },
      }
    },
  )
  const sum = (wanted: AmountName) =>
    sumOf(
      lines.flatMap(({ name, line }) => (name === wanted ? [line.amounts[name]?.own ?? 0n] : [])),
    )
  const sums = Object.fromEntries(AMOUNTS.map((name) => [name, sum(name)]))
  const paid = sumOf(PAID.map((name) => sums[name] ?? 0n))
  const net = paid - sumOf(WITHHELD.map((name) => sums[name] ?? 0n))
  return {
    model: 'Nomina',
    event: 'autorizar_nomina',
    origin: 'nomina',
    record: run.id,
    folio: run.folio,
    fecha: run.fecha_pago,
    currency: { moneda: run.moneda, tipoCambio: '1' },
    dimensiones: { moneda: Number(run.moneda) },
    total: paid,
    amounts: Object.fromEntries(
      AMOUNTS.map((name) => [name, amountOf(name === 'neto' ? net : (sums[name] ?? 0n))]),
    ),
    accounts: {},
    proveedor: null,
    cliente: null,
    lines: lines.map(({ line }) => line),
  }
}

const PAID = ['percepcion', 'otro_pago', 'isr_a_favor'] as const
const WITHHELD = ['isr', 'imss', 'prestamo', 'deduccion'] as const

function amountOf(own: bigint): EntryAmount {
  return { own, base: own }
}

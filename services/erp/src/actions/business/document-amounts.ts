import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../errors.ts'
import { MAX_WITHHOLDING } from '../../fiscal/withholding.ts'
import {
  DOCUMENT,
  HAS_NO_LINES,
  LINE_MISFITS,
  PART_BELOW_ZERO,
  PART_OUTSIDE,
  TOTAL_NOT_OF_LINES,
} from '../../messages/documents.ts'
import type { Message } from '../../messages/message.ts'
import { amountText, cents, sumOf, timesRate } from './cents.ts'
import { rateProblem, type RateRules } from './exchange-rates.ts'

/** The amounts of a document; the total follows from the others. */
export interface Amounts {
  readonly subtotal: bigint
  readonly descuento: bigint
  readonly impuestos: bigint
  readonly retenciones: bigint
  readonly total: bigint
}

/** A purchase or a sale, as its amounts are checked. */
export interface AmountsHead {
  readonly id: string
  readonly fecha: string
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly descuento: string
  readonly impuestos: string
  readonly retenciones: string
  readonly total: string
}

/** Lines of a document, added up. */
export interface AmountsLine {
  /** The first line whose `importe` is not its quantity times its price, or that holds an impossible amount. */
  readonly mal: number | null
  /** In the document's currency. */
  readonly importe: string
  readonly descuento: string
  readonly impuestos: string
  readonly retenciones: string
  /** In the company's currency: every line converted and rounded separately. */
  readonly importe_base: string
  readonly descuento_base: string
  readonly impuestos_base: string
  readonly retenciones_base: string
}

/** What a document's amounts are checked against: a rate too far from the day's would get it past every limit. */
export interface AmountRules extends RateRules {
  readonly model: string
}

/** The total before withholdings: what is bought, whoever gets the money. Limits apply to it. */
export function grossOf({ subtotal, descuento, impuestos }: Amounts): bigint {
  return subtotal - descuento + impuestos
}

export interface DocumentAmounts {
  /** In the document's currency. */
  readonly own: Amounts
  /** In the company's currency, in which limits, budgets and books are kept. */
  readonly base: Amounts
}

/**
 * A document's amounts, from its lines. Discount, taxes and withholdings may stand on the lines or on the document; a
 * total that was sent must match them, since people approve what they read.
 * @source docs/decisions/0211-erp-purchases.md
 */
export function documentAmounts(
  head: AmountsHead,
  lines: readonly AmountsLine[],
  rules: AmountRules,
): Result<DocumentAmounts, ErrorEntry> {
  const { model } = rules
  const document = DOCUMENT({ model, folio: head.id })
  if (lines.length === 0) return fail({ code: 'NO_LINES', message: HAS_NO_LINES({ document }) })
  const problem =
    rateProblem({ field: 'tipo_cambio', ...head }, rules) ?? wrongLine(document, lines)
  if (problem !== null) return fail(problem)
  const own = ownAmounts(head, lines)
  const part = wrongPart({ document, model }, own)
  if (part !== null) return fail(part)
  const written = cents(head.total)
  if (own.total < 0n || (written !== 0n && written !== own.total)) {
    const made = amountText(own.total)
    const message = TOTAL_NOT_OF_LINES({ document, model, total: head.total, made })
    return fail({ code: 'VALIDATION', field: 'total', message })
  }
  return ok({ own, base: companyAmounts(head, lines) })
}

function wrongLine(document: Message, lines: readonly AmountsLine[]): ErrorEntry | null {
  const line = lines.find(({ mal }) => mal !== null)
  if (line === undefined) return null
  const message = LINE_MISFITS({ document, line: String(line.mal) })
  return { code: 'VALIDATION', field: 'importe', message }
}

/** Parts that stand only on the document must meet the same limits as those of lines. */
function wrongPart(
  named: { readonly document: Message; readonly model: string },
  amounts: Amounts,
): ErrorEntry | null {
  const { subtotal, descuento, impuestos, retenciones } = amounts
  const wrong = (field: string, value: bigint, most: bigint | null): ErrorEntry | null => {
    if (value >= 0n && (most === null || value <= most)) return null
    const part = { ...named, field, amount: amountText(value) }
    const message =
      most === null ? PART_BELOW_ZERO(part) : PART_OUTSIDE({ ...part, most: amountText(most) })
    return { code: 'VALIDATION', field, message }
  }
  return (
    wrong('descuento', descuento, subtotal) ??
    wrong('impuestos', impuestos, null) ??
    wrong('retenciones', retenciones, timesRate(subtotal - descuento, MAX_WITHHOLDING))
  )
}

function ownAmounts(head: AmountsHead, lines: readonly AmountsLine[]): Amounts {
  const sum = (part: keyof AmountsLine) => sumOf(lines.map((line) => cents(String(line[part]))))
  return withTotal({
    subtotal: sum('importe'),
    descuento: sum('descuento') || cents(head.descuento),
    impuestos: sum('impuestos') || cents(head.impuestos),
    retenciones: sum('retenciones') || cents(head.retenciones),
  })
}

function companyAmounts(head: AmountsHead, lines: readonly AmountsLine[]): Amounts {
  const sum = (part: keyof AmountsLine) => sumOf(lines.map((line) => cents(String(line[part]))))
  const converted = (amount: string) => timesRate(cents(amount), head.tipo_cambio)
  return withTotal({
    subtotal: sum('importe_base'),
    descuento: sum('descuento_base') || converted(head.descuento),
    impuestos: sum('impuestos_base') || converted(head.impuestos),
    retenciones: sum('retenciones_base') || converted(head.retenciones),
  })
}

function withTotal(parts: Omit<Amounts, 'total'>): Amounts {
  const { subtotal, descuento, impuestos, retenciones } = parts
  return { ...parts, total: subtotal - descuento + impuestos - retenciones }
}

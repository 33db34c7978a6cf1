import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import {
  compare,
  decimal,
  decimalText,
  dividedBy,
  isZero,
  minus,
  plus,
  rounded,
  sumOfDecimals,
  times,
  ZERO,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import {
  CREDITS_MORE_PIECES,
  CREDITS_MORE_THAN_LINE,
  CREDITS_MORE_THAN_SALE,
  PART_OF_LINE_TOO_LARGE,
} from '../../../../messages/credit-notes.ts'
import type { CreditNoteLine } from '../store/credit-note-store.ts'
import type { CreditedPart, CreditedTax } from '../store/credited-store.ts'
import type { InvoiceLine, InvoiceTax } from '../store/invoice-store.ts'
import type { WholeSale } from './sale-cfdi.ts'

/** What of the kind of a credit note gives back pieces, and not only money. */
const RETURN = 'devolucion'

// Of a division whose result is rounded to the cent.
const SHARE_SCALE = 12
const CENTS = 2

type Part = Omit<CreditedPart, 'id' | 'nota'>

/**
 * What is left to credit of a sale while the lines of a credit note take from it one after the other. What is credited of
 * the sale as a whole falls on its lines in proportion.
 * @source docs/decisions/0251-erp-stamping.md
 */
export class LeftToCredit {
  readonly #whole: WholeSale
  readonly #parts: Part[]
  readonly #net: Decimal

  constructor(whole: WholeSale, parts: readonly CreditedPart[]) {
    this.#whole = whole
    this.#parts = [...parts]
    this.#net = sumOfDecimals(whole.lines.map(netOf))
  }

  /** The taxes that a line takes off, to the cent so that all of its sale's line is credited in the end; or what keeps it. */
  take(
    line: CreditNoteLine,
    { tipo }: { readonly tipo: string },
  ): Result<readonly InvoiceTax[], ErrorEntry> {
    const sold = this.#whole.lines.find(({ id }) => id === line.venta_partida)
    const problem =
      sold === undefined
        ? this.#wholeProblem(line)
        : (this.#amountProblem(line, sold) ?? this.#quantityProblem(line, { sold, tipo }))
    if (problem !== null) return fail(problem)
    const federal = this.#whole.taxes.filter(({ ambito }) => ambito === 'federal')
    const own = sold === undefined ? federal : federal.filter(({ partida }) => partida === sold.id)
    const credited = sold === undefined ? this.#creditedOfWhole() : this.#creditedOf(sold)
    const net = sold === undefined ? this.#net : netOf(sold)
    const taxes = [...Map.groupBy(own, keyOf).values()].map((same) =>
      this.#share(same, { line, sold, net, credited }),
    )
    this.#parts.push({ ...line, tipo, taxes: taxes.map(creditedTax) })
    return ok(taxes)
  }

  /** What was credited of a line by name, and its part of what was credited of the sale as a whole. */
  #creditedOf(sold: InvoiceLine): Decimal {
    return plus(this.#named(sold), this.#partOf(netOf(sold), this.#creditedOfWhole()))
  }

  #named({ id }: InvoiceLine): Decimal {
    return importeOf(this.#parts.filter((part) => part.venta_partida === id))
  }

  #creditedOfWhole(): Decimal {
    return importeOf(this.#parts.filter((part) => part.venta_partida === null))
  }

  #partOf(net: Decimal, ofWhole: Decimal): Decimal {
    return isZero(this.#net) ? ZERO : dividedBy(times(ofWhole, net), this.#net, SHARE_SCALE)
  }

  #amountProblem(line: CreditNoteLine, sold: InvoiceLine): ErrorEntry | null {
    const charged = netOf(sold)
    const before = this.#creditedOf(sold)
    if (fits(plus(before, decimal(line.importe)), charged)) return null
    const message = CREDITS_MORE_THAN_LINE({
      ...this.#namesOf(line, 'importe'),
      sold: sold.partida,
      charged: money(charged),
      before: money(before),
      left: money(leftOf(charged, before)),
      asked: line.importe,
    })
    return { code: 'VALIDATION', field: placeOf(line, 'importe'), message }
  }

  #quantityProblem(
    line: CreditNoteLine,
    { sold, tipo }: { readonly sold: InvoiceLine; readonly tipo: string },
  ): ErrorEntry | null {
    const before =
      tipo === RETURN
        ? sumOfDecimals(
            this.#parts
              .filter((part) => part.tipo === RETURN && part.venta_partida === sold.id)
              .map(({ cantidad }) => decimal(cantidad)),
          )
        : ZERO
    const all = decimal(sold.cantidad)
    if (compare(plus(before, decimal(line.cantidad)), all) <= 0) return null
    const message = CREDITS_MORE_PIECES({
      ...this.#namesOf(line, 'cantidad'),
      sold: sold.partida,
      quantity: sold.cantidad,
      before: decimalText(before),
      left: decimalText(leftOf(all, before)),
      asked: line.cantidad,
    })
    return { code: 'VALIDATION', field: placeOf(line, 'cantidad'), message }
  }

  /** The sale as a whole is credited as far as each of its lines has its part left. */
  #wholeProblem(line: CreditNoteLine): ErrorEntry | null {
    const asked = decimal(line.importe)
    const before = importeOf(this.#parts)
    const field = placeOf(line, 'importe')
    const of = { ...this.#namesOf(line, 'importe'), asked: line.importe }
    if (!fits(plus(before, asked), this.#net)) {
      const message = CREDITS_MORE_THAN_SALE({
        ...of,
        charged: money(this.#net),
        before: money(before),
        left: money(leftOf(this.#net, before)),
      })
      return { code: 'VALIDATION', field, message }
    }
    const ofWhole = plus(this.#creditedOfWhole(), asked)
    const over = this.#whole.lines.find((sold) => {
      const part = this.#partOf(netOf(sold), ofWhole)
      return !fits(plus(this.#named(sold), part), netOf(sold))
    })
    if (over === undefined) return null
    const left = leftOf(netOf(over), this.#creditedOf(over))
    const message = PART_OF_LINE_TOO_LARGE({ ...of, sold: over.partida, left: money(left) })
    return { code: 'VALIDATION', field, message }
  }

  #namesOf(line: CreditNoteLine, name: string) {
    return { place: placeOf(line, name), line: line.partida, sale: this.#whole.sale.folio }
  }

  /** Of taxes of one kind and rate what a line takes off: what is due of all that is credited by then, less the rest. */
  #share(
    same: readonly InvoiceTax[],
    of: {
      readonly line: CreditNoteLine
      readonly sold: InvoiceLine | undefined
      readonly net: Decimal
      readonly credited: Decimal
    },
  ): InvoiceTax {
    const [first] = same
    if (first === undefined) throw new Error('a group of taxes is empty')
    const { decimales } = this.#whole.sale
    const by = plus(of.credited, decimal(of.line.importe))
    const part = (name: 'base' | 'importe') => {
      const all = sumOfDecimals(same.map((tax) => decimal(tax[name])))
      if (isZero(of.net)) return '0.00'
      const due = rounded(dividedBy(times(all, by), of.net, SHARE_SCALE), decimales)
      const before = this.#takenBefore(first, name, of.sold)
      const left = minus(this.#charged(first, name), taxOf(this.#parts, first, name))
      return decimalText(rounded(leftOf(smaller(minus(due, before), left), ZERO), decimales))
    }
    return { ...first, base: part('base'), importe: part('importe') }
  }

  /** What the whole sale was charged of a tax. */
  #charged(tax: InvoiceTax, name: 'base' | 'importe'): Decimal {
    const same = this.#whole.taxes.filter((one) => keyOf(one) === keyOf(tax))
    return sumOfDecimals(same.map((one) => decimal(one[name])))
  }

  /** What was taken off of a tax of a line, with its part of what the sale as a whole was; or of that alone. */
  #takenBefore(tax: InvoiceTax, name: 'base' | 'importe', sold: InvoiceLine | undefined): Decimal {
    const ofWhole = taxOf(
      this.#parts.filter((part) => part.venta_partida === null),
      tax,
      name,
    )
    if (sold === undefined) return ofWhole
    const named = taxOf(
      this.#parts.filter((part) => part.venta_partida === sold.id),
      tax,
      name,
    )
    const charged = this.#charged(tax, name)
    if (isZero(charged)) return named
    const own = sumOfDecimals(
      this.#whole.taxes
        .filter((one) => one.partida === sold.id && keyOf(one) === keyOf(tax))
        .map((one) => decimal(one[name])),
    )
    return plus(named, rounded(dividedBy(times(ofWhole, own), charged, SHARE_SCALE), CENTS))
  }
}

/** What lines of credit notes took off of a tax. */
function taxOf(parts: readonly Part[], tax: InvoiceTax, name: 'base' | 'importe'): Decimal {
  return sumOfDecimals(
    parts.flatMap(({ taxes }) =>
      taxes.filter((one) => keyOf(one) === keyOf(tax)).map((one) => decimal(one[name])),
    ),
  )
}

function creditedTax({ base, factor, impuesto, importe, tasa, tipo }: InvoiceTax): CreditedTax {
  return { tipo, impuesto: impuesto ?? '', factor, tasa, base, importe }
}

/** Taxes of one kind and rate are one. */
function keyOf({
  factor,
  impuesto,
  tasa,
  tipo,
}: Pick<InvoiceTax, 'factor' | 'impuesto' | 'tasa' | 'tipo'>): string {
  const rate = tasa === null ? '' : decimalText(rounded(decimal(tasa), RATE_DECIMALS))
  return [tipo, impuesto, factor, rate].join(' ')
}

const RATE_DECIMALS = 6

/** What a line of a sale was charged before taxes. */
function netOf({ descuento, importe }: InvoiceLine): Decimal {
  return minus(decimal(importe), decimal(descuento))
}

function importeOf(parts: readonly Part[]): Decimal {
  return sumOfDecimals(parts.map(({ importe }) => decimal(importe)))
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) < 0 ? a : b
}

/** Never below zero. */
function leftOf(all: Decimal, taken: Decimal): Decimal {
  const left = minus(all, taken)
  return left.units < 0n ? ZERO : left
}

/** Parts of the whole are quotients; what their last digit adds is no money. */
function fits(amount: Decimal, most: Decimal): boolean {
  return compare(rounded(amount, CENTS), most) <= 0
}

function money(amount: Decimal): string {
  return decimalText(rounded(amount, CENTS))
}

function placeOf({ partida }: CreditNoteLine, name: string): string {
  return `partidas[${partida}].${name}`
}

import type { ErrorEntry } from '../../../../errors.ts'
import {
  FITS_NO_ORDER,
  NAMED_TWICE,
  NAMES_NO_OWN_LINE,
} from '../../../../messages/matched-invoices.ts'
import type { OrderLineRow } from '../store/match-store.ts'
import type { InvoiceLine } from './invoice-amounts.ts'

/** What a line is charged to that no order has. */
export interface ExpenseTerms {
  readonly gasto: string | null
  readonly cuenta: string | null
  readonly centroCosto: string | null
  readonly proyecto: string | null
}

/** Where somebody says that a line of a CFDI belongs. */
export interface NamedTarget {
  /** The number of the line, from 1. */
  readonly concepto: number
  readonly compraPartida: string | null
  readonly recepcionPartida: string | null
  readonly recepcionServicio: string | null
  /** Null: it names nothing to charge an expense to. */
  readonly expense: ExpenseTerms | null
}

export type LineTarget =
  | {
      readonly kind: 'order'
      readonly order: OrderLineRow
      /** Only this receipt, by `receiptKey`; null: any of the order's line. */
      readonly receipt: string | null
      /** Only lines of these RecepcionCompra, unless it names one; none: of any. */
      readonly recepciones: readonly string[]
    }
  | { readonly kind: 'expense'; readonly expense: ExpenseTerms }

export interface MatchedLine {
  readonly line: InvoiceLine
  readonly target: LineTarget
}

/** A receipt of goods or of a service, of either model. */
export function receiptKey(facts: {
  readonly recepcionPartida: string | null
  readonly recepcionServicio: string | null
}): string | null {
  if (facts.recepcionPartida !== null) return `partida ${facts.recepcionPartida}`
  return facts.recepcionServicio === null ? null : `servicio ${facts.recepcionServicio}`
}

export interface MatchFacts {
  readonly orders: readonly OrderLineRow[]
  /** The line of the order that a receipt belongs to, by `receiptKey`. */
  readonly orderOfReceipt: ReadonlyMap<string, string>
  readonly named: readonly NamedTarget[]
  readonly recepciones: readonly string[]
  /** For lines that no order has; null: there are to be none. */
  readonly expense: ExpenseTerms | null
}

/**
 * Finds for each line of an invoice the line of an order that it invoices: as it was named, else by the article's keys, by
 * its words, and, where as many are left on both sides, in their order.
 * @returns the lines with their targets, and a problem for each that has none
 */
export function matchLines(
  lines: readonly InvoiceLine[],
  facts: MatchFacts,
): { readonly matched: readonly MatchedLine[]; readonly problems: readonly ErrorEntry[] } {
  const found = new Map<number, LineTarget>()
  const problems: ErrorEntry[] = []
  for (const named of facts.named) {
    const target = namedTarget(named, facts)
    if (target === null) problems.push(unknownTarget(named))
    else if (named.concepto > lines.length || found.has(named.concepto))
      problems.push(noSuchLine(named, lines.length))
    else found.set(named.concepto, target)
  }
  if (problems.length > 0) return { matched: [], problems }
  matchByWords(lines, facts, found)
  if (facts.expense === null) matchByPlace(lines, facts, found)
  const matched = lines.flatMap((line): readonly MatchedLine[] => {
    const target = found.get(line.numero) ?? expenseTarget(facts.expense)
    if (target !== null) return [{ line, target }]
    problems.push(unmatched(line, facts.orders))
    return []
  })
  return { matched, problems }
}

function namedTarget(named: NamedTarget, facts: MatchFacts): LineTarget | null {
  if (named.expense !== null) return expenseTarget(named.expense)
  const receipt = receiptKey(named)
  const id = receipt === null ? named.compraPartida : facts.orderOfReceipt.get(receipt)
  const order = facts.orders.find((order) => order.id === id)
  return order === undefined ? null : orderTarget(facts, order, receipt)
}

function orderTarget(
  { recepciones }: MatchFacts,
  order: OrderLineRow,
  receipt: string | null,
): LineTarget {
  return { kind: 'order', order, receipt, recepciones }
}

function expenseTarget(expense: ExpenseTerms | null): LineTarget | null {
  return expense === null ? null : { kind: 'expense', expense }
}

function matchByWords(
  lines: readonly InvoiceLine[],
  facts: MatchFacts,
  found: Map<number, LineTarget>,
): void {
  const { orders } = facts
  const passes: readonly ((line: InvoiceLine, order: OrderLineRow) => boolean)[] = [
    ({ concepto }, { claves }) =>
      concepto.NoIdentificacion !== undefined && has(claves, concepto.NoIdentificacion),
    ({ concepto }, { nombres }) => has(nombres, concepto.Descripcion),
  ]
  const used = new Set(ordersOf(found))
  for (const isSame of passes) {
    for (const line of lines) {
      if (found.has(line.numero)) continue
      const candidates = orders.filter((order) => isSame(line, order))
      // The same article in two lines of the order: the first one that no other line of the invoice has.
      const order = candidates.find(({ id }) => !used.has(id)) ?? candidates[0]
      if (order === undefined) continue
      used.add(order.id)
      found.set(line.numero, orderTarget(facts, order, null))
    }
  }
}

function matchByPlace(
  lines: readonly InvoiceLine[],
  facts: MatchFacts,
  found: Map<number, LineTarget>,
): void {
  const { orders } = facts
  const used = new Set(ordersOf(found))
  const open = lines.filter(({ numero }) => !found.has(numero))
  const left = orders.filter(({ id }) => !used.has(id))
  if (open.length !== left.length) return
  for (const [index, line] of open.entries()) {
    const order = left[index]
    if (order !== undefined) found.set(line.numero, orderTarget(facts, order, null))
  }
}

function ordersOf(found: ReadonlyMap<number, LineTarget>): readonly string[] {
  return [...found.values()].flatMap((target) => (target.kind === 'order' ? [target.order.id] : []))
}

function has(texts: readonly string[], text: string): boolean {
  const wanted = plain(text)
  return texts.some((text) => plain(text) === wanted)
}

/** Without accents, capitals and blanks, in which suppliers differ. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function unknownTarget({ concepto }: NamedTarget): ErrorEntry {
  return { code: 'VALIDATION', field: 'partidas', message: NAMES_NO_OWN_LINE({ line: concepto }) }
}

function noSuchLine({ concepto }: NamedTarget, lines: number): ErrorEntry {
  const message = NAMED_TWICE({ line: concepto, most: lines })
  return { code: 'VALIDATION', field: 'partidas', message }
}

function unmatched({ numero, concepto }: InvoiceLine, orders: readonly OrderLineRow[]): ErrorEntry {
  const folios = [...new Set(orders.map(({ compra_folio: folio }) => folio))]
  const words = concepto.Descripcion.slice(0, 80)
  const message = FITS_NO_ORDER({ line: numero, words, folios })
  return { code: 'VALIDATION', field: 'partidas', message }
}

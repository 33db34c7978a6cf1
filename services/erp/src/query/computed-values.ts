import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { isOfDocument } from '../dictionary/currency.ts'
import {
  fieldsOf,
  isComputed,
  isRanged,
  sumsOf,
  type ComputedField,
  type RangedField,
} from '../dictionary/formula.ts'
import type { Model, Range } from '../dictionary/types.ts'
import { compare, decimal, decimalText, rounded, ZERO, type Decimal } from '../fiscal/decimal.ts'
import {
  ABOVE_ZERO,
  AT_MOST,
  NOT_BELOW_ZERO,
  OTHERS_MAKE,
  REQUIRED_HERE,
  TOO_FINE_FOR_CURRENCY,
  TOO_FINE_FOR_MONEY,
} from '../messages/computed.ts'
import type { Message } from '../messages/message.ts'
import { FIELD_IS } from '../messages/values.ts'
import { decimalsOf, isCoarse, isTooFine, MONEY_DECIMALS } from './amount-decimals.ts'
import { evaluate } from './evaluate-formula.ts'
import { explained } from './explain-formula.ts'
import type { FieldValue } from './field-value.ts'
import { isSameValue } from './same-value.ts'
import type { InputProblem } from './write-plan.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Stored = ReadonlyMap<string, string | null>

/** What the lines of one record make: each sum by its key, and whether there are any lines. */
export interface LineSums {
  readonly sums: ReadonlyMap<string, Decimal>
  readonly hasLines: boolean
}

// A limit is told, and held, to the cent at least.
const CENTS = 2
const QUANTITY = 'cantidad'

export const NO_LINES: LineSums = { sums: new Map(), hasLines: false }

/** A write of one record: what it sets, and what is stored; null on create. */
interface AmountWrite {
  readonly model: Model
  readonly values: Values
  readonly previous: Stored | null
  /** Of the currency of its document; absent: as many as money has. */
  readonly decimals?: number | undefined
}

/** Whether the write says anything of a field that is computed, makes another, or has a range. */
export function touchesAmounts({ model, values, previous, decimals }: AmountWrite): boolean {
  const parts = new Set(
    model.fields.flatMap((field) => [
      ...(isCoarse(decimals) && isOfDocument(model, field) ? [field.name] : []),
      ...(isComputed(field) ? [field.name, ...fieldsOf(field.computed.formula)] : []),
      ...(isRanged(field) ? rangeParts(field) : []),
    ]),
  )
  return [...parts].some((name) => isChanged({ model, values, previous }, name))
}

/** The fields that decide whether a value is in its range. */
function rangeParts({ name, range }: RangedField): readonly string[] {
  return [name, ...(range.most === null ? [] : fieldsOf(range.most))]
}

function isChanged({ model, values, previous }: AmountWrite, name: string): boolean {
  if (previous === null) return true
  const field = model.fieldByName.get(name)
  if (field === undefined || !values.has(name)) return false
  return !isSameValue(field, values.get(name) ?? null, previous.get(name) ?? null)
}

/**
 * The values of a write with those that they make. One that was sent must be what the others make. As long as a document
 * has no lines, what its lines would make is what was written.
 * @param lines what the record's lines make once the write is done
 * @source docs/decisions/0240-erp-documents.md
 */
export function fillComputed(
  write: AmountWrite,
  lines: LineSums & { readonly haveChanged: boolean },
): Result<Values, readonly InputProblem[]> {
  const { problems, values } = computed(write, lines)
  return problems.length > 0 ? fail(problems) : ok(values)
}

/** As far as it can be computed: what is wrong or missing is left as it is. */
export function fillLoosely(write: AmountWrite, lines: LineSums): Values {
  return computed(write, { ...lines, haveChanged: true }).values
}

function computed(
  write: AmountWrite,
  lines: LineSums & { readonly haveChanged: boolean },
): Amounts {
  const amounts = new Amounts(write, lines)
  const ranged = write.model.fields.filter(isRanged)
  // What is no quantity or price is not multiplied either.
  const [plain, others] = [ranged.filter(isPlain), ranged.filter((field) => !isPlain(field))]
  checkDecimals(amounts)
  for (const field of plain) checkRange(amounts, field)
  for (const field of computedFields(write.model)) fillField(amounts, field)
  for (const field of others) checkRange(amounts, field)
  return amounts
}

/**
 * What a change of its lines makes of a document: the values that follow from the lines, where they did so before. One
 * that was written otherwise stays, to be judged by whoever acts on the document.
 */
export function carriedValues(
  model: Model,
  stored: Stored,
  {
    before,
    after,
    decimals,
  }: {
    readonly before: LineSums
    readonly after: LineSums
    readonly decimals?: number | undefined
  },
): Values {
  const write = { model, values: new Map(), previous: stored, decimals }
  const old = new Amounts(write, before)
  const now = new Amounts(write, after)
  for (const field of computedFields(model)) carryField(field, { old, now })
  return now.values
}

function carryField(
  field: ComputedField,
  { old, now }: { readonly old: Amounts; readonly now: Amounts },
): void {
  const made = madeBy(now, field)
  const wasMade = madeBy(old, field) ?? ZERO
  if (made === null || isLeftToGiven(field, made, wasMade)) return
  const kept = now.of(field.name) ?? ZERO
  const followed = isZero(kept) || compare(kept, wasMade) === 0
  if (followed && compare(kept, made) !== 0) now.set(field.name, made)
}

/** Lines that make nothing, before and after, leave what was written. */
function isLeftToGiven({ computed }: ComputedField, made: Decimal, wasMade: Decimal): boolean {
  return computed.orGiven && isZero(made) && isZero(wasMade)
}

function isZero({ units }: Decimal): boolean {
  return units === 0n
}

/** A range that no other field decides about, of a value that somebody wrote. */
function isPlain(field: RangedField): boolean {
  return field.range.most === null && !isComputed(field)
}

/** The values of one write as they are computed one after the other. */
class Amounts {
  readonly model: Model
  readonly values: Map<string, FieldValue | null>
  readonly problems: InputProblem[] = []
  readonly wrong = new Set<string>()
  readonly lines: LineSums
  readonly haveLinesChanged: boolean
  readonly #write: AmountWrite

  constructor(write: AmountWrite, lines: LineSums & { readonly haveChanged?: boolean }) {
    this.#write = write
    this.model = write.model
    this.values = new Map(write.values)
    this.lines = lines
    this.haveLinesChanged = lines.haveChanged === true
  }

  get decimals(): number | undefined {
    return this.#write.decimals
  }

  get isNew(): boolean {
    return this.#write.previous === null
  }

  textOf(name: string): string | null {
    const value = this.values.has(name) ? this.values.get(name) : this.#write.previous?.get(name)
    return value === null || value === undefined ? null : String(value)
  }

  of(name: string): Decimal | null {
    const text = this.textOf(name)
    return text === null ? null : decimal(text)
  }

  storedOf(name: string): Decimal | null {
    const text = this.#write.previous?.get(name) ?? null
    return text === null ? null : decimal(text)
  }

  /** What was sent for a field. */
  sent(name: string): string | null {
    const value = this.#write.values.get(name)
    return value === null || value === undefined ? null : String(value)
  }

  isChanged(name: string): boolean {
    return isChanged({ ...this.#write, values: this.values }, name)
  }

  set(name: string, value: Decimal): void {
    this.values.set(name, decimalText(value))
  }

  refuse(field: string, what: Message): void {
    this.wrong.add(field)
    const message = FIELD_IS({ field, model: this.model.name, what })
    this.problems.push({ code: 'VALIDATION', field, message })
  }
}

function fillField(amounts: Amounts, field: ComputedField): void {
  const { name, computed } = field
  const parts = [name, ...fieldsOf(computed.formula)]
  const isOfLines = readsLines(amounts.model, field)
  if (parts.some((part) => amounts.wrong.has(part))) return void amounts.wrong.add(name)
  const isTouched =
    parts.some((part) => amounts.isChanged(part)) || (isOfLines && amounts.haveLinesChanged)
  if (!isTouched) return
  const made = madeBy(amounts, field)
  const whole = wholePrice(amounts, field)
  if (whole !== null) {
    const amount = decimalText(whole)
    amounts.refuse(name, TOO_FINE_FOR_MONEY({ amount, decimals: MONEY_DECIMALS }))
  } else if (made === null) leaveOpen(amounts, field)
  else if (computed.orGiven && isZero(made)) fillOnly(amounts, name, made)
  else if (!isLoose(amounts, field)) hold(amounts, field, made)
  else if (amounts.sent(name) === null && followsStill(amounts, field)) amounts.set(name, made)
}

function fillOnly(amounts: Amounts, name: string, made: Decimal): void {
  if (amounts.of(name) === null) amounts.set(name, made)
}

/** What cannot be computed is what was written, or the default. */
function leaveOpen(amounts: Amounts, { name, default: value, required }: ComputedField): void {
  if (!amounts.isNew || amounts.sent(name) !== null) return
  if (value?.kind === 'value') amounts.set(name, decimal(String(value.value)))
  else if (required) amounts.refuse(name, REQUIRED_HERE())
}

/** What was sent is what the others make. */
function hold(amounts: Amounts, { name, computed }: ComputedField, made: Decimal): void {
  const sent = amounts.sent(name)
  if (sent === null) return amounts.set(name, made)
  if (compare(decimal(sent), made) === 0) return
  const parts = explained(amounts.model, computed.formula, {
    of: (part) => amounts.textOf(part),
    sums: amounts.lines.sums,
  })
  amounts.refuse(name, OTHERS_MAKE({ sent, parts, made: decimalText(made) }))
}

/** Whether nobody wrote something else than what the others made. */
function followsStill(amounts: Amounts, field: ComputedField): boolean {
  const stored = amounts.storedOf(field.name)
  if (stored === null || stored.units === 0n) return true
  const wasMade = evaluate(field.computed.formula, {
    of: (name) => amounts.storedOf(name),
    sums: amounts.lines.sums,
  })
  return wasMade !== null && compare(stored, rounded(wasMade, scaleOf(amounts, field))) === 0
}

function madeBy(amounts: Amounts, field: ComputedField): Decimal | null {
  const made = evaluate(field.computed.formula, {
    of: (name) => amounts.of(name),
    sums: amounts.lines.sums,
  })
  return made === null ? null : rounded(made, scaleOf(amounts, field))
}

/**
 * What a line comes to in a currency with three decimals (dinars), where two do not hold it: rounded, it would be another
 * price than the one agreed. Null: they do. What is converted from another currency is rounded anyhow.
 * @source docs/decisions/0240-erp-documents.md
 */
function wholePrice(amounts: Amounts, field: ComputedField): Decimal | null {
  const { decimals = MONEY_DECIMALS, model } = amounts
  if (decimals <= MONEY_DECIMALS || !isOfDocument(model, field)) return null
  const { formula } = field.computed
  if (!fieldsOf(formula).includes(QUANTITY)) return null
  const exact = evaluate(formula, { of: (name) => amounts.of(name), sums: amounts.lines.sums })
  const whole = exact === null ? null : rounded(exact, decimals)
  return whole !== null && isTooFine(whole, MONEY_DECIMALS) ? whole : null
}

function scaleOf({ model, decimals }: Amounts, field: ComputedField): number {
  return decimalsOf(model, field, decimals)
}

/** An amount that was sent for a currency without cents has none. */
function checkDecimals(amounts: Amounts): void {
  const { decimals, model } = amounts
  if (!isCoarse(decimals)) return
  for (const field of model.fields) {
    const sent = isOfDocument(model, field) ? amounts.sent(field.name) : null
    if (sent === null || !isTooFine(decimal(sent), decimals) || !amounts.isChanged(field.name))
      continue
    amounts.refuse(field.name, TOO_FINE_FOR_CURRENCY({ amount: sent, decimals }))
  }
}

function checkRange(amounts: Amounts, field: RangedField): void {
  const { name, range } = field
  const parts = rangeParts(field)
  const value = amounts.of(name)
  if (value === null || parts.some((part) => amounts.wrong.has(part))) return
  if (isComputed(field) && isOpen(amounts, field)) return
  if (!parts.some((part) => amounts.isChanged(part))) return
  const problem = outOfRange(amounts, { value, range, text: amounts.textOf(name) ?? '' })
  if (problem !== null) amounts.refuse(name, problem)
}

/** As long as there are no lines, what follows from them is not judged unless somebody wrote it. */
function isOpen(amounts: Amounts, field: ComputedField): boolean {
  return isLoose(amounts, field) && amounts.sent(field.name) === null
}

/** Whether what was written before the lines stands. */
function isLoose({ model, lines }: Amounts, field: ComputedField): boolean {
  return field.computed.needsLines && !lines.hasLines && readsLines(model, field)
}

function outOfRange(
  amounts: Amounts,
  of: { readonly value: Decimal; readonly range: Range; readonly text: string },
): Message | null {
  const { value, range, text: amount } = of
  if (range.isAbove && value.units <= 0n) return ABOVE_ZERO({ amount })
  if (value.units < 0n) return NOT_BELOW_ZERO({ amount })
  if (range.most === null) return null
  const most = evaluate(range.most, { of: (part) => amounts.of(part), sums: new Map() })
  if (most === null) return null
  const limit = rounded(most, Math.max(value.scale, CENTS))
  return compare(value, limit) > 0 ? AT_MOST({ amount, limit: decimalText(limit) }) : null
}

/** Whether a field follows from lines, itself or by another field. */
function readsLines(model: Model, { computed }: ComputedField): boolean {
  if (sumsOf(computed.formula).length > 0) return true
  return fieldsOf(computed.formula).some((name) => {
    const field = model.fieldByName.get(name)
    return field !== undefined && isComputed(field) && readsLines(model, field)
  })
}

const ordered = new WeakMap<Model, readonly ComputedField[]>()

/** The computed fields of a model, each after those that it follows from. */
function computedFields(model: Model): readonly ComputedField[] {
  const known = ordered.get(model)
  if (known !== undefined) return known
  const order: ComputedField[] = []
  const visit = (field: ComputedField): void => {
    if (order.includes(field)) return
    for (const name of fieldsOf(field.computed.formula)) {
      const part = model.fieldByName.get(name)
      if (part !== undefined && isComputed(part)) visit(part)
    }
    order.push(field)
  }
  for (const field of model.fields) if (isComputed(field)) visit(field)
  ordered.set(model, order)
  return order
}

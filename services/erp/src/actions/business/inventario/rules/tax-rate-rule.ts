import { apiError } from '../../../../errors.ts'
import { compare, decimal, decimalText } from '../../../../fiscal/decimal.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  VALUE_OF_FIXED_RATE,
  VALUE_OF_NO_RATE,
  VALUE_OUTSIDE_RATE,
  VALUE_REQUIRED,
} from '../../../../messages/stocked-articles.ts'
import type { Callback, CallbackContext, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter } from '../../../rules/rule.ts'
import { findTaxRate, type TaxRate } from '../store/tax-rate-store.ts'

/** A field that names a rate of c_TasaOCuota, and the one that says which value of a range applies. */
interface RateField {
  readonly rate: string
  readonly value: string
}

const WITHHELD: readonly RateField[] = [
  { rate: 'retencion_iva', value: 'valor_retencion_iva' },
  { rate: 'retencion_isr', value: 'valor_retencion_isr' },
]

/**
 * Where the law leaves a range, the group says which value of it applies: without one nothing would be withheld, and
 * nobody would be told.
 * @source docs/decisions/0240-erp-documents.md
 */
export const taxGroupRule: Callback = ratesRule(WITHHELD)

/** The same of a tax of an article. */
export const articleTaxRule: Callback = ratesRule([{ rate: 'tasa_cuota', value: 'valor' }])

function ratesRule(fields: readonly RateField[]): Callback {
  return {
    before: async (context, write) => {
      const changed = new Set(changedFields(write))
      for (const field of fields)
        if (changed.has(field.rate) || changed.has(field.value)) await check(context, write, field)
      return write.values
    },
  }
}

async function check(
  { tx }: CallbackContext,
  write: PendingWrite,
  { rate, value }: RateField,
): Promise<void> {
  const [id, written] = [valueAfter(write, rate), valueAfter(write, value)]
  const found = id === null ? null : await findTaxRate(tx, id)
  // That there is none of this id is told elsewhere.
  if (found === undefined) return
  const of = { model: write.model.name, field: value, rate }
  const problem = found === null ? withoutRate(of, written) : problemOf(of, found, written)
  if (problem !== null) throw apiError('VALIDATION', problem, value)
}

interface Value {
  readonly model: string
  readonly field: string
  readonly rate: string
}

function withoutRate(of: Value, written: string | null): Message | null {
  return written === null ? null : VALUE_OF_NO_RATE({ ...of, written })
}

function problemOf(
  of: Value,
  { tipo, minimo, valor }: TaxRate,
  written: string | null,
): Message | null {
  const [least, most] = [decimal(minimo ?? '0'), decimal(valor ?? '0')]
  if (tipo === 'Fijo') {
    if (written === null || compare(decimal(written), most) === 0) return null
    return VALUE_OF_FIXED_RATE({ ...of, written, most: decimalText(most) })
  }
  const range = { least: decimalText(least), most: decimalText(most) }
  if (written === null) return VALUE_REQUIRED({ ...of, ...range })
  const isWithin = compare(decimal(written), least) >= 0 && compare(decimal(written), most) <= 0
  return isWithin ? null : VALUE_OUTSIDE_RATE({ ...of, written, ...range })
}

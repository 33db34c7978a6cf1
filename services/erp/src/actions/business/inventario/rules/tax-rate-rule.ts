import { apiError } from '../../../../errors.ts'
import { compare, decimal, decimalText } from '../../../../fiscal/decimal.ts'
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
  const problem = found === null ? withoutRate(written, rate) : problemOf(found, written, rate)
  if (problem !== null) throw apiError('VALIDATION', `${value} ${problem}.`, value)
}

function withoutRate(written: string | null, rate: string): string | null {
  return written === null
    ? null
    : `is ${written}, but there is no ${rate} that it could be a value of`
}

function problemOf(
  { tipo, minimo, valor }: TaxRate,
  written: string | null,
  rate: string,
): string | null {
  const [least, most] = [decimal(minimo ?? '0'), decimal(valor ?? '0')]
  if (tipo === 'Fijo') {
    if (written === null || compare(decimal(written), most) === 0) return null
    return `is ${written}, but ${rate} is ${decimalText(most)}; leave it out`
  }
  const range = `${decimalText(least)} to ${decimalText(most)}`
  if (written === null) return `is required: ${rate} is a range, ${range}`
  const isWithin = compare(decimal(written), least) >= 0 && compare(decimal(written), most) <= 0
  return isWithin ? null : `is ${written}, but must be within ${rate}, ${range}`
}

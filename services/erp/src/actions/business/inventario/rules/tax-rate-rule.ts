import { apiError } from '../../../../errors.ts'
import { compare, decimal } from '../../../../fiscal/decimal.ts'
import type { Callback, CallbackContext, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter } from '../../../rules/rule.ts'
import { findTaxRate } from '../store/tax-rate-store.ts'

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
  const found = id === null ? undefined : await findTaxRate(tx, id)
  const refuse = (what: string) => apiError('VALIDATION', `${value} ${what}.`, value)
  if (found === undefined) {
    if (written === null || id !== null) return
    throw refuse(`is ${written}, but there is no ${rate} that it could be a value of`)
  }
  const { minimo, valor } = found
  if (found.tipo === 'Fijo') {
    if (written === null || valor === null || compare(decimal(written), decimal(valor)) === 0)
      return
    throw refuse(`is ${written}, but ${rate} is ${valor}; leave it out`)
  }
  const range = `${minimo ?? '0'} to ${valor ?? '0'}`
  if (written === null) throw refuse(`is required: ${rate} is a range, ${range}`)
  const isWithin =
    compare(decimal(written), decimal(minimo ?? '0')) >= 0 &&
    compare(decimal(written), decimal(valor ?? '0')) <= 0
  if (!isWithin) throw refuse(`is ${written}, but must be within ${rate}, ${range}`)
}

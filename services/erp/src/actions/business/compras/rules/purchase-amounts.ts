import { ApiError, apiError, type ErrorEntry } from '../../../../errors.ts'
import type { FieldValue } from '../../../../query/field-value.ts'
import { MAX_WITHHOLDING } from '../../../../fiscal/withholding.ts'
import { amountText, cents, timesPrice, timesRate } from '../../cents.ts'
import type { PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter } from '../../../rules/rule.ts'

const LINE_AMOUNTS = ['cantidad', 'precio', 'importe', 'descuento', 'impuestos', 'retenciones']
const HEAD_AMOUNTS = ['subtotal', 'descuento', 'impuestos', 'retenciones', 'total']

/**
 * The values of a purchase line with its `importe`, which is `cantidad` times `precio`. If one was sent it must be the
 * same, since limits and budgets depend on it.
 * @throws ApiError VALIDATION
 * @source docs/decisions/0211-erp-purchases.md
 */
export function lineAmounts(write: PendingWrite): ReadonlyMap<string, FieldValue | null> {
  const changed = changedFields(write)
  if (write.previous !== null && !changed.some((name) => LINE_AMOUNTS.includes(name))) {
    return write.values
  }
  const after = (name: string) => valueAfter(write, name) ?? '0'
  const problems = ['cantidad', 'precio'].flatMap((name) =>
    isAboveZero(after(name)) ? [] : wrong(name, `must be above zero, not ${after(name)}`),
  )
  if (problems.length > 0) throw new ApiError(problems)
  const importe = timesPrice(after('cantidad'), after('precio'))
  const isSent = write.values.has('importe')
  if (isSent && cents(after('importe')) !== importe) {
    const made = `cantidad ${after('cantidad')} × precio ${after('precio')} make ${amountText(importe)}`
    throw new ApiError(wrong('importe', `is ${after('importe')}, but ${made}`))
  }
  const descuento = cents(after('descuento'))
  // While the discount is wrong, withholdings are not checked.
  const retained = descuento > importe ? null : timesRate(importe - descuento, MAX_WITHHOLDING)
  const ranges = [
    ...outside('descuento', after('descuento'), importe),
    ...outside('impuestos', after('impuestos'), null),
    ...outside('retenciones', after('retenciones'), retained),
  ]
  if (ranges.length > 0) throw new ApiError(ranges)
  return isSent ? write.values : new Map([...write.values, ['importe', amountText(importe)]])
}

/** No amount of a purchase is below zero, and no rate is zero. @throws ApiError VALIDATION */
export function refuseHeadAmounts(write: PendingWrite): void {
  const changed = changedFields(write)
  const problems = HEAD_AMOUNTS.filter((name) => changed.includes(name)).flatMap((name) =>
    outside(name, valueAfter(write, name) ?? '0', null),
  )
  const rate = valueAfter(write, 'tipo_cambio') ?? '1'
  if (changed.includes('tipo_cambio') && !isAboveZero(rate)) {
    throw apiError('VALIDATION', `tipo_cambio must be above zero, not ${rate}.`, 'tipo_cambio')
  }
  if (problems.length > 0) throw new ApiError(problems)
}

function isAboveZero(amount: string): boolean {
  return !amount.startsWith('-') && /[1-9]/.test(amount)
}

/** A problem when the amount is below zero or above its maximum; null: no maximum. */
function outside(name: string, amount: string, most: bigint | null): ErrorEntry[] {
  if (cents(amount) < 0n) return wrong(name, `must not be below zero, as ${amount} is`)
  if (most === null || cents(amount) <= most) return []
  return wrong(name, `is ${amount}, but can be ${amountText(most)} at most`)
}

function wrong(field: string, what: string): ErrorEntry[] {
  return [{ code: 'VALIDATION', field, message: `${field} ${what}.` }]
}

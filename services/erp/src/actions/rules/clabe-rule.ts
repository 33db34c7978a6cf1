import { ApiError, type ErrorEntry } from '../../errors.ts'
import { CLABE_OF_OTHER_BANK } from '../../messages/record-rules.ts'
import { findBankKeys } from '../../store/bank-key-store.ts'
import type { Callback, PendingWrite } from '../callbacks/callback.ts'
import { changedFields, valueAfter } from './rule.ts'

const BANK_DIGITS = 3

type Banks = Awaited<ReturnType<typeof findBankKeys>>

/**
 * A CLABE is of the bank that its first three digits name. What was stored before stays until one of the two changes.
 * @source docs/decisions/0208-erp-text-forms.md
 */
const clabeRule: Callback = {
  before: async ({ tx }, write) => {
    if (!changedFields(write).some((name) => name === 'clabe' || name === 'banco'))
      return write.values
    const problem = problemOf(write, await findBankKeys(tx, banksOf([write])))
    if (problem !== null) throw new ApiError([problem])
    return write.values
  },
  passesAll: async ({ tx }, writes) => {
    const banks = await findBankKeys(tx, banksOf(writes))
    return writes.every((write) => problemOf(write, banks) === null)
  },
}

function banksOf(writes: readonly PendingWrite[]): readonly string[] {
  return [...new Set(writes.flatMap((write) => valueAfter(write, 'banco') ?? []))]
}

function problemOf(write: PendingWrite, banks: Banks): ErrorEntry | null {
  const clabe = valueAfter(write, 'clabe') ?? ''
  const bank = banks.get(valueAfter(write, 'banco') ?? '')
  if (clabe === '' || bank === undefined || clabe.startsWith(bank.clave)) return null
  const begins = clabe.slice(0, BANK_DIGITS)
  const message = CLABE_OF_OTHER_BANK({ begins, bank: bank.nombre, key: bank.clave })
  return { code: 'VALIDATION', field: 'clabe', message }
}

/** The accounts that have a CLABE and a bank, by model. */
export const CLABE_RULES: ReadonlyMap<string, Callback> = new Map(
  [
    'ProveedorCuentaBancaria',
    'ClienteCuentaBancaria',
    'CuentaBancaria',
    'CuentaNominaEmpleado',
    'PensionAlimenticia',
  ].map((model) => [model, clabeRule]),
)

import type { AddressRow } from '../../store/form-store.ts'

/** An address in a line, from its parts. */
export function addressText(address: AddressRow | null): string {
  if (address === null) return ''
  const { calle, codigo_postal: cp, colonia, estado, exterior, interior, municipio } = address
  const inside = interior === null ? null : `int. ${interior}`
  const street = [calle, exterior, inside].filter((part) => part !== null && part !== '').join(' ')
  const zip = cp === null ? null : `C.P. ${cp}`
  return [street, colonia, municipio, estado, zip]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}

const LEAST_DECIMALS = 2

/** A decimal text with commas between thousands, without zeros behind beyond the second decimal. */
export function amountShown(text: string): string {
  const [, sign = '', units = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (units === '') return text
  const grouped = units.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${sign}${grouped}.${decimals.replace(/0+$/, '').padEnd(LEAST_DECIMALS, '0')}`
}

/** Whether an amount is there at all. */
export function isAmount(text: string | undefined): boolean {
  return text !== undefined && /[1-9]/.test(text)
}

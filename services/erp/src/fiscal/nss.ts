/** Digits alone. */
export function normalizeNss(text: string): string {
  return text.replaceAll(/[\s-]/g, '')
}

/**
 * Whether a normalized number of the IMSS has eleven digits and the right last one (Luhn).
 * @source IMSS, número de seguridad social
 */
export function isNss(text: string): boolean {
  return /^\d{11}$/.test(text) && nssCheckDigit(text) === text.at(-1)
}

/** The check digit of the ten before it. */
export function nssCheckDigit(nss: string): string {
  const sum = Array.from(nss.slice(0, 10)).reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** By the place of a digit, again and again. */
const WEIGHTS = [3, 7, 1]

/** Digits alone. */
export function normalizeClabe(text: string): string {
  return text.replaceAll(/[\s-]/g, '')
}

/**
 * Whether a normalized account number has eighteen digits and the right last one.
 * @source Banco de México, CLABE: dígito de control, weights 3, 7, 1, each product modulo 10
 */
export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && clabeCheckDigit(text) === text.at(-1)
}

/** The check digit of the seventeen before it. */
export function clabeCheckDigit(clabe: string): string {
  const sum = Array.from(clabe.slice(0, 17)).reduce((total, digit, index) => {
    return total + ((Number(digit) * (WEIGHTS[index % WEIGHTS.length] ?? 0)) % 10)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

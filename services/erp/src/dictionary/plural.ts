/** Plurals that gain an accent or that the rule would get wrong. */
const IRREGULAR: Readonly<Record<string, string>> = {
  examen: 'exámenes',
  imagen: 'imágenes',
  joven: 'jóvenes',
  margen: 'márgenes',
  orden: 'órdenes',
  origen: 'orígenes',
  país: 'países',
  régimen: 'regímenes',
  resumen: 'resúmenes',
  volumen: 'volúmenes',
}

const PREPOSITIONS = new Set([
  'a',
  'al',
  'ante',
  'con',
  'contra',
  'de',
  'del',
  'e',
  'en',
  'entre',
  'para',
  'por',
  'según',
  'sin',
  'sobre',
  'y',
])

/**
 * The plural of a Spanish label: "Orden de compra" gives "Órdenes de compra", "Cuenta contable" "Cuentas contables".
 * Only the words before the first preposition change; capitals such as CFDI have no plural of their own.
 */
export function pluralOf(label: string): string {
  const words = label.split(' ')
  const preposition = words.findIndex(
    (word) => PREPOSITIONS.has(word.toLowerCase()) || word.startsWith('('),
  )
  const end = preposition <= 0 ? words.length : preposition
  return words.map((word, i) => (i < end ? pluralWord(word) : word)).join(' ')
}

function pluralWord(word: string): string {
  const irregular = IRREGULAR[word.toLocaleLowerCase('es')]
  if (irregular !== undefined) {
    return /^[A-ZÁÉÍÓÚ]/.test(word)
      ? irregular.slice(0, 1).toLocaleUpperCase('es') + irregular.slice(1)
      : irregular
  }
  if (word === word.toLocaleUpperCase('es') || /\d/.test(word)) return word
  const [, ending] = ENDINGS.find(([pattern]) => pattern.test(word)) ?? [
    /$/,
    (text: string) => `${text}es`,
  ]
  return ending(word)
}

const ENDINGS: readonly (readonly [RegExp, (word: string) => string])[] = [
  [/[aeiouáéó]$/, (word) => `${word}s`],
  [/z$/, (word) => `${word.slice(0, -1)}ces`],
  // The last syllable loses its accent: "acción", "acciones"; "interés", "intereses".
  [/[áéíóú][ns]$/, (word) => `${word.slice(0, -2)}${withoutAccent(word.slice(-2))}es`],
  // Words such as "análisis" or "lunes" do not change; "mes" and "gas" are the short ones that do.
  [/^.{3,}s$/, (word) => word],
]

function withoutAccent(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

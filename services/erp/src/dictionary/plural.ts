/** Plurals whose accent appears or that the rule would get wrong. */
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

const PREPOSITIONS = new Set(['a', 'al', 'ante', 'con', 'contra', 'de', 'del', 'e', 'en', 'entre', 'para', 'por', 'según', 'sin', 'sobre', 'y'])

/**
 * The plural of a Spanish label: "Orden de compra" gives "Órdenes de compra", "Cuenta contable" "Cuentas contables".
 * Only the words before the first preposition change; capitals such as CFDI have no plural of their own.
 */
export function pluralOf(label: string): string {
  const words = label.split(' ')
  const preposition = words.findIndex((word) => PREPOSITIONS.has(word.toLowerCase()) || word.startsWith('('))
  const end = preposition <= 0 ? words.length : preposition
  return words.map((word, i) => (i < end ? pluralWord(word) : word)).join(' ')
}

function pluralWord(word: string): string {
  const lower = word.toLocaleLowerCase('es')
  const irregular = IRREGULAR[lower]
  if (irregular !== undefined) return word === lower ? irregular : irregular.slice(0, 1).toLocaleUpperCase('es') + irregular.slice(1)
  if (word === word.toLocaleUpperCase('es') || /\d/.test(word)) return word
  if (/[aeiouáéó]$/.test(word)) return `${word}s`
  if (word.endsWith('z')) return `${word.slice(0, -1)}ces`
  const stressed = /([áéíóú])([ns])$/.exec(word)
  if (stressed !== null) return `${word.slice(0, -2)}${'aeiou'['áéíóú'.indexOf(stressed[1] ?? '')] ?? ''}${stressed[2] ?? ''}es`
  // Words such as "análisis" or "lunes" stay as they are; "mes" and "gas" are the short ones that do not.
  if (word.endsWith('s')) return word.length <= 3 ? `${word}es` : word
  return `${word}es`
}

/**
 * Spanish labels out of wire names: `fecha_entrega` becomes "Fecha de entrega", `en_autorizacion` "En autorización".
 * The words themselves are data, in `palabras.yaml`, since wire names carry no accents and no prepositions.
 */
export interface Words {
  /** How a word is written: `poliza` as "póliza", `rfc` as "RFC". Others stand as they are, those in -ion with their accent. */
  readonly written: ReadonlyMap<string, string>
  /** Nouns that take "de" when another word stands before them: the "entrega" of "fecha de entrega". */
  readonly nouns: ReadonlySet<string>
  /** Words after which a noun takes no "de": verbs and prepositions, as in "requiere factura". */
  readonly openers: ReadonlySet<string>
  /** Whole names that the rule would get wrong. */
  readonly phrases: ReadonlyMap<string, string>
}

export function labelOf(name: string, words: Words): string {
  const phrase = words.phrases.get(name)
  if (phrase !== undefined) return phrase
  const parts = name.split('_').filter((part) => part !== '')
  const written = parts.map((part, i) => {
    const before = parts[i - 1]
    const word = words.written.get(part) ?? part.replace(/(?<=.)ion$/, 'ión')
    return before !== undefined && words.nouns.has(part) && !words.openers.has(before)
      ? `de ${word}`
      : word
  })
  return capitalize(written.join(' '))
}

function capitalize(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase('es') + text.slice(1)
}

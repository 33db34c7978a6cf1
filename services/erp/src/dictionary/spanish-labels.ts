import type { ToneWords } from './derive/derive-tone.ts'

/**
 * Makes Spanish labels from wire names: `fecha_entrega` becomes "Fecha de entrega", `en_autorizacion` "En
 * autorización". The words themselves are data, in `palabras.yaml`, since wire names have no accents and no
 * prepositions.
 */
export interface Words {
  /**
   * How a word is written: `poliza` as "póliza", `rfc` as "RFC". Others stay as they are; those in -ion get their
   * accent.
   */
  readonly written: ReadonlyMap<string, string>
  /** Nouns that get "de" when another word precedes them: the "entrega" of "fecha de entrega". */
  readonly nouns: ReadonlySet<string>
  /** Words after which a noun gets no "de": verbs and prepositions, as in "requiere factura". */
  readonly openers: ReadonlySet<string>
  /** Whole names that the rule would get wrong. */
  readonly phrases: ReadonlyMap<string, string>
  /** How states are shown, by the stem of their words. */
  readonly tones: ToneWords
}

/** What labels are made of, as a file on disk keeps it. */
export interface LabelWords {
  readonly written: readonly (readonly [string, string])[]
  readonly nouns: readonly string[]
  readonly openers: readonly string[]
  readonly phrases: readonly (readonly [string, string])[]
}

export function labelWords({ written, nouns, openers, phrases }: Words): LabelWords {
  return {
    written: [...written],
    nouns: [...nouns],
    openers: [...openers],
    phrases: [...phrases],
  }
}

/** Labels names that are no field's, such as what an action notes in the audit log. */
export function labeller(of: LabelWords): (name: string) => string {
  const words = {
    written: new Map(of.written),
    nouns: new Set(of.nouns),
    openers: new Set(of.openers),
    phrases: new Map(of.phrases),
  }
  return (name) => labelOf(name, words)
}

export function labelOf(name: string, words: Omit<Words, 'tones'>): string {
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

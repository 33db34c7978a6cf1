/** How a state is shown. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** The tones of words of states, as `palabras.yaml` gives them, and what words in front or behind make of any other. */
export type ToneWords = ReadonlyMap<string, Tone>

/** Choices of these fields say how something stands; those of others are kinds, and have no tone. */
const STATE_FIELD =
  /^(?:estado|resultado|situacion|prioridad|severidad|riesgo|nivel_riesgo|urgencia)(?:_|$)/

const BEFORE: readonly (readonly [RegExp, Tone])[] = [
  [/_parcial$/, 'warning'],
  [/^en_/, 'info'],
  [/^no_/, 'danger'],
  [/^(?:por|sin|con)_/, 'warning'],
]

/**
 * How a value of a state is shown: by the whole of it, by how it begins or ends, by its last word, then by its first one. What no
 * rule knows is neutral.
 * @source docs/decisions/0261-erp-metadata-for-consoles.md
 */
export function toneOf(field: string, value: string, words: ToneWords): Tone {
  if (!STATE_FIELD.test(field)) return 'neutral'
  const parts = value.split('_')
  return (
    words.get(stem(value)) ??
    BEFORE.find(([ends]) => ends.test(value))?.[1] ??
    words.get(stem(parts.at(-1) ?? '')) ??
    words.get(stem(parts[0] ?? '')) ??
    'neutral'
  )
}

/** `canceladas`, `cancelada` and `cancelado` are one word. */
export function stem(word: string): string {
  return word.replace(/s$/, '').replace(/a$/, 'o')
}

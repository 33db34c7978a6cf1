/** A name that is none, and the nearest that is one. */
export interface UnknownName {
  readonly name: string
  readonly nearest: string | null
}

/** Adds to the sentence about a name that is none the nearest that is one. */
export const OR_MEANT = {
  en: (sentence: string, nearest: string | null) =>
    nearest === null ? sentence : `${sentence} Did you mean ${nearest}?`,
  es: (sentence: string, nearest: string | null) =>
    nearest === null ? sentence : `${sentence} ¿Quisiste decir ${nearest}?`,
}

import type { Language } from '@oficina/words/language.ts'

import { ENGLISH } from './texts-en.ts'
import { SPANISH } from './texts-es.ts'
import type { Texts } from './texts.ts'

const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, es: SPANISH }

export function textsIn(language: Language): Texts {
  return TEXTS[language]
}

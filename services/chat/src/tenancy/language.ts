import type { Language } from '@oficina/words/language.ts'

/** The language for a code such as `es-mx`, `es_419` or `pt-BR`: English stands for all that there is no text in. */
export function languageOf(code: unknown): Language {
  return typeof code === 'string' && /^es(?:[-_]|$)/i.test(code) ? 'es' : 'en'
}

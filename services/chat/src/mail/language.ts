/** The languages that mails and pages are written in: Mexican Spanish and English. */
export type Language = 'es' | 'en'

/** The language for a code such as `es-mx`, `es_419` or `pt-BR`: English stands for all that there is no text in. */
export function languageOf(code: unknown): Language {
  return typeof code === 'string' && /^es(?:[-_]|$)/i.test(code) ? 'es' : 'en'
}

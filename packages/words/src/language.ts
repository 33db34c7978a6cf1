export type Language = 'es' | 'en'

/** The language of a locale such as `es-MX`; undefined for one that nothing is said or written out in. */
export function languageOf(locale: string): Language | undefined {
  const [language] = locale.toLowerCase().split(/-/, 1)
  return language === 'es' || language === 'en' ? language : undefined
}

export type Language = 'es' | 'en'

/** The language of a locale such as `es-MX`; undefined for one that nothing can be written out in. */
export function languageOf(locale: string): Language | undefined {
  const [language] = locale.toLowerCase().split('-')
  return language === 'es' || language === 'en' ? language : undefined
}

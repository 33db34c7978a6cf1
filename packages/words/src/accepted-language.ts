import { languageOf, type Language } from './language.ts'

interface Range {
  readonly language: string
  readonly quality: number
}

// As many as people configure; longer lists are somebody's attempt to keep the service busy.
const MAX_RANGES = 20

/**
 * What an `Accept-Language` header asks for among the languages that the services speak, English when it asks for none.
 * @source RFC 9110, 12.5.4
 */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').split(',', MAX_RANGES).map(rangeOf)
  const spoken = ranges
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => languageOf(language))
  return spoken.find((language) => language !== undefined) ?? 'en'
}

function rangeOf(text: string): Range {
  const [language = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = weight === undefined ? 1 : Number(weight.slice(2))
  return { language, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

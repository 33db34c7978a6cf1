import { RecentMap } from '@oficina/kit/recent-map.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Issue } from '../errors.ts'
import { say, type Told } from '../messages/say.ts'
import type { TemplateStore, TemplateVersion } from '../store/template-store.ts'

/** The texts of a template by locale and key; the locale that is asked for last is the first of the file. */
export type Translations = ReadonlyMap<string, ReadonlyMap<string, string>>

export const MAX_TRANSLATIONS_BYTES = 256 * 1024
const MAX_LOCALES = 50
const MAX_TEXT_CHARACTERS = 10_000
// A person mends a few at a time.
const MAX_ISSUES = 100
const MAX_KEPT = 200

/** Reads `{"es-MX": {"total": "Total"}, …}`. */
export function parseTranslations(bytes: Buffer): Result<Translations, readonly Issue[]> {
  const parsed = parseJson(bytes)
  if (!isObject(parsed)) return fail([issue([], 'must be a JSON object of locales')])
  const locales = Object.entries(parsed)
  if (locales.length > MAX_LOCALES)
    return fail([issue([], say('must have at most %{max} locales', { max: MAX_LOCALES }))])
  const issues: Issue[] = []
  const translations = new Map<string, ReadonlyMap<string, string>>()
  for (const [name, texts] of locales) {
    const locale = canonical(name)
    if (locale === undefined) issues.push(issue([name], 'must be a language tag such as es-MX'))
    else if (!isObject(texts)) issues.push(issue([name], 'must be an object of texts'))
    else translations.set(locale, readTexts(name, texts, issues))
  }
  return issues.length === 0 ? ok(translations) : fail(issues.slice(0, MAX_ISSUES))
}

function readTexts(
  locale: string,
  texts: Readonly<Record<string, unknown>>,
  issues: Issue[],
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(texts).map(([key, text]) => {
      const isText = typeof text === 'string' && text.length <= MAX_TEXT_CHARACTERS
      if (!isText)
        issues.push(
          issue(
            [locale, key],
            say('must be a text of at most %{max} characters', { max: MAX_TEXT_CHARACTERS }),
          ),
        )
      return [key, isText ? text : '']
    }),
  )
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\u{feff}/u, ''))
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function issue(path: Issue['path'], message: Told): Issue {
  return { path: ['translations', ...path], message }
}

function canonical(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}

/**
 * The texts for a locale, each from the first that has it: the locale itself, its language, another locale of the
 * language, the file's first locale.
 * @source docs/decisions/0146-documents-words.md
 */
export function textsFor(translations: Translations, locale: string): ReadonlyMap<string, string> {
  const [language = locale] = locale.split('-')
  const own = [locale, ...parentsOf(locale)]
  const related = [...translations.keys()].filter((name) => name.split('-')[0] === language)
  const [first = ''] = translations.keys()
  const order = [...new Set([...own, ...related, first])]
  return new Map(order.toReversed().flatMap((name) => [...(translations.get(name) ?? [])]))
}

/** `zh-Hant` and `zh` of `zh-Hant-TW`. */
function parentsOf(locale: string): readonly string[] {
  const parts = locale.split('-')
  return parts.slice(1).map((_part, i) => parts.slice(0, parts.length - 1 - i).join('-'))
}

/** Of these keys, those that a locale of the file has no text for; locales that have all are left out. */
export function untranslated(
  translations: Translations,
  keys: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const lacking = [...translations].map(
    ([locale, texts]) => [locale, keys.filter((key) => !texts.has(key))] as const,
  )
  return Object.fromEntries(lacking.filter(([, missing]) => missing.length > 0))
}

/** The texts of templates by version, which never changes. */
export class TranslationCache {
  readonly #known = new RecentMap<string, Translations>(MAX_KEPT)

  /** Undefined for a template without any, 'gone' for a version that was replaced and removed since. */
  async find(
    store: TemplateStore,
    template: TemplateVersion,
  ): Promise<Translations | undefined | 'gone'> {
    if (!template.hasTranslations) return undefined
    const known = this.#known.get(template.version)
    if (known !== undefined) return known
    const bytes = await store.readTranslations(template)
    if (bytes === undefined) return 'gone'
    const parsed = parseTranslations(bytes)
    // They were checked when they were stored; what a person put there since may be no texts at all.
    if (!parsed.ok) return undefined
    this.#known.set(template.version, parsed.value)
    return parsed.value
  }
}

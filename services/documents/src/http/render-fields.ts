import type { DocumentRequest } from '../actions/render-document.ts'
import { invalidInput, type Issue } from '../errors.ts'
import { parseSlug, SLUG_RULE, type Slug } from '../store/slug.ts'

/** What a render request asks for, once it has been read. */
export interface RenderFields extends DocumentRequest {
  readonly format: Format
  readonly filename: string | undefined
  readonly isPdfA: boolean
}

export type Format = 'docx' | 'pdf'
type Fields = Readonly<Record<string, unknown>>

const MAX_FILENAME = 10_000

/** Reads the fields that all renders share; every fault is reported at once. */
export function renderFields(fields: Fields, bytes: Buffer): RenderFields {
  const issues: Issue[] = []
  const request = {
    ...commonFields(fields, issues),
    data: dataOf(fields, issues),
    sizeBytes: bytes.length,
    json: bytes,
  }
  if (issues.length > 0) throw invalidInput(issues)
  return request
}

export function commonFields(
  fields: Fields,
  issues: Issue[],
): Omit<RenderFields, 'data' | 'sizeBytes' | 'json'> {
  return {
    slug: slugField(fields['slug'], issues),
    format: oneOf(fields['format'], { name: 'format', allowed: ['docx', 'pdf'], issues }) ?? 'docx',
    filename: textField(fields['filename'], 'filename', issues),
    isStrict: booleanField(fields['strict'], 'strict', issues),
    isPdfA: booleanField(fields['pdfa'], 'pdfa', issues),
    locale: localeField(fields['locale'], issues),
    timezone: timezoneField(fields['timezone'], issues),
  }
}

function slugField(value: unknown, issues: Issue[]): Slug {
  const slug = typeof value === 'string' ? parseSlug(value) : undefined
  if (slug !== undefined) return slug
  issues.push({ path: ['slug'], message: value === undefined ? 'is required' : SLUG_RULE })
  // Never used: an issue ends the request.
  return '' as Slug
}

export function dataOf(
  fields: Fields,
  issues: Issue[],
  path: readonly (string | number)[] = ['data'],
): Fields {
  const { data } = fields
  // Just checked: an object whose keys are texts.
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Fields
  issues.push({ path, message: data === undefined ? 'is required' : 'must be an object' })
  return {}
}

interface Choice<T extends string> {
  readonly name: string
  readonly allowed: readonly T[]
  readonly issues: Issue[]
}

function oneOf<const T extends string>(
  value: unknown,
  { name, allowed, issues }: Choice<T>,
): T | undefined {
  if (value === undefined || value === null) return undefined
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined)
    issues.push({ path: [name], message: `must be one of ${allowed.join(', ')}` })
  return found
}

export function textField(value: unknown, name: string, issues: Issue[]): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' && value.length <= MAX_FILENAME) return value
  issues.push({ path: [name], message: `must be a text of at most ${MAX_FILENAME} characters` })
  return undefined
}

function booleanField(value: unknown, name: string, issues: Issue[]): boolean {
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') issues.push({ path: [name], message: 'must be true or false' })
  return value === true
}

export function integerField(
  value: unknown,
  range: {
    readonly name: string
    readonly min: number
    readonly max: number
    readonly fallback: number
  },
  issues: Issue[],
): number {
  if (value === undefined || value === null) return range.fallback
  const isFine = Number.isInteger(value) && Number(value) >= range.min && Number(value) <= range.max
  if (!isFine) {
    issues.push({
      path: [range.name],
      message: `must be a whole number from ${range.min} to ${range.max}`,
    })
  }
  return isFine ? Number(value) : range.fallback
}

function localeField(value: unknown, issues: Issue[]): string | undefined {
  const locale = textField(value, 'locale', issues)
  if (locale === undefined) return undefined
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch {
    issues.push({ path: ['locale'], message: 'must be a language tag such as es-MX' })
    return undefined
  }
}

function timezoneField(value: unknown, issues: Issue[]): string | undefined {
  const timezone = textField(value, 'timezone', issues)
  if (timezone === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    issues.push({
      path: ['timezone'],
      message: 'must be an IANA time zone such as America/Mexico_City',
    })
    return undefined
  }
}

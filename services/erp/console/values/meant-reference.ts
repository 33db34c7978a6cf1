import type { ModelMetadata } from '../metadata/model-metadata.ts'
import type { NamedBy } from './value-props.ts'

export interface FoundReference {
  readonly id: number
  readonly text: string
  readonly record?: Readonly<Record<string, unknown>>
  /** It has not what was typed, only words near to that; a person must choose it. */
  readonly isSimilar?: true
  /** The code by which another record names it, where it was found by that. */
  readonly code?: string
}

/** The texts that name a record of a model whole: its keys, and other codes such as barcodes. */
export interface Codes {
  readonly keys: readonly string[]
  readonly codes: readonly string[]
}

const NO_CODES: Codes = { keys: [], codes: [] }

export function codesOf({ columns, admin }: ModelMetadata): Codes {
  const texts = columns.filter(({ type, unique }) => type === 'text' && unique)
  return { keys: texts.map(({ name }) => name), codes: admin.codes ?? [] }
}

/** Whether what was typed is a whole name of a record, and which. */
export function namedBy(
  { record, code }: FoundReference,
  typed: string,
  { keys, codes }: Codes,
): NamedBy | undefined {
  const wanted = typed.trim().toLowerCase()
  const isNamed = (name: string): boolean =>
    wanted !== '' && String(record?.[name] ?? '').toLowerCase() === wanted
  if (keys.some(isNamed)) return 'key'
  return codes.some(isNamed) || code?.toLowerCase() === wanted ? 'code' : undefined
}

/** The one of those found that was meant: whose key or whole text was typed, or the only one. */
export function onlyMeant(
  options: readonly { readonly label: string; readonly value: FoundReference }[],
  typed: string,
  codes: Codes = NO_CODES,
): FoundReference | 'none' | 'several' {
  const wanted = typed.trim().toLowerCase()
  const found = options.filter(({ value }) => value.isSimilar !== true)
  const exact = found.filter(
    ({ label, value }) =>
      label.toLowerCase() === wanted ||
      label.toLowerCase().startsWith(`${wanted} `) ||
      namedBy(value, typed, codes) !== undefined,
  )
  const [one, ...more] = exact.length > 0 ? exact : found
  if (one === undefined) return 'none'
  return more.length === 0 ? one.value : 'several'
}

import type { Scope } from './scope.ts'

/** Intl objects, costly to make, of one place in a template, by their options. */
export type WriterCache = Map<string, unknown>

export type FormatterCall = {
  readonly input: unknown
  readonly args: readonly unknown[]
  readonly scope: Scope
  readonly writers: WriterCache
  /** The formula that the first argument is, for an item of the list; absent when it is none. */
  readonly each?: (item: unknown, index: number) => unknown
}

// A template names few locales; data that names ever new ones must not fill the memory.
const MAX_WRITERS = 16

/** The Intl object of these options, made when it is not there yet. */
export function cached<T>(writers: WriterCache, key: string, make: () => T): T {
  const known = writers.get(key)
  // Each place in a template uses one formatter, so everything in its cache is of one type.
  if (known !== undefined) return known as T
  if (writers.size >= MAX_WRITERS) writers.clear()
  const made = make()
  writers.set(key, made)
  return made
}

/** The argument at a place when it is a text that says something. */
export function stringArg(call: FormatterCall, at: number): string | undefined {
  const arg = call.args[at]
  return typeof arg === 'string' && arg !== '' ? arg : undefined
}

import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'

import type { SourceFile } from './model-source.ts'
import type { DictionaryProblem } from './types.ts'

/**
 * One YAML file being read: its value, the line of each key, and the problems found so far.
 * The `take…` functions report what is wrong and return null, so that one pass finds every problem.
 */
export interface Reading {
  readonly file: string
  readonly value: unknown
  readonly lines: ReadonlyMap<string, number>
  readonly problems: DictionaryProblem[]
}

export function readYaml(file: SourceFile): Reading {
  const counter = new LineCounter()
  const document = parseDocument(file.text, {
    lineCounter: counter,
    prettyErrors: false,
    stringKeys: true,
  })
  const problems = document.errors.map((error) => ({
    file: file.path,
    line: counter.linePos(error.pos[0]).line,
    message: error.message,
  }))
  const lines = new Map<string, number>([['', 1]])
  collectLines(document.contents, '', counter, lines)
  return { file: file.path, value: problems.length === 0 ? document.toJS() : {}, lines, problems }
}

function collectLines(
  node: unknown,
  path: string,
  counter: LineCounter,
  lines: Map<string, number>,
): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue
      const at = join(path, String(key.value))
      if (key.range) lines.set(at, counter.linePos(key.range[0]).line)
      collectLines(value, at, counter, lines)
    }
  } else if (isSeq(node)) {
    for (const [i, item] of node.items.entries()) {
      const at = join(path, String(i))
      if ((isMap(item) || isScalar(item) || isSeq(item)) && item.range)
        lines.set(at, counter.linePos(item.range[0]).line)
      collectLines(item, at, counter, lines)
    }
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}/${key}`
}

/** The line of `path`, or of the nearest part above it that is in the file. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return 1
}

export function report(reading: Reading, path: string, message: string): null {
  reading.problems.push({ file: reading.file, line: lineOf(reading.lines, path), message })
  return null
}

export type Entries = Readonly<Record<string, unknown>>

/** A mapping with keys from `allowed` only; null `allowed` accepts any key. */
export function takeMap(
  reading: Reading,
  value: unknown,
  path: string,
  allowed: readonly string[] | null,
): Entries | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return report(reading, path, `${nameOf(path)} must be a mapping.`)
  const entries = Object.fromEntries(Object.entries(value))
  for (const key of Object.keys(entries)) {
    if (allowed !== null && !allowed.includes(key))
      report(reading, join(path, key), `Unknown key "${key}"; allowed are ${allowed.join(', ')}.`)
  }
  return entries
}

export function takeText(reading: Reading, value: unknown, path: string): string | null {
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  return report(reading, path, `${nameOf(path)} must be a text that is not empty.`)
}

export function takeInteger(
  reading: Reading,
  value: unknown,
  path: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
    return value
  return report(reading, path, `${nameOf(path)} must be a whole number from ${least} to ${most}.`)
}

export function takeTrue(reading: Reading, value: unknown, path: string): true | null {
  return value === true
    ? true
    : report(reading, path, `${nameOf(path)} must be true, or be left out.`)
}

export function takeList(
  reading: Reading,
  value: unknown,
  path: string,
): readonly unknown[] | null {
  if (Array.isArray(value) && value.length > 0) return value
  return report(reading, path, `${nameOf(path)} must be a list that is not empty.`)
}

export function takeTexts(
  reading: Reading,
  value: unknown,
  path: string,
): readonly string[] | null {
  const list = takeList(reading, value, path)
  if (list === null) return null
  const texts = list.flatMap((item, i) => takeText(reading, item, join(path, String(i))) ?? [])
  const repeated = texts.find((text, i) => texts.indexOf(text) !== i)
  return repeated === undefined
    ? texts
    : report(reading, path, `"${repeated}" stands twice in ${nameOf(path)}.`)
}

/** One of `allowed`. */
export function takeOneOf<T extends string>(
  reading: Reading,
  value: unknown,
  path: string,
  allowed: readonly T[],
): T | null {
  const found = allowed.find((one) => one === value)
  return found ?? report(reading, path, `${nameOf(path)} must be one of ${allowed.join(', ')}.`)
}

/** Applies `take` if the key exists, and returns null if it does not. */
export function takeOptional<T>(
  entries: Entries,
  key: string,
  path: string,
  take: (value: unknown, path: string) => T | null,
): T | null {
  return Object.hasOwn(entries, key) ? take(entries[key], join(path, key)) : null
}

function nameOf(path: string): string {
  return path === '' ? 'The file' : `"${path.slice(path.lastIndexOf('/') + 1)}"`
}

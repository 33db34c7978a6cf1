import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ArchiveProblem } from '../archive/archive-problem.ts'
import { isRecord } from '../archive/row-fields.ts'

export type SlackObject = Readonly<Record<string, unknown>>

// A day of the busiest channel; what is longer is none.
const MAX_FILE_BYTES = 128 * 1024 * 1024

/** A JSON list of objects; undefined when there is no such file. @throws ArchiveProblem naming the file */
export async function slackList(
  root: string,
  name: string,
): Promise<readonly SlackObject[] | undefined> {
  const path = join(root, name)
  const facts = await lstat(path).catch(() => undefined)
  if (facts === undefined) return undefined
  if (!facts.isFile() || facts.size > MAX_FILE_BYTES) {
    throw new ArchiveProblem(`${name} is no file of at most ${MAX_FILE_BYTES} bytes`)
  }
  const text = await readFile(path, 'utf8')
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) && value.every(isRecord)) return value
  } catch {
    // Said below.
  }
  throw new ArchiveProblem(`${name} is not a JSON list of objects`)
}

export function textOf(object: SlackObject, field: string): string {
  const value = object[field]
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

export function objectOf(object: SlackObject, field: string): SlackObject {
  const value = object[field]
  return isRecord(value) ? value : {}
}

export function listOf(object: SlackObject, field: string): readonly SlackObject[] {
  const value = object[field]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function textsOf(object: SlackObject, field: string): readonly string[] {
  const value = object[field]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

const DAY = /^\d{4}-\d\d-\d\d\.json$/

/** The names of the folders that have messages of each day, the first day first. */
export async function daysOf(
  root: string,
  folders: readonly string[],
): Promise<readonly (readonly [day: string, folders: readonly string[]])[]> {
  const days = new Map<string, string[]>()
  for (const folder of folders) {
    const names = await readdir(join(root, folder)).catch(() => [])
    for (const name of names.filter((one) => DAY.test(one))) {
      const known = days.get(name)
      if (known === undefined) days.set(name, [folder])
      else known.push(folder)
    }
  }
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

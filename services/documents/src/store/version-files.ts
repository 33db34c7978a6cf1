import type { Stats } from 'node:fs'
import { link, mkdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { isCode, syncDirectory, type Disk } from './durable-files.ts'
import type { Slug } from './slug.ts'
import {
  DOCX,
  SCHEMA,
  TRANSLATIONS,
  type TemplateParts,
  type TemplateVersion,
} from './template-store.ts'

/** Writes the parts that a change brings into a new directory. */
export async function writeParts(disk: Disk, folder: string, parts: TemplateParts): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, bytes] of namedParts(parts)) {
    if (bytes !== undefined && bytes !== null) await disk.write(join(folder, name), bytes)
  }
}

/**
 * Adds the parts that stay as they are, instead of those that an earlier call added, without copying a byte; false when
 * they, or the directory, are gone by now.
 */
export async function keepParts(
  folder: string,
  parts: TemplateParts,
  current: TemplateVersion | undefined,
  nowMs: number,
): Promise<boolean> {
  const isKept = new Map([
    [DOCX, current !== undefined],
    [SCHEMA, current?.hasSchema],
    [TRANSLATIONS, current?.hasTranslations],
  ])
  try {
    for (const [name, bytes] of namedParts(parts)) {
      if (bytes !== undefined) continue
      await rm(join(folder, name), { force: true })
      if (current !== undefined && isKept.get(name) === true) {
        await link(join(current.folder, name), join(folder, name))
      }
    }
    await utimes(folder, nowMs / 1_000, nowMs / 1_000)
    await syncDirectory(folder)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

function namedParts({ docx, schema, translations }: TemplateParts) {
  return [
    [DOCX, docx],
    [SCHEMA, schema],
    [TRANSLATIONS, translations],
  ] as const
}

/** What there is of a version; undefined when it is gone. A person may change the files of a plain one: times tell. */
export async function describeVersion(
  slug: Slug,
  folder: string,
  { isPlain }: { readonly isPlain: boolean },
): Promise<TemplateVersion | undefined> {
  try {
    const [schema, translations] = await Promise.all([
      statIfThere(join(folder, SCHEMA)),
      statIfThere(join(folder, TRANSLATIONS)),
    ])
    // Last: a version goes as a whole, so while this file is there, what was not there before never was.
    const [docx, directory] = await Promise.all([stat(join(folder, DOCX)), stat(folder)])
    const optional = [schema, translations].filter((file) => file !== undefined)
    const files = isPlain ? [docx, ...optional] : []
    const parts = [directory, ...files].map(({ mtimeMs }) => Math.round(mtimeMs * 1_000))
    return {
      slug,
      sizeBytes: docx.size,
      updatedAt: new Date(Math.max(...[directory, ...files].map(({ mtimeMs }) => mtimeMs))),
      hasSchema: schema !== undefined,
      hasTranslations: translations !== undefined,
      // A plain directory keeps its name when it is moved to the others.
      version: [isPlain ? slug : basename(folder), docx.size, ...parts].join('-'),
      folder,
    }
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  return await stat(path).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  })
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

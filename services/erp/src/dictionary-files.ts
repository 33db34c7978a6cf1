import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import { ok, type Result } from '@oficina/kit/result.ts'

import { compileDictionary, type CompiledDictionary } from './dictionary/compile-dictionary.ts'
import type { SourceFile } from './dictionary/model-source.ts'
import { buildRegistry } from './dictionary/registry.ts'
import type { DictionaryProblem, Registry } from './dictionary/types.ts'

/** The dictionary that comes with the service. */
export const DICTIONARY_DIR = join(import.meta.dirname, '..', 'dictionary')
const COMPILER_DIR = join(import.meta.dirname, 'dictionary')
const CACHE_FILE = /^dictionary-[0-9a-f]{64}\.json$/

/**
 * The registry of the models in `dictionaryDir`. Compiling a thousand YAML files takes seconds and reading the result
 * milliseconds, so it is kept in `cacheDir` under a hash of everything it depends on: the files and the compiler
 * itself. `cacheDir` null compiles each time.
 */
export function loadRegistry(
  dictionaryDir: string,
  cacheDir: string | null,
): Result<Registry, readonly DictionaryProblem[]> {
  const files = readDictionaryFiles(dictionaryDir)
  if (cacheDir === null) return compile(files)
  const cacheFile = join(
    cacheDir,
    `dictionary-${hashOf([...files, ...readFiles(COMPILER_DIR, '.ts')])}.json`,
  )
  const cached = readCache(cacheFile)
  if (cached !== null) return ok(buildRegistry(cached))
  const compiled = compileDictionary(files)
  if (!compiled.ok) return compiled
  writeCache(cacheDir, cacheFile, compiled.value)
  return ok(buildRegistry(compiled.value))
}

/** Every YAML file below `dictionaryDir`, in the order of their paths. */
export function readDictionaryFiles(dictionaryDir: string): readonly SourceFile[] {
  return readFiles(dictionaryDir, '.yaml')
}

function compile(files: readonly SourceFile[]): Result<Registry, readonly DictionaryProblem[]> {
  const compiled = compileDictionary(files)
  return compiled.ok ? ok(buildRegistry(compiled.value)) : compiled
}

function readFiles(dir: string, extension: string): readonly SourceFile[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({
      path: relative(dir, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }))
}

function hashOf(files: readonly SourceFile[]): string {
  const hash = createHash('sha256')
  for (const { path, text } of files) hash.update(`${path}\0${Buffer.byteLength(text)}\0${text}`)
  return hash.digest('hex')
}

function readCache(file: string): CompiledDictionary | null {
  try {
    // The name contains the hash of everything the content depends on, so the content is what `compileDictionary`
    // returned.
    return JSON.parse(readFileSync(file, 'utf8')) as CompiledDictionary
  } catch (error) {
    // A missing file is the usual first start. A damaged one only costs a compilation, which replaces it.
    if (
      error instanceof SyntaxError ||
      (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    )
      return null
    throw error
  }
}

/**
 * Written aside and renamed, so that two processes starting at once never read half a file. Older versions are deleted.
 */
function writeCache(dir: string, file: string, compiled: CompiledDictionary): void {
  mkdirSync(dir, { recursive: true })
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, JSON.stringify(compiled))
  renameSync(aside, file)
  for (const name of readdirSync(dir)) {
    if (CACHE_FILE.test(name) && join(dir, name) !== file) rmSync(join(dir, name), { force: true })
  }
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ConsoleFile } from './console-file.ts'

export interface ConsoleBundle {
  /** The name of the script that begins everything, of the style sheet, and of the font loaded before both. */
  readonly script: string
  readonly style: string
  readonly font: string | undefined
  readonly files: readonly ConsoleFile[]
}

/** The scripts that the page tells a browser of at once, besides the one that begins everything. */
export function scriptsShownFirst({ files, script }: ConsoleBundle): readonly string[] {
  const entries = [script, files.find(({ name }) => FIRST_SCRIPT.test(name))?.name ?? script]
  return [...new Set(entries.flatMap((name) => importedBy(files, name)))].filter(
    (name) => name !== script,
  )
}

const FIRST_SCRIPT = /^first-\w+\.js$/

/** The scripts that a script begins with, itself included: a browser that is told of them need not read it to learn of them. */
function importedBy(files: readonly ConsoleFile[], name: string): readonly string[] {
  const texts = new Map(files.map((file) => [file.name, file.bytes]))
  const found = new Set<string>()
  const wanted = [name]
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const bytes = texts.get(next)
    if (found.has(next) || bytes === undefined) continue
    found.add(next)
    const text = new TextDecoder().decode(bytes)
    for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) {
      wanted.push(imported)
    }
  }
  return [...found]
}

/** Where `tools/build-consoles.ts` puts the files of a console, below the console's own folder. */
export const BUILT_FOLDER = 'built'

/**
 * The files of the console in a folder whose `main.tsx` and `main.css` begin it: those built beforehand, or else bundled
 * now, which takes half a second. Names of files carry a hash of what is in them.
 * @throws Error with the bundler's messages when a source cannot be bundled
 * @source docs/decisions/0007-consoles.md
 */
export async function consoleBundle(folder: string): Promise<ConsoleBundle> {
  return (await builtBefore(folder)) ?? (await bundleConsole(folder))
}

/** Bundles the sources, whatever was built before. */
export async function bundleConsole(folder: string): Promise<ConsoleBundle> {
  // Loaded here, since images are shipped without bundlers.
  const { bundleScripts, bundleStyle } = await import('./bundle-sources.ts')
  const [scripts, style] = await Promise.all([bundleScripts(folder), bundleStyle(folder)])
  return named([...scripts, ...style])
}

function named(files: readonly ConsoleFile[]): ConsoleBundle {
  const one = (pattern: RegExp): string | undefined =>
    files.find(({ name }) => pattern.test(name))?.name
  const script = one(/^main-\w+\.js$/)
  const style = one(/^main-\w+\.css$/)
  if (script === undefined || style === undefined) throw new Error('the console has no main script')
  return { script, style, font: one(/latin-wght-normal.*\.woff2$/), files }
}

interface Built {
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
}

/** What an image holds; undefined where nothing was built, an error where what was built is damaged. */
async function builtBefore(folder: string): Promise<ConsoleBundle | undefined> {
  const built = join(folder, BUILT_FOLDER)
  const list = await readFile(join(built, 'files.json'), 'utf8').catch(() => undefined)
  if (list === undefined) return undefined
  // The project's own tool wrote it; what it names is checked by its hash.
  const { files } = JSON.parse(list) as Built
  const read = files.map(async ({ name, sha256 }) => {
    const bytes = await readFile(join(built, name))
    if (fileHash(bytes) !== sha256) throw new Error(`${join(built, name)} is not what was built`)
    return { name, bytes }
  })
  return named(await Promise.all(read))
}

/** @returns SHA-256 in hexadecimal */
export function fileHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

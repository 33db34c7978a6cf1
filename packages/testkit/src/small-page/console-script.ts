import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Script } from 'node:vm'

import { bundleOneScript } from '@oficina/web/server/bundle-sources.ts'

const made = new Map<string, Promise<Script>>()

/**
 * The sources of a console as one script, which windows run: bundled once a run of tests, compiled once a process.
 * The script that a service gives browsers is split and minified; of its modules happy-dom would parse each anew.
 * @param folder with the console's `main.tsx`
 * @param cacheFolder of the run, if it has one
 */
export function consoleScript(folder: string, cacheFolder: string | undefined): Promise<Script> {
  const begun = made.get(folder) ?? load(folder, cacheFolder)
  made.set(folder, begun)
  return begun
}

async function load(folder: string, cacheFolder: string | undefined): Promise<Script> {
  if (cacheFolder === undefined) return compile(folder, await bundleOneScript(folder))
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const path = join(cacheFolder, `console-${name}.js`)
  const cached = await readFile(path, 'utf8').catch(() => undefined)
  if (cached !== undefined) return compile(folder, cached)
  const text = await bundleOneScript(folder)
  // Two processes may write it at once; each finds it whole or not at all.
  await writeFile(`${path}.${process.pid}`, text)
  await rename(`${path}.${process.pid}`, path)
  return compile(folder, text)
}

function compile(folder: string, text: string): Script {
  return new Script(text, { filename: join(folder, 'bundled.js') })
}

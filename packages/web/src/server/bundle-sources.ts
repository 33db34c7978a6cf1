import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { build } from 'esbuild'
import { rolldown, type ChunkingContext, type Plugin } from 'rolldown'

import type { ConsoleFile } from './console-file.ts'

/** What a console draws first besides `main.tsx`, relative to its folder; a console without it begins with its main script alone. */
const FIRST_LIST = 'first.json'

/** What turns sources into scripts; the sources say nothing else, so they need no `tsconfig`. */
const HOW = {
  platform: 'browser',
  transform: { target: 'es2023', jsx: { runtime: 'automatic', importSource: 'preact' } },
  tsconfig: false,
} as const

/**
 * The scripts of a console: `main`, which begins everything; `first`, what is drawn first; `shared`, what several of the
 * others use; and one for each source that is imported when it is needed. A browser fetches few scripts much sooner
 * than a hundred small ones.
 */
export async function bundleScripts(folder: string): Promise<readonly ConsoleFile[]> {
  const main = join(folder, 'main.tsx')
  const first = await shownFirst(folder)
  const bundle = await rolldown({
    input: { main },
    ...HOW,
    moduleTypes: { '.svg': 'text', '.css': 'text', '.woff2': 'asset' },
    onLog: (_level, log) => {
      throw new Error(log.message)
    },
  })
  try {
    const reached = { main: reachedFrom([main]), first: reachedFrom(first) }
    const { output } = await bundle.generate({
      format: 'esm',
      minify: true,
      hashCharacters: 'base36',
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      assetFileNames: '[name]-[hash][extname]',
      codeSplitting: {
        groups: [
          {
            name: (id, graph) => (reached.main(id, graph) ? 'main' : null),
            debugName: 'main',
            priority: 3,
          },
          {
            name: (id, graph) => (reached.first(id, graph) ? 'first' : null),
            debugName: 'first',
            priority: 2,
          },
          { name: 'shared', minShareCount: 2, priority: 1 },
        ],
      },
    })
    return output.map((file) => ({
      name: file.fileName,
      bytes: bytesOf(file.type === 'chunk' ? file.code : file.source),
    }))
  } finally {
    await bundle.close()
  }
}

// No letter is drawn there; as a type of module, the bundler would read fonts as text.
const WITHOUT_FONTS: Plugin = {
  name: 'without fonts',
  load: {
    filter: { id: /\.woff2$/ },
    handler: () => ({ code: `export default ''`, moduleType: 'js' }),
  },
}

/** All of a console as one script that is not a module, for pages of tests that no browser draws. */
export async function bundleOneScript(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: join(folder, 'main.tsx'),
    ...HOW,
    moduleTypes: { '.svg': 'text', '.css': 'text' },
    // A script that is no module has no address; only fonts ask for it.
    transform: { ...HOW.transform, define: { 'import.meta': '{}' } },
    plugins: [WITHOUT_FONTS],
  })
  try {
    const { output } = await bundle.generate({ format: 'iife', codeSplitting: false })
    return output[0].code
  } finally {
    await bundle.close()
  }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}

async function shownFirst(folder: string): Promise<readonly string[]> {
  const list = await readFile(join(folder, FIRST_LIST), 'utf8').catch(() => '[]')
  // The console's own file.
  return (JSON.parse(list) as readonly string[]).map((name) => join(folder, name))
}

/** Whether a source is one of these, or imported by them before they run. */
function reachedFrom(entries: readonly string[]): (id: string, graph: ChunkingContext) => boolean {
  const reached = new Set<string>()
  const wanted = [...entries]
  return (id, graph) => {
    for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
      if (reached.has(next)) continue
      reached.add(next)
      wanted.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
    }
    return reached.has(id)
  }
}

/** The style sheet of a console with what it names. Rolldown bundles no style sheets. */
export async function bundleStyle(folder: string): Promise<readonly ConsoleFile[]> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'main.css')],
    bundle: true,
    write: false,
    minify: true,
    loader: { '.woff2': 'file' },
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    outdir: folder,
    legalComments: 'none',
    logLevel: 'silent',
  })
  return outputFiles.map(({ path, contents }) => ({
    name: path.slice(folder.length + 1),
    bytes: contents,
  }))
}

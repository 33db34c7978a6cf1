import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'

import type Katex from 'katex'

const silent = (): void => undefined
const CONSOLE = { log: silent, warn: silent, error: silent }

/**
 * KaTeX with a console that discards everything. KaTeX logs every character that its fonts lack, and `\message{…}`
 * prints whatever an author likes: neither belongs in the operator's log.
 */
export const katex: typeof Katex = loadKatex()

function loadKatex(): typeof Katex {
  const path = createRequire(import.meta.url).resolve('katex')
  const load = compileFunction(readFileSync(path, 'utf8'), ['module', 'exports', 'console'], {
    filename: path,
  })
  const module: { exports: unknown } = { exports: {} }
  load(module, module.exports, CONSOLE)
  // What the package's own types say that it exports.
  return module.exports as typeof Katex
}

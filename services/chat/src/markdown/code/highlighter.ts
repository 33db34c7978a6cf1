/** Splits code into tokens with the grammars of highlight.js, each loaded at its first use. */

import { createRequire } from 'node:module'

import { forgetEmbedded, innerName, markEmbedded, type Mode } from './grammar-modes.ts'
import { TokenEmitter, type Token } from './token-emitter.ts'

// Longer code is shown plain, and so is code with a longer line. Some patterns of the grammars read ahead from each
// place where they could match, some of them twice: mostly to the end of the line, some to the end of the code.
const MAX_CHARACTERS = 4_000
const MAX_LINE_CHARACTERS = 500
const LINE_END = /[\n\r\u2028\u2029]/

type Grammar = (library: Library) => Mode

/** The part of the library that is used; its own types would bring a browser's into all the code here. */
interface Library {
  newInstance(): Library
  configure(options: { readonly __emitter: typeof TokenEmitter }): void
  registerLanguage(name: string, grammar: Grammar): void
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly _emitter: TokenEmitter; readonly errorRaised?: unknown }
}

const require = createRequire(import.meta.url)

// One for each grammar used, so no more than there are grammars.
const libraries = new Map<string, Library>()

/** The tokens of the code; joined they are exactly the code. */
export function highlightCode(code: string, grammar: string): readonly Token[] {
  const plain = [{ kind: '', text: code }]
  if (code.length > MAX_CHARACTERS || hasLongLine(code)) return plain
  const options = { language: grammar, ignoreIllegals: true }
  const { _emitter: emitter, errorRaised } = libraryFor(grammar).highlight(code, options)
  if (errorRaised !== undefined) return plain
  const tokens = emitter.tokens(grammar)
  // A grammar that loses or changes characters must not change what somebody wrote.
  return tokens.map((token) => token.text).join('') === code ? tokens : plain
}

function hasLongLine(code: string): boolean {
  return code.split(LINE_END).some((line) => {
    // A character takes two units at most, so most lines need not be counted.
    return line.length > MAX_LINE_CHARACTERS && Array.from(line).length > MAX_LINE_CHARACTERS
  })
}

function libraryFor(grammar: string): Library {
  const known = libraries.get(grammar)
  if (known !== undefined) return known
  const library = createLibrary(grammar)
  libraries.set(grammar, library)
  return library
}

function createLibrary(grammar: string): Library {
  // The package exports what its documentation says, which the interface above describes.
  const core = require('highlight.js/lib/core') as Library
  const library = core.newInstance()
  library.configure({ __emitter: TokenEmitter })
  const outer = loadGrammar(grammar)(library)
  const inner = markEmbedded(outer)
  library.registerLanguage(grammar, () => outer)
  for (const name of inner) {
    const embedded = loadGrammar(name)(library)
    forgetEmbedded(embedded)
    library.registerLanguage(innerName(name), () => embedded)
  }
  return library
}

function loadGrammar(name: string): Grammar {
  // As above: each of these files exports one grammar.
  return require(`highlight.js/lib/languages/${name}`) as Grammar
}

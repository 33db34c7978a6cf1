/** JavaScript, TypeScript and JSON. */

import { createLexer, rule, words, type Rule, type States } from './lexer.ts'

const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/u

const SPACE: readonly Rule[] = [
  rule(/\s+/, 'w'),
  rule(/<!--/, 'c'),
  rule(/\/\/.*?$/m, 'c1'),
  rule(/\/\*[^]*?\*\//, 'cm'),
]

// Behind these a slash begins a pattern, behind anything else it divides.
const BEFORE_PATTERN = 'slash-starts-pattern'

const NUMBERS: readonly Rule[] = [
  rule(/0[bB][01]+n?/, 'mb'),
  rule(/0[oO]?[0-7]+n?/, 'mo'),
  rule(/0[xX][0-9a-fA-F]+n?/, 'mh'),
  rule(/[0-9]+n/, 'mi'),
  rule(/(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+)(?:[eE][-+]?[0-9]+)?/, 'mf'),
]

const MARKS: readonly Rule[] = [
  rule(/\.\.\.|=>/, 'p'),
  rule(
    /\+\+|--|~|\?\?=?|\?|:|\\(?=\n)|(?:<<|>>>?|==?|!=?|(?:\*\*|\|\||&&|[-<>+*%&|^/]))=?/,
    'o',
    BEFORE_PATTERN,
  ),
  rule(/[{([;,]/, 'p', BEFORE_PATTERN),
  rule(/[})\].]/, 'p'),
]

const BUILTINS = `Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
  Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl JSON Map Math Number Object
  Promise Proxy Reflect RegExp Set String Symbol Uint16Array Uint32Array Uint8Array
  Uint8ClampedArray WeakMap WeakSet decodeURI decodeURIComponent document encodeURI
  encodeURIComponent eval global globalThis isFinite isNaN parseFloat parseInt window`

const WORDS: readonly Rule[] = [
  rule(words('typeof instanceof in void delete new'), 'ow', BEFORE_PATTERN),
  rule(/\b(?:constructor|from|as)\b/, 'kr'),
  rule(
    words(`for in while do break return continue switch case default if else throw try catch finally
      yield await async this of static export import debugger extends super`),
    'k',
    BEFORE_PATTERN,
  ),
  rule(words('var let const with function class'), 'kd', BEFORE_PATTERN),
  rule(
    words(`abstract boolean byte char double enum final float goto implements int interface long
      native package private protected public short synchronized throws transient volatile`),
    'kr',
  ),
  rule(words('true false null NaN Infinity undefined'), 'kc'),
  rule(words(BUILTINS), 'nb'),
  rule(/(?:Eval|Internal|Range|Reference|Syntax|Type|URI)?Error\b/, 'ne'),
]

const NAMES_AND_STRINGS: readonly Rule[] = [
  rule(/[a-zA-Z_?.$][\w?.$]*(?=\(\) \{)/, 'nx', BEFORE_PATTERN),
  rule(IDENTIFIER, 'nx'),
  rule(/"(?:\\\\|\\[^\\]|[^"\\])*"/, 's2'),
  rule(/'(?:\\\\|\\[^\\]|[^'\\])*'/, 's1'),
  rule(/`/, 'sb', 'template'),
  rule(/#[a-zA-Z_]\w*/, 'n'),
]

function states(extra: readonly Rule[]): States {
  const root = [
    rule(/(?<![^])#! ?\/.*?$/m, 'ch'),
    rule(/^(?=\s|\/|<!--)/m, '', BEFORE_PATTERN),
    ...extra,
    ...SPACE,
    ...NUMBERS,
    ...MARKS,
    ...WORDS,
    ...NAMES_AND_STRINGS,
  ]
  return {
    root,
    [BEFORE_PATTERN]: [
      ...SPACE,
      rule(/\/(?:\\.|[^[/\\\n]|\[(?:\\.|[^\]\\\n])*\])+\/(?:[gimuysd]+\b|\B)/, 'sr', '#pop'),
      rule(/(?=\/)/, '', ['#pop', 'bad-pattern']),
      rule(/(?:)/, '', '#pop'),
    ],
    'bad-pattern': [rule(/\n/, 'w', '#pop')],
    template: [
      rule(/`/, 'sb', '#pop'),
      rule(/\\[^]/, 'sb'),
      rule(/\$\{/, 'si', 'inside-template'),
      rule(/\$/, 'sb'),
      rule(/[^`\\$]+/, 'sb'),
    ],
    'inside-template': [rule(/\}/, 'si', '#pop'), ...root],
  }
}

export const javascript = createLexer(states([]))

export const typescript = createLexer(
  states([
    rule(words('abstract implements private protected public readonly'), 'k', BEFORE_PATTERN),
    rule(words('enum interface override'), 'kd', BEFORE_PATTERN),
    rule(/\b(?:declare|type)\b/, 'kr'),
    rule(/\b(?:string|boolean|number)\b/, 'kt'),
    rule(/\b(module)(\s*)([\w?.$]+)(\s*)/, ['kr', 'w', 'nx', 'w'], BEFORE_PATTERN),
    rule(/([\w?.$]+)(\s*)(:)(\s*)([\w?.$]+)/, ['nx', 'w', 'o', 'w', 'kt']),
    rule(/@[\p{ID_Start}$_][\p{ID_Continue}$]*/u, 'kd'),
  ]),
)

export const json = createLexer({
  root: [
    rule(/\s+/, 'w'),
    rule(/\/\/[^\n]*/, 'c1'),
    rule(/\/\*[^]*?\*\//, 'cm'),
    rule(/"(?:\\[^]|[^"\\])*"(?=\s*:)/, 'nt'),
    rule(/"(?:\\[^]|[^"\\])*"/, 's2'),
    rule(/(?:true|false|null)\b/, 'kc'),
    rule(/-?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)/, 'mf'),
    rule(/-?\d+/, 'mi'),
    rule(/[{}[\],:]/, 'p'),
  ],
})

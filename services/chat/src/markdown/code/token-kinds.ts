/**
 * The short class names that style sheets for code know (`k` keyword, `nf` function name, `s2` double-quoted string),
 * for the scopes of highlight.js.
 */

/** What encloses a piece of code. */
export interface Scope {
  /** Such as `title.function`. */
  readonly name: string
  /** The text at its beginning; empty while there is none. */
  opening: string
  /** The class of its text, once it was needed. */
  kind: string | undefined
  readonly parent: Scope | undefined
}

/** What a scope means: a class, a class by its opening text, or with an empty name no class of its own. */
type Kind = string | ((opening: string) => string)

// A scope that is not listed means what its first word does: `title.class` is listed, `comment.line` is a comment.
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['addition', 'gi'],
  ['attr', 'na'],
  ['attribute', 'na'],
  ['built_in', 'nb'],
  ['bullet', 'p'],
  ['char', 'se'],
  ['character', 'sc'],
  ['code', 'sb'],
  ['comment', commentKind],
  ['deletion', 'gd'],
  ['emphasis', 'ge'],
  ['keyframePosition', 'nt'],
  ['keyword', 'k'],
  ['label', 'nl'],
  ['link', 'na'],
  ['literal', 'kc'],
  ['meta', metaKind],
  ['meta.prompt', 'gp'],
  ['name', 'nt'],
  ['named-character', 'se'],
  ['number', numberKind],
  ['operator', 'o'],
  ['property', 'py'],
  ['punctuation', 'p'],
  ['quote', 'ge'],
  ['regex', 'sr'],
  ['regexp', 'sr'],
  ['section', 'gh'],
  ['selector-attr', 'na'],
  ['selector-class', 'nc'],
  ['selector-id', 'nn'],
  ['selector-pseudo', 'nd'],
  ['selector-tag', 'nt'],
  ['string', stringKind],
  ['strong', 'gs'],
  ['subst', 'si'],
  ['symbol', 'ss'],
  ['tag', 'p'],
  ['template-tag', 'cp'],
  ['template-variable', 'nv'],
  ['title', 'nf'],
  ['title.class', 'nc'],
  ['title.function.invoke', ''],
  ['type', 'kt'],
  ['variable', 'nv'],
  ['variable.constant', 'no'],
  ['variable.language', 'bp'],
])

const DECORATORS: readonly string[] =
  'dart groovy java javascript kotlin python scala swift typescript'.split(' ')
const CHARACTERS: readonly string[] =
  'arduino aspectj c cpp csharp d glsl go haskell java kotlin objectivec rust scala vala'.split(' ')

/** Scopes that mean something else in one grammar than in most, by grammar and scope. */
const OWN_KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...DECORATORS.map((grammar) => [`${grammar} meta`, 'nd'] as const),
  ...CHARACTERS.map((grammar) => [`${grammar} string`, characterOrStringKind] as const),
  ['css attribute', 'k'],
  ['diff comment', 'gh'],
  ['diff meta', 'gu'],
  ['ini section', 'k'],
  ['json attr', 'nt'],
  ['less attribute', 'k'],
  ['makefile section', 'nf'],
  ['nginx attribute', 'k'],
  ['nginx section', 'k'],
  ['scss attribute', 'k'],
  ['xml symbol', 'ni'],
  ['yaml attr', 'nt'],
])

/**
 * The class of a piece of code in a scope: the scope's own, or else that of an enclosing one; empty if there is none.
 */
export function tokenKind(innermost: Scope, grammar: string): string {
  const asking: Scope[] = []
  let scope: Scope | undefined = innermost
  while (scope !== undefined && scope.kind === undefined) {
    asking.push(scope)
    scope.kind = ownKind(scope, grammar)
    scope = scope.parent
  }
  const kind = asking.at(-1)?.kind ?? scope?.kind ?? ''
  for (const one of asking) one.kind ??= kind
  return innermost.kind ?? kind
}

function ownKind({ name, opening, parent }: Scope, grammar: string): string | undefined {
  // Words of a directive such as `#include`, and literals, are not keywords just because the grammar lists them.
  if (name === 'keyword' && (parent?.name === 'meta' || parent?.name === 'literal'))
    return undefined
  const [first = '', second] = name.split('.')
  const kind =
    OWN_KINDS.get(`${grammar} ${name}`) ??
    KINDS.get(name) ??
    KINDS.get(`${first}.${second}`) ??
    KINDS.get(first)
  return typeof kind === 'function' ? kind(opening) : kind
}

function commentKind(opening: string): string {
  if (opening.startsWith('#!')) return 'ch'
  return opening.includes('\n') || /^(?:\/\*|<!--|\(\*|\{-|<#|#\||--\[)/.test(opening) ? 'cm' : 'c1'
}

function metaKind(opening: string): string {
  return opening.startsWith('#!') ? 'ch' : 'cp'
}

function numberKind(opening: string): string {
  if (/^(?:0x|#)/i.test(opening)) return 'mh'
  if (/^0b/i.test(opening)) return 'mb'
  if (/^0o/i.test(opening)) return 'mo'
  return /^[+-]?[\d_]*(?:\.|\d[\d_]*e)/i.test(opening) ? 'mf' : 'mi'
}

const STRING_OPENING = /^[a-z]{0,3}("""|'''|["'`])/i

function stringKind(opening: string): string {
  switch (STRING_OPENING.exec(opening)?.[1]) {
    case '"""':
    case "'''":
      return 'sd'
    case '"':
      return 's2'
    case "'":
      return 's1'
    case '`':
      return 'sb'
    default:
      return 's'
  }
}

function characterOrStringKind(opening: string): string {
  return STRING_OPENING.exec(opening)?.[1] === "'" ? 'sc' : 's'
}

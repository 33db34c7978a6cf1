/** Python 3 and Python 2. */

import { createLexer, rule, words, type Rule, type States } from './lexer.ts'

const NAME = String.raw`[\p{XID_Start}_][\p{XID_Continue}]*`

const FLOW_KEYWORDS = `assert async await break continue del elif else except finally for global if
  lambda pass raise nonlocal return try while yield as with`

const BUILTINS = `__import__ abs aiter all any bin bool bytearray breakpoint bytes callable chr
  classmethod compile complex delattr dict dir divmod enumerate eval filter float format frozenset
  getattr globals hasattr hash hex id input int isinstance issubclass iter len list locals map max
  memoryview min next object oct open ord pow print property range repr reversed round set setattr
  slice sorted staticmethod str sum super tuple type vars zip`

const BUILTINS_2 = `apply basestring buffer cmp coerce execfile exit file intern long raw_input reduce
  reload unichr unicode xrange`

const EXCEPTIONS = `ArithmeticError AssertionError AttributeError BaseException BlockingIOError
  BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
  ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning
  EnvironmentError Exception FileExistsError FileNotFoundError FloatingPointError FutureWarning
  GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError
  IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
  NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning
  PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError
  RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit
  TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
  UnicodeError UnicodeTranslateError UnicodeWarning UserWarning VMSError ValueError Warning
  WindowsError ZeroDivisionError`

const MAGIC_METHODS = `abs add aenter aexit aiter and anext await bool bytes call complex contains del
  delattr delete delitem dir divmod enter eq exit float floordiv format ge get getattr getattribute
  getitem gt hash iadd iand ifloordiv ilshift imatmul imod imul index init instancecheck int invert
  ior ipow irshift isub iter itruediv ixor le len length_hint lshift lt matmul missing mod mul ne neg
  new next or pos pow prepare radd rand rdivmod repr reversed rfloordiv rlshift rmatmul rmod rmul ror
  round rpow rrshift rshift rsub rtruediv rxor set setattr setitem str sub subclasscheck truediv xor`

const MAGIC_VARIABLES = `annotations bases class closure code defaults dict doc file func globals
  kwdefaults module mro name objclass qualname self slots weakref`

function dunder(list: string): RegExp {
  const names = list.trim().split(/\s+/).toSorted().toReversed()
  return new RegExp(String.raw`__(?:${names.join('|')})__\b`)
}

function notAttribute(list: string): RegExp {
  return new RegExp(String.raw`(?<!\.)${words(list).source}`)
}

const MAGIC_METHOD = rule(dunder(MAGIC_METHODS), 'fm')

const NUMBERS: readonly Rule[] = [
  rule(
    /(?:\d(?:_?\d)*\.(?:\d(?:_?\d)*)?|(?:\d(?:_?\d)*)?\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?/,
    'mf',
  ),
  rule(/\d(?:_?\d)*[eE][+-]?\d(?:_?\d)*j?/, 'mf'),
  rule(/0[oO](?:_?[0-7])+/, 'mo'),
  rule(/0[bB](?:_?[01])+/, 'mb'),
  rule(/0[xX](?:_?[a-fA-F0-9])+/, 'mh'),
  rule(/\d(?:_?\d)*/, 'mi'),
]

const BYTES_ESCAPE = rule(/\\(?:[\\abfnrtv"']|\n|x[a-fA-F0-9]{2}|[0-7]{1,3})/, 'se')
const TEXT_ESCAPE = rule(/\\(?:N\{.*?\}|u[a-fA-F0-9]{4}|U[a-fA-F0-9]{8})/, 'se')
const PERCENT_FORMAT =
  /%(?:\(\w+\))?[-#0 +]*(?:[0-9]+|[*])?(?:\.(?:[0-9]+|[*]))?[hlL]?[E-GXc-giorsaux%]/
const BRACE_FORMAT =
  /\{(?:(?:\w+)(?:(?:\.\w+)|(?:\[[^\]]+\]))*)?(?:![sra])?(?::(?:.?[<>=^])?[-+ ]?#?0?(?:\d+)?,?(?:\.\d+)?[E-GXb-gnosx%]?)?\}/

type Escapes = 'raw' | 'bytes' | 'text'

const QUOTES = [
  { name: 'tdq', mark: '"""', kind: 's2', isLong: true },
  { name: 'tsq', mark: "'''", kind: 's1', isLong: true },
  { name: 'dq', mark: '"', kind: 's2', isLong: false },
  { name: 'sq', mark: "'", kind: 's1', isLong: false },
] as const

type Quote = (typeof QUOTES)[number]

function stringEnd(quote: Quote): Rule[] {
  const end = rule(new RegExp(quote.mark), quote.kind, '#pop')
  if (quote.isLong) return [end]
  return [end, rule(new RegExp(String.raw`\\\\|\\${quote.mark}|\\\n`), 'se')]
}

function escapeRules(escapes: Escapes): Rule[] {
  if (escapes === 'raw') return []
  return escapes === 'text' ? [TEXT_ESCAPE, BYTES_ESCAPE] : [BYTES_ESCAPE]
}

function plainString(quote: Quote, escapes: Escapes): Rule[] {
  const { kind } = quote
  const rules = [
    ...escapeRules(escapes),
    ...stringEnd(quote),
    rule(PERCENT_FORMAT, 'si'),
    rule(BRACE_FORMAT, 'si'),
    rule(/[^\\'"%{\n]+/, kind),
    rule(/['"\\]/, kind),
    rule(/%|\{{1,2}/, kind),
  ]
  return quote.isLong ? [...rules, rule(/\n/, kind)] : rules
}

function formattedString(quote: Quote, escapes: Escapes): Rule[] {
  const { kind } = quote
  const rules = [
    rule(/\{\{|\}\}/, 'se'),
    ...escapeRules(escapes),
    ...stringEnd(quote),
    rule(/\}/, 'si'),
    rule(/\{/, 'si', 'inside-braces'),
    rule(/[^\\'"{}\n]+/, kind),
    rule(/['"\\]/, kind),
  ]
  return quote.isLong ? [...rules, rule(/\n/, kind)] : rules
}

function stringStates(): States {
  const states: Record<string, readonly Rule[]> = {}
  for (const quote of QUOTES) {
    for (const escapes of ['raw', 'bytes', 'text'] as const) {
      states[`${quote.name}-${escapes}`] = plainString(quote, escapes)
      states[`f${quote.name}-${escapes}`] = formattedString(quote, escapes)
    }
  }
  return states
}

function starts(prefix: string, state: string, escapes: Escapes): Rule[] {
  return QUOTES.map((quote) =>
    rule(
      new RegExp(`(${prefix})(${quote.mark})`),
      ['sa', quote.kind],
      `${state}${quote.name}-${escapes}`,
    ),
  )
}

function stringStarts(): Rule[] {
  return [
    ...starts('[rR][fFtT]|[fFtT][rR]', 'f', 'raw'),
    ...starts('[fFtT]', 'f', 'text'),
    ...starts('[rR][bB]|[bB][rR]|[uU]?[rR]', '', 'raw'),
    ...starts('[uU]?', '', 'text'),
    ...starts('[bB]', '', 'bytes'),
  ]
}

function expression(builtins: string): Rule[] {
  return [
    ...stringStarts(),
    rule(/[^\S\n]+/, ''),
    ...NUMBERS,
    rule(/!=|==|<<|>>|:=|[-~+/*%=<>&^|.]/, 'o'),
    rule(/[\]{}:(),;[]/, 'p'),
    rule(/(?:in|is|and|or|not)\b/, 'ow'),
    rule(/(?:async for|yield from)\b/, 'k'),
    rule(words('await else for if lambda yield'), 'k'),
    rule(/(?:True|False|None)\b/, 'kc'),
    rule(notAttribute(builtins), 'nb'),
    rule(/(?<!\.)(?:self|Ellipsis|NotImplemented|cls)\b/, 'bp'),
    rule(notAttribute(EXCEPTIONS), 'ne'),
    MAGIC_METHOD,
    rule(dunder(MAGIC_VARIABLES), 'vm'),
    rule(new RegExp(`@${NAME}`, 'u'), 'nd'),
    rule(/@/, 'o'),
    rule(new RegExp(NAME, 'u'), 'n'),
  ]
}

const RESERVED = `and as assert async await break class continue def del elif else except finally for
  from global if import in is lambda nonlocal not or pass raise return try while with yield`

/** `match` and `case` at the beginning of a line, unless what follows shows that they are names. */
const SOFT_KEYWORD = new RegExp(
  String.raw`(^[ \t]*)(match|case)\b(?![ \t]*(?:[:,;=^&|@~)\]}]|${words(RESERVED).source}))`,
  'm',
)

function statements(keywords: string): Rule[] {
  return [
    rule(/\n/, 'w'),
    rule(/^(\s*)([rRuUbB]{0,2})("""[^]*?""")/m, ['w', 'sa', 'sd']),
    rule(/^(\s*)([rRuUbB]{0,2})('''[^]*?''')/m, ['w', 'sa', 'sd']),
    rule(/(?<![^])#!.+$/m, 'ch'),
    rule(/#.*$/m, 'c1'),
    rule(/\\\n?/, ''),
    rule(/yield from\b/, 'k'),
    rule(words(keywords), 'k'),
    rule(/(?:True|False|None)\b/, 'kc'),
    rule(SOFT_KEYWORD, ['', 'k'], 'after-soft-keyword'),
    rule(/(def)((?:\s|\\\s)+)/, ['k', 'w'], 'function-name'),
    rule(/(class)((?:\s|\\\s)+)/, ['k', 'w'], 'class-name'),
    rule(/(from)((?:\s|\\\s)+)/, ['kn', 'w'], 'from-import'),
    rule(/(import)((?:\s|\\\s)+)/, ['kn', 'w'], 'import'),
  ]
}

function name(kind: string, to?: string): Rule {
  return rule(new RegExp(NAME, 'u'), kind, to)
}

function pythonStates(keywords: string, builtins: string): States {
  const inExpression = expression(builtins)
  const leave = rule(/(?:)/, '', '#pop')
  return {
    root: [...statements(keywords), ...inExpression],
    'inside-braces': [
      rule(/[{([]/, 'p', 'inside-inner'),
      rule(/(?:=\s*)?(?:![sraf])?\}/, 'si', '#pop'),
      rule(/(?:=\s*)?(?:![sraf])?:/, 'si', '#pop'),
      rule(/\s+/, 'w'),
      ...inExpression,
    ],
    'inside-inner': [
      rule(/[{([]/, 'p', 'inside-inner'),
      rule(/[\])}]/, 'p', '#pop'),
      rule(/\s+/, 'w'),
      ...inExpression,
    ],
    'after-soft-keyword': [rule(/(\s+)(_\b)/, ['w', 'k']), leave],
    'function-name': [MAGIC_METHOD, name('nf', '#pop'), leave],
    'class-name': [name('nc', '#pop')],
    import: [
      rule(/(\s+)(as)(\s+)/, ['w', 'k', 'w']),
      rule(/\./, 'nn'),
      name('nn'),
      rule(/(\s*)(,)(\s*)/, ['w', 'o', 'w']),
      leave,
    ],
    'from-import': [
      rule(/(\s+)(import)\b/, ['w', 'kn'], '#pop'),
      rule(/\./, 'nn'),
      rule(/None\b/, 'kc', '#pop'),
      name('nn'),
      leave,
    ],
    ...stringStates(),
  }
}

export const python = createLexer(pythonStates(FLOW_KEYWORDS, BUILTINS))

export const python2 = createLexer(
  pythonStates(
    'assert break continue del elif else except exec finally for global if lambda pass print raise return try while yield as with',
    `${BUILTINS.replace(' print ', ' ')} ${BUILTINS_2}`,
  ),
)

/** C, C++, Go, Java and Rust. */

import { createLexer, rule, words, type Rule, type States } from './lexer.ts'

const LINE_COMMENT = rule(/\/\/[^\n]*\n?/, 'c1')
const BLOCK_COMMENT = rule(/\/\*[^]*?(?:\*\/|$)/, 'cm')

const C_KEYWORDS = `asm auto break const constexpr continue default do else enum extern for goto if
  register restricted return sizeof static switch typedef typeof volatile while thread_local alignas
  alignof static_assert struct union case`
const CPP_KEYWORDS = `catch concept const_cast delete dynamic_cast explicit export friend mutable new
  operator private protected public reinterpret_cast static_cast template this throw throws try
  typeid typename using virtual final override co_await co_return co_yield consteval constinit
  noexcept requires decltype class`
const C_TYPES = `bool int long float short double char unsigned signed void size_t ssize_t off_t
  wchar_t ptrdiff_t FILE DIR time_t va_list int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t
  uint64_t intptr_t uintptr_t char8_t char16_t char32_t`

function cFamily(keywords: string): States {
  return {
    root: [
      rule(/^#/m, 'cp', 'directive'),
      rule(/\s+/, 'w'),
      rule(/\\\n/, ''),
      LINE_COMMENT,
      BLOCK_COMMENT,
      rule(/(struct|union|class)(\s+)([\p{L}_]\w*)/u, ['k', 'w', 'nc']),
      rule(/(namespace)(\s+)([\p{L}_][\w:]*)/u, ['k', 'w', 'nn']),
      rule(words(keywords), 'k'),
      rule(words('inline _inline __inline naked restrict thread'), 'kr'),
      rule(words(C_TYPES), 'kt'),
      rule(/([LuU]|u8)?(")/, ['sa', 's'], 'string'),
      rule(/([LuU]|u8)?('(?:\\[0-7]{1,3}|\\x[a-fA-F0-9]{1,2}|\\.|[^\\'\n])')/, ['sa', 'sc']),
      rule(/(?:\d[\d']*\.[\d']*|\.\d[\d']*|\d[\d']*(?=[eEfF]))(?:[eE][+-]?\d+)?[fFlL]?/, 'mf'),
      rule(/0[xX][\da-fA-F']+[uUlLzZ]*/, 'mh'),
      rule(/0[bB][01']+[uUlLzZ]*/, 'mb'),
      rule(/0[0-7']+[uUlLzZ]*/, 'mo'),
      rule(/\d[\d']*[uUlLzZ]*/, 'mi'),
      rule(/[~!%^&*+=|?:<>/-]/, 'o'),
      rule(/[()[\],.;{}]/, 'p'),
      rule(/(?:true|false|NULL|nullptr)\b/, 'nb'),
      // A name with parentheses that a block follows is a function being defined.
      rule(/[\p{L}_$][\w$]*(?=\s*\([^;{}"']{0,200}\)\s*(?:const\s*)?\{)/u, 'nf'),
      rule(/[\p{L}_$][\w$]*/u, 'n'),
    ],
    directive: [
      rule(/(\s*)(include)(\s*)("[^"\n]+"|<[^>\n]+>)([^\n]*)/, ['w', 'cp', 'w', 'cpf', 'c1']),
      rule(/(?<=\\)\n/, 'cp'),
      rule(/\n/, 'cp', '#pop'),
      rule(/\/\/[^\n]*\n/, 'c1', '#pop'),
      BLOCK_COMMENT,
      rule(/[^/\n]+|\//, 'cp'),
    ],
    string: [
      rule(/"/, 's', '#pop'),
      rule(
        /\\(?:[\\abfnrtv"']|x[a-fA-F0-9]{2,4}|u[a-fA-F0-9]{4}|U[a-fA-F0-9]{8}|[0-7]{1,3})/,
        'se',
      ),
      rule(/[^\\"\n]+|\\\n|\\/, 's'),
    ],
  }
}

export const c = createLexer(cFamily(C_KEYWORDS))
export const cpp = createLexer(cFamily(`${C_KEYWORDS} ${CPP_KEYWORDS}`))

const GO_TYPES = `uint uint8 uint16 uint32 uint64 int int8 int16 int32 int64 float float32 float64
  complex64 complex128 byte rune string bool error uintptr any comparable`
const GO_FUNCTIONS = `print println panic recover close complex real imag len cap append copy delete new
  make min max clear`

export const go = createLexer({
  root: [
    rule(/\s+/, 'w'),
    rule(/\/\/.*?$/m, 'c1'),
    rule(/\/\*[^]*?\*\//, 'cm'),
    rule(words('import package'), 'kn'),
    rule(words('var func struct map chan type interface const'), 'kd'),
    rule(
      words(`break default select case defer go else goto switch fallthrough if range continue for
        return`),
      'k',
    ),
    rule(words('true false iota nil'), 'kc'),
    rule(new RegExp(`(${words(`${GO_TYPES} ${GO_FUNCTIONS}`).source})(\\()`), ['nb', 'p']),
    rule(words(GO_TYPES), 'kt'),
    rule(/\d+i|\d+\.\d*(?:[Ee][-+]\d+)?i|\.\d+(?:[Ee][-+]\d+)?i|\d+[Ee][-+]\d+i/, 'm'),
    rule(/\d+(?:\.\d+[eE][+-]?\d+|\.\d*|[eE][+-]?\d+)|\.\d+(?:[eE][+-]?\d+)?/, 'mf'),
    rule(/0[0-7]+/, 'mo'),
    rule(/0[xX][0-9a-fA-F]+/, 'mh'),
    rule(/0|[1-9][0-9]*/, 'mi'),
    rule(
      /'(?:\\['"\\abfnrtv]|\\x[0-9a-fA-F]{2}|\\[0-7]{1,3}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|[^\\])'/u,
      'sc',
    ),
    rule(/`[^`]*`/, 's'),
    rule(/"(?:\\\\|\\[^\\]|[^"\\])*"/, 's'),
    rule(
      /<<=|>>=|<<|>>|<=|>=|&\^=|&\^|\+=|-=|\*=|\/=|%=|&=|\|=|&&|\|\||<-|\+\+|--|==|!=|:=|\.\.\.|[+\-*/%&]|~|\|/,
      'o',
    ),
    rule(/[|^<>=!()[\]{}.,;:]/, 'p'),
    rule(/[\p{L}_][\p{L}\p{N}_]*/u, 'nx'),
  ],
})

const JAVA_NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`

const JAVA_STRING: readonly Rule[] = [rule(/[^\\"]+|\\\\|\\"|\\/, 's'), rule(/"/, 's', '#pop')]

export const java = createLexer({
  root: [
    rule(/\s+/, 'w'),
    rule(/(\/\/.*)(\n)/, ['c1', 'w']),
    rule(/\/\*[^]*?\*\//, 'cm'),
    rule(
      words(`assert break case catch continue default do else finally for if goto instanceof new return
        switch this throw try while`),
      'k',
    ),
    rule(/@[\p{L}_][\w.]*/u, 'nd'),
    rule(
      words(`abstract const enum exports extends final implements native open opens permits private
        protected provides public requires sealed static strictfp super synchronized throws to
        transient transitive uses volatile with yield`),
      'kd',
    ),
    rule(words('boolean byte char double float int long short void'), 'kt'),
    rule(/(package|import(?:\s+static)?)(\s+)([\w.]+\*?)/, ['kn', 'w', 'nn']),
    rule(/(?:true|false|null)\b/, 'kc'),
    rule(new RegExp(String.raw`(class|interface|record)(\s+)(${JAVA_NAME})`, 'u'), [
      'kd',
      '',
      'nc',
    ]),
    rule(/(var)(\s+)/, ['kd', 'w']),
    rule(/"""\n/, 's', 'text-block'),
    rule(/"/, 's', 'string'),
    rule(/'\\.'|'[^\\]'|'\\u[0-9a-fA-F]{4}'/u, 'sc'),
    rule(new RegExp(String.raw`(\.)(${JAVA_NAME})`, 'u'), ['p', 'na']),
    rule(new RegExp(String.raw`(?<=[\w\]>]\s)${JAVA_NAME}(?=\s*\()`, 'u'), 'nf'),
    rule(new RegExp(JAVA_NAME, 'u'), 'n'),
    rule(
      /(?:[0-9][0-9_]*\.(?:[0-9][0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9_]+)?[fFdD]?|[0-9]+[fFdD]/,
      'mf',
    ),
    rule(/0[xX][0-9a-fA-F_]+[lL]?/, 'mh'),
    rule(/0[bB][01_]+[lL]?/, 'mb'),
    rule(/0[0-7_]+[lL]?/, 'mo'),
    rule(/0|[1-9][0-9_]*[lL]?/, 'mi'),
    rule(/[~^*!%&[\]<>|+=/?-]/, 'o'),
    rule(/[{}();:.,]/, 'p'),
  ],
  'text-block': [rule(/"""/, 's', '#pop'), rule(/[^\\"]+|\\[^]|"/, 's')],
  string: JAVA_STRING,
})

const RUST_KEYWORDS = `as async await box break const continue crate dyn else extern for if impl in loop
  match move mut pub ref return static super trait unsafe use where while abstract become do final
  macro override priv typeof try unsized virtual yield union`
const RUST_TYPES = `u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 usize isize f32 f64 char str bool`
const RUST_BUILTINS = `Copy Send Sized Sync Unpin Drop Fn FnMut FnOnce drop Some None Ok Err AsMut AsRef
  Clone Default DoubleEndedIterator Eq ExactSizeIterator Extend From Into IntoIterator Iterator Option
  Ord PartialEq PartialOrd Result String ToOwned ToString Vec Box`

export const rust = createLexer({
  root: [
    rule(/\n|\s+/, 'w'),
    rule(/\/\/[/!][^\n]*/, 'sd'),
    rule(/\/\/[^\n]*/, 'c1'),
    rule(/\/\*[^]*?\*\//, 'cm'),
    rule(/#!?\[[^\]\n]*\]/, 'cp'),
    rule(/(fn)(\s+)([\p{L}_]\w*)/u, ['k', 'w', 'nf']),
    rule(/(struct|enum|type|trait|union)(\s+)([\p{L}_]\w*)/u, ['k', 'w', 'nc']),
    rule(/(mod)(\s+)([\p{L}_]\w*)/u, ['k', 'w', 'nn']),
    rule(/(?:let|fn|mod|type|enum|struct)\b/, 'kd'),
    rule(words(RUST_KEYWORDS), 'k'),
    rule(/(?:true|false)\b/, 'kc'),
    rule(/(?:self|Self)\b/, 'bp'),
    rule(words(RUST_TYPES), 'kt'),
    rule(words(RUST_BUILTINS), 'nb'),
    rule(/[\p{L}_]\w*!(?!=)/u, 'fm'),
    rule(/b?'(?:\\[^']+|[^\\'\n])'/u, 'sc'),
    rule(/'[\p{L}_]\w*/u, 'na'),
    rule(/b?r(#*)"[^]*?"\1/, 's'),
    rule(/b?"/, 's', 'string'),
    rule(/0b[01_]+\w*/, 'mb'),
    rule(/0o[0-7_]+\w*/, 'mo'),
    rule(/0x[0-9a-fA-F_]+\w*/, 'mh'),
    rule(/[0-9][0-9_]*(?:\.[0-9_]+(?:[eE][+-]?[0-9_]+)?|[eE][+-]?[0-9_]+)(?:f32|f64)?/, 'mf'),
    rule(/[0-9][0-9_]*(?:[ui](?:8|16|32|64|128|size)|f32|f64)?/, 'mi'),
    rule(/[{}()[\],;.:]|::|->|\.\.=?/, 'p'),
    rule(/=>|[+\-*/%&|<>^!~@=?]/, 'o'),
    rule(/[\p{L}_]\w*/u, 'n'),
  ],
  string: [
    rule(/"/, 's', '#pop'),
    rule(/\\(?:['"\\nrt0]|x[0-7][0-9a-fA-F]|u\{[0-9a-fA-F_]{1,6}\}|\n)/, 'se'),
    rule(/[^\\"]+|\\/, 's'),
  ],
})

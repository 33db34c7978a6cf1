/** SQL and YAML. */

import { createLexer, rule, words } from './lexer.ts'

const SQL_KEYWORDS = `add all alter and any as asc begin between by cascade case cast check coalesce
  collate column commit conflict constraint create cross current_date current_time
  current_timestamp count database default deferrable delete desc distinct do drop else end escape except
  exists explain fetch for foreign from full function grant group having if ilike in index inner
  insert intersect into is isnull join key lateral left like limit lock materialized natural no not
  nothing notnull null offset on only or order outer over partition primary procedure recursive
  references rename replace returning returns revoke right rollback row rows schema select set sum min max avg
  show table temporary then to transaction trigger truncate union unique update using values view
  when where window with false true`

const SQL_TYPES = `bigint binary bit boolean char character date dec decimal float int integer interval
  json jsonb numeric real serial smallint text time timestamp varchar varying uuid`

export const sql = createLexer({
  root: [
    rule(/\s+/, 'w'),
    rule(/--.*\n?/, 'c1'),
    rule(/\/\*[^]*?\*\//, 'cm'),
    rule(words(SQL_KEYWORDS, 'i'), 'k'),
    rule(words(SQL_TYPES, 'i'), 'nb'),
    rule(/[+*/<>=~!@#%^&|`?-]/, 'o'),
    rule(/[0-9]+/, 'mi'),
    rule(/'(?:''|[^'])*'/, 's1'),
    rule(/"(?:""|[^"])*"/, 'ss'),
    rule(/[\p{L}_][\p{L}\p{N}_$]*/u, 'n'),
    rule(/[;:()[\],.{}]/, 'p'),
  ],
})

const INDICATOR = 'p p-Indicator'
const SCALAR = 'l l-Scalar l-Scalar-Plain'

export const yaml = createLexer({
  root: [
    rule(/\n/, 'w'),
    rule(/[^\S\n]+/, 'w'),
    rule(/#[^\n]*/, 'c1'),
    rule(/(?:---|\.\.\.)(?=\s|$)/m, 'nn'),
    rule(/%[^\n]*/, 'cp'),
    rule(/-(?=\s)/, INDICATOR),
    rule(/[?[\]{},]/, INDICATOR),
    rule(/([^\s"'#&*!|>%@`[\]{},-][^\n:#{}[\],]*|-[^\s:][^\n:#]*)(:)(?=\s|$)/m, ['nt', 'p']),
    rule(/("(?:\\[^]|[^"\\])*"|'(?:''|[^'])*')(:)(?=\s|$)/m, ['nt', 'p']),
    rule(/&[\w.-]+/, 'nl'),
    rule(/\*[\w.-]+/, 'nv'),
    rule(/!\S*/, 'kt'),
    rule(/"(?:\\[^]|[^"\\])*"/, 's'),
    rule(/'(?:''|[^'])*'/, 's'),
    rule(/[|>][+-]?\d?(?=\s|$)/m, INDICATOR),
    rule(/:(?=\s|$)/m, INDICATOR),
    rule(/[^\s#,[\]{}][^\n#,[\]{}]*?(?=\s*(?:$|#|[,[\]{}]))/m, SCALAR),
    rule(/[^\s]/, SCALAR),
  ],
})

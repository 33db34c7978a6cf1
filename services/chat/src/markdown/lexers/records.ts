/** SQL by PostgreSQL's manual, and YAML by its specification. */

import {
  after,
  blockComment,
  createLexer,
  lineComment,
  OUT,
  rule,
  SPACE,
  startsLine,
  when,
  wordKinds,
  type Rule,
} from './lexer.ts'
import { ahead, either, many, quotedLines, sequence } from '../pattern-parts.ts'

const SQL_KEYWORDS = `add all alter and any as asc avg begin between by cascade case cast check coalesce
  collate column commit conflict constraint count create cross current_date current_time
  current_timestamp database default deferrable delete desc distinct do drop else end escape except
  exists explain false fetch for foreign from full function grant group having if ilike in index inner
  insert intersect into is isnull join key lateral left like limit lock materialized max min natural
  no not nothing notnull null offset on only or order outer over partition primary procedure recursive
  references rename replace returning returns revoke right rollback row rows schema select set show
  sum table temporary then to transaction trigger true truncate union unique update using values view
  when where window with`

const SQL_TYPES = `bigint binary bit boolean char character date dec decimal float int integer interval
  json jsonb numeric real serial smallint text time timestamp uuid varchar varying`

const SQL_KINDS = wordKinds({ k: SQL_KEYWORDS, nb: SQL_TYPES })

/** A quote within quotes is written twice. */
function doubled(mark: string): RegExp {
  const inside = either(new RegExp(`[^${mark}]`), `${mark}${mark}`)
  return sequence(mark, many(inside), mark)
}

export const sql = createLexer({
  root: [
    SPACE,
    lineComment('--'),
    blockComment('/*', '*/'),
    rule(/[\p{L}_][\p{L}\p{N}_$]*/u, (word) => SQL_KINDS.get(word.toLowerCase()) ?? 'n'),
    rule(/[0-9]+/, 'mi'),
    rule(doubled("'"), 's1'),
    rule(doubled('"'), 'ss'),
    // What the names of operators are made of.
    rule(/[-+*/<>=~!@#%^&|`?]/, 'o'),
    rule(/[()[\]{},;:.]/, 'p'),
  ],
})

const INDICATOR = 'p p-Indicator'
const PLAIN = 'l l-Scalar l-Scalar-Plain'

const STRING = either(quotedLines('"'), doubled("'"))
const KEY_FOLLOWS = ahead(/[ \t]*:/, either(/\s/, /$/))

/**
 * A plain scalar: it begins with no indicator, unless `-`, `?` or `:` touches what follows, and ends
 * before a colon or a comment that stands free and before the marks that its surroundings know.
 */
function plainScalar(surroundingMarks: string): RegExp {
  const touches = new RegExp(String.raw`(?=[^\s${surroundingMarks}])`, 'u')
  const first = either(/[^\s\-?:,[\]{}#&*!|>'"%@`]/, sequence(/[-?:]/, touches))
  const ordinary = new RegExp(String.raw`[^\s:#${surroundingMarks}]`, 'u')
  const next = either(ordinary, sequence(':', touches), /(?<=\S)#/)
  return sequence(first, many(next), many(/[ \t]+/, ordinaryStart(ordinary, touches), many(next)))
}

function ordinaryStart(ordinary: RegExp, touches: RegExp): RegExp {
  return either(ordinary, sequence(':', touches))
}

// The lines of a block are indented like its first one; those between may be empty.
const BLOCK_TEXT = /\n+( +)[^\n]*(?:\n\1[^\n]*|\n[ \t]*(?=\n))*/

function yamlRules(surroundingMarks: string): Rule[] {
  const scalar = plainScalar(surroundingMarks)
  return [
    when(after('| > |- >- |+ >+'), rule(BLOCK_TEXT, PLAIN)),
    SPACE,
    lineComment('#'),
    rule(sequence(either(scalar, STRING), KEY_FOLLOWS), 'nt'),
    rule(/:/, (_, { before }) => (before.kind === 'nt' ? 'p' : INDICATOR)),
    rule(/[-?](?=\s|$)/, INDICATOR),
    rule(/[[{]/, INDICATOR, 'flow'),
    rule(/&[^\s,[\]{}]+/, 'nl'),
    rule(/\*[^\s,[\]{}]+/, 'nv'),
    rule(/![^\s,]*/, 'kt'),
    rule(STRING, 's'),
    rule(scalar, PLAIN),
    rule(/\S/, PLAIN),
  ]
}

export const yaml = createLexer({
  root: [
    when(startsLine, rule(/(?:---|\.\.\.)(?=\s|$)/, 'nn')),
    when(startsLine, rule(/%[^\n]*/, 'cp')),
    rule(/[|>][-+0-9]*(?=[ \t]*(?:#[^\n]*)?(?:\n|$))/, INDICATOR),
    rule(/[\]},]/, PLAIN),
    ...yamlRules(''),
  ],
  flow: [rule(/[\]}]/, INDICATOR, OUT), rule(/,/, INDICATOR), ...yamlRules(String.raw`,[\]{}`)],
})

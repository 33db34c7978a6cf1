/** HTML and XML by their specifications. */

import {
  blockComment,
  createLexer,
  LEAVE,
  OUT,
  rule,
  SPACE,
  type Lexer,
  type Rule,
} from './lexer.ts'
import { either, group, optional, sequence } from '../pattern-parts.ts'

const NAME = /[\w:.-]+/
const GAP = /\s*/
const REFERENCE = sequence('&', either(/#[0-9]+/, /#[xX][0-9a-fA-F]+/, /[a-zA-Z][\w.-]*/), ';')

const NOT_ELEMENTS: readonly Rule[] = [
  rule(REFERENCE, 'ni'),
  rule(/&/, ''),
  blockComment('<!--', '-->'),
  blockComment('<![CDATA[', ']]>', 'cp'),
  blockComment('<?', '?>', 'cp'),
  blockComment('<!', '>', 'cp'),
]

const VALUE: readonly Rule[] = [
  SPACE,
  rule(either(/"[^"]*"/, /'[^']*'/, /[^\s"'>][^\s>]*/), 's', OUT),
  LEAVE,
]

export const html: Lexer = createLexer({
  root: [
    rule(/[^<&]+/, ''),
    ...NOT_ELEMENTS,
    rule(sequence(group('<'), group('/'), group(NAME)), ['p', 'p', 'nt'], 'tag'),
    rule(sequence(group('<'), group(NAME)), ['p', 'nt'], 'tag'),
  ],
  tag: [
    rule(/\s+/, ''),
    rule(/\/?>/, 'p', OUT),
    rule(/=/, 'o', 'value'),
    rule(/[^\s"'<>/=]+/, 'na'),
  ],
  value: VALUE,
})

/** In XML the marks belong to the tag and to the attribute. */
export const xml: Lexer = createLexer({
  root: [
    rule(/[^<&\s]+/, ''),
    SPACE,
    ...NOT_ELEMENTS,
    rule(sequence('</', NAME, GAP, '>'), 'nt'),
    rule(sequence('<', NAME), 'nt', 'tag'),
  ],
  tag: [
    SPACE,
    rule(sequence(optional('/'), '>'), 'nt', OUT),
    rule(sequence(NAME, GAP, '='), 'na', 'value'),
  ],
  value: VALUE,
})

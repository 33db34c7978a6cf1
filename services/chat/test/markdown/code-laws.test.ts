/** Code blocks: every character stays, in time, whatever the grammar. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { anyText } from '@oficina/testkit/any-text.ts'
import { processorMs } from '@oficina/testkit/processor-time.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import names from '../../data/code-languages.json' with { type: 'json' }
import { grammarFor } from '../../src/markdown/code/grammars.ts'
import { highlightCode } from '../../src/markdown/code/highlighter.ts'

// Deep: it gives each grammar random code, and measures how long it takes with code made to be slow: a quarter of the grammars in
// each turn.

const GRAMMARS = [...new Set(Object.values(names).flatMap((name) => grammarFor(name) ?? []))]

// The grammar of style sheets leaves out a line end of this.
const LOST: [string][] = [['\\&[{\rlet< */']]

const sourceText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...`" ' \` / * # $ { } ( ) [ ] < > - = : ; , . \\ % & | ! ? @ + ~ ^ _ a b 0 1 x def class fn let if int`.split(
          ' ',
        ),
        ' ',
        '\n',
        '\r',
        '"""',
        '/*',
        '*/',
        '//',
        '<!--',
        '${',
        '#!',
        'é',
        '😀',
        '<script>',
        '<?',
        '<%',
      ),
      anyText({ maxLength: 3 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

test('whatever the grammar, the pieces of code are together the code', () => {
  for (const grammar of GRAMMARS) {
    fc.assert(
      fc.property(sourceText, (source) => {
        const tokens = highlightCode(source, grammar)
        assert.equal(tokens.map((token) => token.text).join(''), source, grammar)
      }),
      { numRuns: 20, examples: LOST },
    )
  }
})

// Each takes some milliseconds of a processor for each of them; the limit leaves room for a slow one.
const LIMIT_MS = 300

const HOSTILE_UNITS = [
  ...'" /* ${ ( < a A $$ a( [a]( <script>'.split(' '),
  'import a from ',
  '\n',
  '- \n',
]

/** So much of it as is highlighted at all. */
function fill(unit: string): string {
  const long = unit.repeat(3_900 / unit.length)
  return unit.includes('\n') ? long : long.replaceAll(/.{490}/gsu, '$&\n')
}

const HOSTILE = HOSTILE_UNITS.map((unit) => ({ unit, code: fill(unit) }))

for (const grammar of inTurn(GRAMMARS, 4)) {
  test(`code that is hard to read takes the grammar of ${grammar} no time worth speaking of`, () => {
    // Beside much else a single time may be several times what it is alone; what is slow is slow each time.
    const slow = HOSTILE.filter(({ code }) =>
      [1, 2, 3].every(() => processorMs(() => void highlightCode(code, grammar)) > LIMIT_MS),
    )
    assert.deepEqual(
      slow.map(({ unit }) => unit),
      [],
    )
  })
}

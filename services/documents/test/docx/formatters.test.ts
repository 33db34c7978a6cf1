import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import fc from 'fast-check'

import { exactly, quickly } from '../../src/docx/expression/exact-arithmetic.ts'
import { toText } from '../../src/docx/expression/values.ts'
import { compile, line, p, problemOf, english } from './docx-fixture.ts'

type Case = readonly [tag: string, data: unknown, text: string]

function check(cases: readonly Case[], options: { locale?: string; timezone?: string } = {}): void {
  // Intl writes narrow and fixed spaces, which read as spaces.
  for (const [tag, data, text] of cases)
    assert.equal(line(tag, data, options).replace(/[\u00a0\u202f]/g, ' '), text, tag)
}

/** The message of the first problem of a template with this tag. */
function message(tag: string): string {
  return english(compile(p(tag)).problems[0])
}

test('currency is written as its locale does, to the last digit of a decimal text', () => {
  check([
    ["{total | currency:'MXN':'es-MX'}", { total: 1234.5 }, '$1,234.50'],
    ["{total | currency:'EUR':'de-DE'}", { total: '1234.50' }, '1.234,50 €'],
    ['{total | currency:“USD”}', { total: '9007199254740993.25' }, '$9,007,199,254,740,993.25'],
    ["{total | currency:'JPY':'en-US'}", { total: 1234.5 }, '¥1,235'],
    ['{total | currency:code}', { total: 1, code: 'USD' }, '$1.00'],
  ])
})

test('number and percent take digits and a locale in either order', () => {
  check([
    ['{n | number}', { n: 1234.5678 }, '1,234.568'],
    ['{n | number:2}', { n: '1234.5' }, '1,234.50'],
    ["{n | number:'de-DE':1}", { n: 1234.56 }, '1.234,6'],
    ["{n | number:1:'de-DE'}", { n: 1234.56 }, '1.234,6'],
    ['{n | percent:1}', { n: 0.1234 }, '12.3%'],
    ['{n | round:2}', { n: 2.675001 }, '2.68'],
  ])
  check([['{n | number:2}', { n: 1234.5 }, '1.234,50']], { locale: 'de-DE' })
})

test('a locale that does not exist falls back to en-US', () => {
  check([['{n | number:1}', { n: 1234.5 }, '1,234.5']], { locale: 'not a locale' })
})

test('what is no number is written as it is', () => {
  check([['{a | number:2}|{b | currency:"EUR"}|{c | percent}', { a: 'n/a', b: null }, 'n/a||']])
})

test('dates are written by style or pattern, in the time zone asked for', () => {
  const at = '2026-01-31T23:30:05Z'
  check([
    ['{at | date}', { at }, 'Jan 31, 2026'],
    ["{at | date:'long':'es-MX'}", { at }, '31 de enero de 2026'],
    ["{at | date:'dd/MM/yyyy'}", { at }, '31/01/2026'],
    ["{at | date:'d.M.yy HH:mm:ss'}", { at }, '31.1.26 23:30:05'],
    ["{at | date:'EEEE d MMMM':'de-DE':'Europe/Berlin'}", { at }, 'Sonntag 1 Februar'],
    [
      "{at | date:\"yyyy-MM-dd'T'HH:mm\":'en-US':'America/Mexico_City'}",
      { at },
      '2026-01-31T17:30',
    ],
    ["{at | date:'h:mm a'}", { at }, '11:30 PM'],
    ["{at | time:'short'}", { at }, '11:30 PM'],
    ['{at | date}', { at: Date.UTC(2026, 0, 2) }, 'Jan 2, 2026'],
    ['{at | date}', { at: '2026-01-31T23:30:00-05:00' }, 'Feb 1, 2026'],
  ])
  check([["{at | datetime:'short'}", { at }, '2/1/26, 12:30 AM']], { timezone: 'Europe/Berlin' })
})

test('a date without time, and a time without offset, are the same in every zone', () => {
  for (const timezone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Nowhere/Unknown']) {
    check(
      [
        [
          "{a | date:'yyyy-MM-dd'} {b | date:'HH:mm'}",
          { a: '2026-01-31', b: '2026-01-31T08:05:00' },
          '2026-01-31 08:05',
        ],
      ],
      { timezone },
    )
  }
})

test('what is no date is written as it is', () => {
  check([
    [
      '{a | date}|{b | date}|{c | date}',
      { a: 'soon', b: '2026-02-30', c: null },
      'soon|2026-02-30|',
    ],
  ])
})

test('text formatters', () => {
  check([
    [
      '{a | upper} {a | lower} {a | capitalize} {a | trim}|',
      { a: 'áB c ' },
      'ÁB C  áb c  ÁB c  áB c|',
    ],
    ["{i | upper:'tr'}", { i: 'i' }, 'İ'],
    ["{a | default:'-'}{b | default:'-'}{c | default:'-'}", { a: '', b: 0, c: 'x' }, '-0x'],
    ['{x.y.z | default:other}', { other: 'o' }, 'o'],
  ])
})

test('list formatters', () => {
  const items = [
    { name: 'b10', qty: 2, price: '0.10', on: true },
    { name: 'a', qty: 10, price: '0.20', on: false },
    { name: 'b9', qty: 1, price: 'n/a', on: true },
  ]
  check([
    ["{items | sum:'price'} {items | sum:'qty'} {items | count}", { items }, '0.30 13 3'],
    ["{items | sort:'name' | join:', ':'name'}", { items }, 'a, b9, b10'],
    ["{#items | sort:'-qty'}{qty} {/items}", { items }, '10 2 1 '],
    ["{#items | sort:'qty':'desc'}{qty} {/}", { items }, '10 2 1 '],
    ["{#items | filter:'on'}{name} {/}", { items }, 'b10 b9 '],
    ["{#items | filter:'name':'a'}{qty}{/}", { items }, '10'],
    ["{#items | filter:'qty':'>=':2 | sort:'qty'}{qty} {/}", { items }, '2 10 '],
    [
      '{tags | join} {tags | join:"/"} {tags | reverse | first}',
      { tags: ['a', 'b'] },
      'a, b a/b b',
    ],
    ["{nothing | sum:'x'} {nothing | count}", {}, '0 0'],
  ])
})

test('sums are exact', () => {
  check([['{a | sum}', { a: Array.from({ length: 10 }, () => 0.1) }, '1.0']])
  check([
    [
      '{a | sum}',
      { a: ['123456789012345678901234567890.01', '-0.02'] },
      '123456789012345678901234567889.99',
    ],
  ])
})

test('arithmetic is exact where it decides how an amount is rounded', () => {
  check([
    ['{p * q | fixed:2} {p * q | round:2}', { p: 1.005, q: 3 }, '3.02 3.02'],
    ["{p * q | currency:'MXN':'es-MX'}", { p: '8.345', q: '1' }, '$8.35'],
    ['{a - b | fixed:6}', { a: '0.3', b: '0.1000005' }, '0.200000'],
    ['{a / b | fixed:2} {a / c | fixed:4}', { a: '2.675', b: 1, c: 3 }, '2.68 0.8917'],
    ['{a + b == 0.3} {a % 0.2}', { a: 0.1, b: 0.2 }, 'true 0.1'],
    ['{a * b}', { a: '12345678901234567890.5', b: 2 }, '24691357802469135781'],
    ['{-0.004 | fixed:2} {a | fixed:2}', { a: 'n/a' }, '0.00 n/a'],
  ])
})

test('the quick way of computing amounts gives what the exact one gives', () => {
  const amount = fc
    .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, scale]) => (digits / 10 ** scale).toFixed(scale))
  const operators = fc.constantFrom('+', '-', '*', '/', '%')
  fc.assert(
    fc.property(amount, amount, operators, (left, right, operator) => {
      const quick = quickly(operator, Number(left), Number(right))
      const exact = exactly(operator, left, right)
      if (quick !== undefined && exact !== undefined)
        assert.equal(toText(quick).replace(/^-0$/, '0'), toText(exact))
    }),
    { numRuns: 2_000 },
  )
})

test('sums of a formula round each line when told to, and take outer names too', () => {
  const partidas = [
    { cantidad: 3, precio: '0.335' },
    { cantidad: 1, precio: '0.335' },
    { precio: 7 },
  ]
  check([
    ["{partidas | sum:'cantidad * precio'}", { partidas }, '1.340'],
    ["{partidas | sum:'cantidad * precio':2}", { partidas }, '1.35'],
    ["{partidas | sum:'cantidad * precio * tasa':6}", { partidas, tasa: '0.16' }, '0.214400'],
    ["{partidas | sum:'(cantidad | default:1) * precio':2}", { partidas }, '8.35'],
  ])
  assert.match(message("{a | sum:'n *'}"), /In 'n \*': A value is missing/)
  assert.match(message("{a | sum:'n | nada'}"), /no formatter "nada"/)
})

test('groups come in the order of their first item, with subtotals of their items', () => {
  const items = [
    { cat: 'B', n: '1.10', d: '2026-02-01' },
    { cat: 'A', n: 2, d: '2026-01-01' },
    { cat: 'B', n: 3, d: '2026-01-31' },
    { n: 4 },
  ]
  check([
    [
      "{#items | group:'cat'}{key}:{#items}{n},{/}{items | sum:'n'} {/items}",
      { items },
      'B:1.10,3,4.10 A:2,2 :4,4 ',
    ],
    [
      '{#items | sort:"d" | group:"d | date:\'MMMM\':\'es\'"}{key}={items | count} {/}',
      { items },
      'enero=2 febrero=1 =1 ',
    ],
    ["{#nada | group:'cat'}x{else}nada{/}", {}, 'nada'],
  ])
})

test('what is written out in words rounds to cents and is left as it is when it cannot be', () => {
  check(
    [
      ["{a | words:'MXN'}", { a: '99.995' }, 'CIEN PESOS 00/100 M.N.'],
      ["{a | words:'USD':'en-US'}", { a: 12.5 }, 'TWELVE DOLLARS AND 50/100 USD'],
      ['{a | words} {b | words} {c | words:"MXN"}', { a: 21, b: 1.5, c: 'x' }, 'veintiuno 1.5 x'],
      ["{a | date:'words'}", { a: '2026-11-01' }, 'primero de noviembre de dos mil veintiséis'],
    ],
    { locale: 'es-MX' },
  )
  assert.match(message("{a | words:'de'}"), /only in es and en/)
  assert.match(message("{a | date:'words':'fr'}"), /only in es and en/)
  assert.match(message("{a | time:'words':'es'}"), /only dates/)
})

test('arithmetic and choices', () => {
  check([
    ['{a + b} {a - b} {a * b} {b / a} {b % a}', { a: 0.1, b: '0.2' }, '0.3 -0.1 0.02 2 0'],
    ["{first + ' ' + last}", { first: 'Ana', last: 'Ruiz' }, 'Ana Ruiz'],
    ["{a > 1 ? 'many' : a == 1 ? 'one' : 'none'}", { a: 1 }, 'one'],
    ['{1 + 2 * 3} {(1 + 2) * 3} {-a + 1} {10 - 2 - 3}', { a: 2 }, '7 9 -1 5'],
    ['[{a / 0}][{b * 2}][{a % 0}]', { a: 1, b: 'x' }, '[][][]'],
    ['{(a + 1) | number:1}', { a: 1 }, '2.0'],
  ])
})

test('a formatter that does not exist, or arguments it cannot use, are problems of the template', () => {
  assert.match(message('{a | currncy}'), /no formatter "currncy"/)
  assert.match(message('{a | currency}'), /needs 1 argument/)
  assert.match(message("{a | currency:'EURO'}"), /cannot use its argument/)
  assert.match(message("{a | number:2:'no locale'}"), /cannot use its argument/)
  assert.match(message('{a | number:400}'), /cannot use its argument/)
  assert.match(message("{a | date:'short':'en':'Mars/Olympus'}"), /cannot use its argument/)
  assert.match(message('{a | upper:"en":"de"}'), /at most 1/)
  assert.match(message('{a |}'), /name of a formatter/)
  assert.match(message('{a +}'), /value is missing/)
  assert.match(message('{(a}'), /"\)" is missing/)
  assert.match(message('{a b(}'), /not expected/)
  assert.match(message('{}'), /empty/)
  assert.match(message('{#}{/}'), /names no value/)
})

test('an argument from the data that cannot be used is a problem of the render, naming the tag', () => {
  const problem = problemOf(p('{a | currency:code}'), { a: 1, code: 'not a currency' })
  assert.equal(problem.kind, 'bad-value')
  assert.match(JSON.stringify(problem), /\{a \| currency:code\}/)
})

test('an expression may not be endless', () => {
  assert.match(
    english(compile(p(`{${'('.repeat(100)}a${')'.repeat(100)}}`)).problems[0]),
    /nested too deep/,
  )
  assert.match(english(compile(p(`{${'a+'.repeat(2000)}a}`)).problems[0]), /longer than/)
})

test('every example of the README is true, and every formatter has one', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| (`\{.*?) \| `(\{".*?\})` \| `(.*?)` \|/gm)]
  assert.ok(rows.length > 15)
  check(
    rows.map(([, tags = '', data = '', text = '']): Case => {
      const written = tags.replaceAll('\\|', '|').replaceAll('` `', ' ').replaceAll('`', '')
      return [written, JSON.parse(data), text]
    }),
  )
  const shown = readme.replaceAll('\\|', '|')
  const known = /there are (.*)\.$/.exec(message('{a | x}'))?.[1] ?? ''
  for (const name of known.split(', ')) assert.match(shown, new RegExp(`\\| ${name}\\b`))
})

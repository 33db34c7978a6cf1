import type { TextForm } from '../../src/dictionary/text-forms.ts'
import type { Field } from '../../src/dictionary/types.ts'
import { clabeCheckDigit } from '../../src/fiscal/clabe.ts'
import { curpCheckDigit } from '../../src/fiscal/curp.ts'
import { nssCheckDigit } from '../../src/fiscal/nss.ts'

/** The same numbers for the same seed, so that a request that failed can be made again. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Below one, evenly: the generator called mulberry32. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  below(count: number): number {
    return Math.floor(this.roll() * count)
  }

  chance(probability: number): boolean {
    return this.roll() < probability
  }

  one<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }

  some<T>(items: readonly T[], most: number): readonly T[] {
    if (items.length === 0) return []
    return Array.from({ length: this.below(most + 1) }, () => this.one(items))
  }
}

/** A text of each form. */
const FORMED: Readonly<Record<TextForm, (dice: Dice) => string>> = {
  rfc: (dice) => `ABC9902${10 + dice.below(19)}AA1`,
  email: (dice) => `t${dice.below(1_000_000)}@empresa.example`,
  curp: (dice) => {
    const body = `LOAA8502${10 + dice.below(18)}MDFPNN0`
    return body + curpCheckDigit(`${body}0`)
  },
  nss: (dice) => {
    const body = digits(dice, 10)
    return body + nssCheckDigit(`${body}0`)
  },
  clabe: (dice) => {
    const body = digits(dice, 17)
    return body + clabeCheckDigit(`${body}0`)
  },
  uuid: (dice) => `6128396F-C09B-4EC6-8699-${digits(dice, 12)}`,
  postal_code: (dice) => digits(dice, 5),
  time: (dice) => `${10 + dice.below(14)}:${10 + dice.below(50)}`,
}

function digits(dice: Dice, count: number): string {
  return Array.from({ length: count }, () => dice.below(10)).join('')
}

export const TEXTS = [
  '',
  ' ',
  'A',
  'Ñandú',
  '0',
  '-1',
  '1e309',
  'null',
  'true',
  '%',
  '_',
  '\\',
  "'",
  "' or 1=1 --",
  '";drop table compra;--',
  '$1',
  '\0',
  'a\0b',
  '\u202e\ufeff',
  '\ud800',
  '😀'.repeat(40),
  'x'.repeat(151),
  'x'.repeat(5_000),
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '{"a":1}',
  '[[[[',
  '<script>',
  'a,b;c|d\te\r\nf',
  '=1+1',
] as const

const NUMBERS = [
  '0',
  '-0',
  '1',
  '2',
  '-1',
  '1.5',
  '0.005',
  '1e2',
  '1e-400',
  '1e400',
  '99999999999999999999',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '0.1234567890123456789012345678901234567890',
  '12345678901234567890.12',
] as const

const DAYS = [
  '2026-03-01',
  '2026-02-30',
  '0001-01-01',
  '0000-01-01',
  '9999-12-31',
  '99999-01-01',
  '-0001-01-01',
  '31/12/2026',
  'infinity',
  'today',
  '2026-03-01T00:00:00Z',
  '2026-03-01T25:00:00Z',
  '2026-03-01T12:00:00.123456789+23:59',
] as const

export const IDS = [
  '1',
  '2',
  '3',
  '25',
  '0',
  '-1',
  '01',
  '999999999',
  '999999999999999999',
] as const
/** Values of fields, as clients write them, and as only an attacker does. */
export class FuzzValues {
  /** Whether the request at hand is one that a client means: most problems hide behind the first check. */
  isHonest = false
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
  }

  /** A value of a body, as JSON. */
  json(field: Field): string {
    if (this.isHonest) {
      const text = this.#sound(field)
      const isPlain = ['integer', 'reference', 'boolean', 'json'].includes(field.type)
      return isPlain ? text : JSON.stringify(text)
    }
    return this.#dice.chance(0.12) ? this.anything() : this.#jsonOf(field)
  }

  /** What the field takes, as a text. */
  #sound(field: Field): string {
    const dice = this.#dice
    switch (field.type) {
      case 'text':
        if (field.form !== undefined) return FORMED[field.form](dice)
        return `T${dice.below(1_000_000)}`.slice(0, field.length)
      case 'long_text':
      case 'secret':
        return `Texto ${dice.below(1_000_000)}`
      case 'choice':
        return dice.one(field.choices.map(({ value }) => value))
      case 'integer':
        return String(dice.below(1_000))
      case 'reference':
        return dice.one(['1', '1', '1', '2', '3'])
      case 'money':
      case 'quantity':
      case 'rate':
      case 'decimal':
        return dice.one(['0', '1', '0.5'])
      case 'date':
        return `2026-0${1 + dice.below(9)}-1${dice.below(10)}`
      case 'instant':
        return `2026-03-01T1${dice.below(10)}:00:00Z`
      case 'boolean':
        return dice.one(['true', 'false'])
      case 'json':
        return '{"a":1}'
    }
  }

  #jsonOf(field: Field): string {
    const dice = this.#dice
    switch (field.type) {
      case 'integer':
      case 'reference':
        return dice.chance(0.8)
          ? dice.one(IDS.filter((id) => !id.startsWith('0') || id === '0'))
          : dice.one(NUMBERS)
      case 'money':
      case 'quantity':
      case 'rate':
      case 'decimal':
        return dice.chance(0.5) ? dice.one(NUMBERS) : JSON.stringify(dice.one(NUMBERS))
      case 'boolean':
        return dice.one(['true', 'false'])
      case 'json':
        return this.anything()
      default:
        return JSON.stringify(this.text(field))
    }
  }

  /** A value as a text, of a filter or of a cell. */
  text(field: Field): string {
    const dice = this.#dice
    if (this.isHonest) return this.#sound(field)
    if (dice.chance(0.12)) return dice.one(TEXTS)
    switch (field.type) {
      case 'choice':
        return dice.one(field.choices.map(({ value, label }) => (dice.chance(0.8) ? value : label)))
      case 'date':
      case 'instant':
        return dice.one(DAYS)
      case 'boolean':
        return dice.one(['true', 'false', 'sí', '1'])
      case 'text':
      case 'long_text':
      case 'secret':
      case 'json':
        return dice.chance(0.5) ? `T${dice.below(1_000_000)}` : dice.one(TEXTS)
      default:
        return dice.one(NUMBERS)
    }
  }

  /** Any JSON at all. */
  anything(): string {
    const dice = this.#dice
    const deep = `${'['.repeat(200)}1${']'.repeat(200)}`
    return dice.one([
      ...NUMBERS.map((number) => number),
      ...TEXTS.map((text) => JSON.stringify(text)),
      'null',
      'true',
      'false',
      '[]',
      '{}',
      '[1,"a",null]',
      '{"a":{"b":[1]}}',
      '{"\\u0000":"\\u0000"}',
      deep,
    ])
  }
}

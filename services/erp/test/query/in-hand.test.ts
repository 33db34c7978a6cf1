import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inHand } from '../../src/query/listing/in-hand.ts'

const CASES: Readonly<Record<string, readonly string[]>> = {
  '1,234.50': ['amount 1234.50'],
  '$1,234.50': ['amount 1234.50'],
  '$ 1234.5': ['amount 1234.5'],
  '-12.30': ['amount -12.30'],
  '123': ['folio %123', 'amount 123'],
  'V-123': ['folio V%123'],
  VE00012: ['folio VE%00012'],
  '7': ['amount 7'],
  '1,23': [],
  '1.234,50': [],
  '6128396f': ['uuid 6128396f%'],
  '61283961': ['uuid 61283961%', 'barcode 61283961', 'folio %61283961', 'amount 61283961'],
  '6128396F-C09B-4EC6-8699-43C5F7E3B230': ['uuid 6128396F-C09B-4EC6-8699-43C5F7E3B230%'],
  '6128396': ['folio %6128396', 'amount 6128396'],
  '012 180 00118359719 5': ['clabe 012180001183597195'],
  'xaxx-010101-000': ['rfc XAXX010101000'],
  'Ñ&A010101AB1': ['rfc Ñ&A010101AB1'],
  '7501031311309': ['barcode 7501031311309', 'folio %7501031311309', 'amount 7501031311309'],
  'ferretería lópez': [],
  "'; drop table": [],
  '%': [],
  '': [],
}

test('a typed text is what people have in hand by its form alone', () => {
  for (const [typed, expected] of Object.entries(CASES)) {
    const found = inHand(typed).map(({ kind, pattern, value }) =>
      [kind, kind === 'folio' || kind === 'uuid' ? pattern : value].join(' '),
    )
    assert.deepEqual(found, expected, typed)
  }
})

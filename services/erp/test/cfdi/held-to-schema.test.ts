import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { schemaProblems } from './held-to-schema.ts'

const WHOLE = readFileSync(new URL('fixtures/whole.xml', import.meta.url), 'utf8')

test('a CFDI is as the schemas of the SAT say, and is told where it is not', () => {
  assert.deepEqual(schemaProblems(WHOLE), [])
  const changed: readonly (readonly [RegExp, string, RegExp])[] = [
    [/ Moneda="[^"]*"/u, '', /@Moneda is missing/u],
    [/ Moneda="[^"]*"/u, ' Moneda="ZZZ"', /@Moneda is ZZZ/u],
    [/ SubTotal="[^"]*"/u, ' SubTotal="-1"', /@SubTotal is -1/u],
    [/<cfdi:Emisor /u, '<cfdi:Emisor Otro="1" ', /Emisor\/@Otro is not known/u],
    [/(<cfdi:Emisor [^>]*\/>)(\s*)(<cfdi:Receptor [^>]*\/>)/u, '$3$2$1', /Emisor is missing/u],
  ]
  for (const [from, to, problem] of changed) {
    const other = WHOLE.replace(from, to)
    assert.notEqual(other, WHOLE, String(from))
    assert.match(schemaProblems(other).join('\n'), problem)
  }
})

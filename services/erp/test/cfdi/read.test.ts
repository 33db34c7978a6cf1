import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { cadenaOriginal } from '../../src/fiscal/cfdi/cadenas.ts'
import { composeComprobante } from '../../src/fiscal/cfdi/compose/compose.ts'
import { MAX_PROBLEMS } from '../../src/fiscal/cfdi/problem.ts'
import { sealComprobante } from '../../src/fiscal/cfdi/seal/seal.ts'
import { sealOf } from '../../src/fiscal/cfdi/seal/seal.ts'
import { sealProblems } from '../../src/fiscal/cfdi/seal/verify.ts'
import { MAX_CFDI_BYTES, MAX_DEPTH, MAX_ELEMENTS } from '../../src/fiscal/cfdi/xml/parse.ts'
import { readCfdi, readTimbre } from '../../src/fiscal/cfdi/xml/read.ts'
import { cfdiXml, timbreXml } from '../../src/fiscal/cfdi/xml/write.ts'
import { anyDraft, HEAD, ISSUER } from './any-cfdi.ts'
import { testCsds } from './csds.ts'

const RUNS = Number(process.env['CFDI_FUZZ_RUNS'] ?? 400)

const csds = await testCsds()
const csd = await csds.open(ISSUER.Rfc)
const [draft] = fc.sample(anyDraft, { numRuns: 1, seed: 3 })
if (draft === undefined) throw new Error('nothing was drawn')
const { decimals, ...document } = draft
const XML = cfdiXml(sealComprobante(composeComprobante(document, decimals), csd))

function problems(xml: string | Uint8Array): readonly string[] {
  const read = readCfdi(typeof xml === 'string' ? Buffer.from(xml) : xml)
  return read.ok ? [] : read.error.map(({ field, message }) => `${field}: ${String(message)}`)
}

test('a CFDI is read whatever prefix, quotes, white space and byte order mark its writer chose', () => {
  const other = XML.replaceAll('cfdi:', 'x:').replaceAll(':cfdi=', ':x=')
  const plain = XML.replaceAll('cfdi:', '').replaceAll('xmlns:cfdi=', 'xmlns=')
  const spaced = XML.replaceAll('><', '>\r\n  <')
    .replaceAll('/>', ' />')
    .replaceAll(' Fecha="', '\n\tFecha = "')
  const expected = readCfdi(Buffer.from(XML))
  assert.ok(expected.ok)
  for (const xml of [other, plain, spaced, `\ufeff${XML}`, `${XML}\n<!-- > -->\n`])
    assert.deepEqual(readCfdi(Buffer.from(xml)), expected)
})

test('what is no CFDI, or could do harm, is refused with what is wrong', () => {
  const nested = `${'<a>'.repeat(MAX_DEPTH + 1)}${'</a>'.repeat(MAX_DEPTH + 1)}`
  const cases: readonly (readonly [xml: string | Uint8Array, problem: RegExp])[] = [
    ['', /not well formed/],
    ['factura', /not well formed/],
    ['<a>', /not well formed/],
    ['<a></b>', /not well formed/],
    ['<a/><b/>', /not well formed/],
    ['<a b="1" b="2"/>', /not well formed/],
    ['<a b="&xxe;"/>', /not well formed/],
    ['<a/>x', /not well formed/],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a/>', /document type/],
    [XML.replace('?>', '?><!DOCTYPE x>'), /document type/],
    [Buffer.from('<a b="\xff"/>', 'latin1'), /UTF-8/],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /UTF-8/],
    [Buffer.alloc(MAX_CFDI_BYTES + 1, ' '), /larger than 8 MB/],
    [`<a>${'<b/>'.repeat(MAX_ELEMENTS)}</a>`, /more than 200000 elements/],
    [nested, /nested deeper than 32/],
    ['<a/>', /not a CFDI/],
    [XML.replaceAll('http://www.sat.gob.mx/cfd/4', 'http://example.com'), /not a CFDI/],
    [XML.replace('Version="4.0"', 'Version="3.2"'), /not a CFDI/],
    [XML.replaceAll('cfd/4', 'cfd/3'), /not a CFDI/],
    [XML.replace('<cfdi:Emisor', '<cfdi:Otro/><cfdi:Emisor'), /There is no element cfdi:Otro/],
    [
      XML.replace('<cfdi:Emisor', '<cfdi:Emisor Otro="1"'),
      /Emisor.Otro: There is no attribute Otro/,
    ],
    [XML.replace(/<cfdi:Emisor[^>]*>/, ''), /Emisor is required/],
    [XML.replace(/<cfdi:Emisor[^>]*>/, '$&$&'), /Emisor can be there only once/],
    [XML.replace(/ Total="[^"]*"/, ' Total="-1"'), /Total must be an amount/],
  ]
  for (const [xml, problem] of cases) assert.match(problems(xml)[0] ?? 'none', problem)
})

test('every problem of a CFDI is told, up to a hundred', () => {
  const wrong = XML.replace(/ Fecha="[^"]*"/, ' Fecha="ayer"').replace(/ Total="[^"]*"/, '')
  assert.deepEqual(
    problems(wrong).map((problem) => problem.slice(0, problem.indexOf(':'))),
    ['Fecha', 'Total'],
  )
  const many = XML.replace('</cfdi:Conceptos>', `${'<cfdi:Concepto/>'.repeat(50)}$&`)
  assert.equal(problems(many).length, MAX_PROBLEMS)
})

test('complements that are not known and an addenda are let be, and told', () => {
  const addenda = '<cfdi:Addenda><z:a xmlns:z="urn:z" b="1">x<z:c/></z:a></cfdi:Addenda>'
  const withAddenda = readCfdi(
    Buffer.from(XML.replace('</cfdi:Comprobante>', `${addenda}</cfdi:Comprobante>`)),
  )
  const plain = readCfdi(Buffer.from(XML))
  assert.deepEqual(withAddenda, plain)
  const complement =
    '<cfdi:ComplementoConcepto><i:e xmlns:i="http://www.sat.gob.mx/iedu"/></cfdi:ComplementoConcepto>'
  const inLine = readCfdi(Buffer.from(XML.replace('</cfdi:Concepto>', `${complement}$&`)))
  assert.ok(inLine.ok)
  assert.deepEqual(inLine.value.unknown, ['cfdi:ComplementoConcepto'])
  assert.equal(inLine.value.cadena, undefined)
})

test('the cadena has the SAT’s order, whatever the order in which attributes were written', async () => {
  for (const name of ['whole', 'payment']) {
    const file = (type: string) => new URL(`fixtures/${name}.${type}`, import.meta.url)
    const read = readCfdi(await readFile(file('xml')))
    assert.ok(read.ok)
    assert.ok(read.value.version === '4.0')
    const expected = await readFile(file('txt'), 'utf8')
    assert.equal(read.value.cadena, expected)
    assert.equal(cadenaOriginal(read.value.comprobante), expected)
    assert.deepEqual(readCfdi(Buffer.from(cfdiXml(read.value.comprobante))), read)
  }
})

test('a CFDI 3.3 is read and its seal verified, without what came with 4.0', () => {
  const { key, certificate } = csd
  const cadena = `||3.3|A|7|2026-03-02T09:00:00|03|${certificate.noCertificado}|100.00|MXN|116.00|I|PUE|06600|OFI010101AB1|601|CLI020202XY3|G03|31161500|1|H87|Tornillo|100|100|100|002|Tasa|0.160000|16|002|Tasa|0.160000|16.00|16.00||`
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/3" Version="3.3" Serie="A" Folio="7" Fecha="${HEAD.Fecha}" Sello="${sealOf(cadena, key)}" FormaPago="03" NoCertificado="${certificate.noCertificado}" Certificado="${certificate.certificado}" SubTotal="100.00" Moneda="MXN" Total="116.00" TipoDeComprobante="I" MetodoPago="PUE" LugarExpedicion="06600">
<cfdi:Emisor Rfc="OFI010101AB1" RegimenFiscal="601"/><cfdi:Receptor Rfc="CLI020202XY3" UsoCFDI="G03"/>
<cfdi:Conceptos><cfdi:Concepto ClaveProdServ="31161500" Cantidad="1" ClaveUnidad="H87" Descripcion="Tornillo" ValorUnitario="100" Importe="100"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="100" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto></cfdi:Conceptos>
<cfdi:Impuestos TotalImpuestosTrasladados="16.00"><cfdi:Traslados><cfdi:Traslado Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos>
</cfdi:Comprobante>`
  const read = readCfdi(Buffer.from(xml))
  assert.ok(read.ok)
  assert.equal(read.value.version, '3.3')
  assert.equal(read.value.cadena, cadena)
  assert.deepEqual(sealProblems(read.value, [csds.authority.x509]), [])
  assert.equal(read.value.comprobante.Conceptos[0]?.ObjetoImp, undefined)
  assert.match(
    problems(xml.replace('LugarExpedicion=', 'Exportacion="01" LugarExpedicion='))[0] ?? '',
    /Exportacion came with CFDI 4.0/,
  )
  assert.match(
    problems(xml.replaceAll('cfd/3', 'cfd/4'))[0] ?? '',
    /not a CFDI of version 4.0 or 3.3/,
  )
})

test('a stamp that stands alone is read too', () => {
  const timbre = {
    Version: '1.1',
    UUID: '0AA8EA28-8F54-4B2C-9F5C-4A1B2F6C0001',
    FechaTimbrado: '2026-03-02T09:01:00',
    RfcProvCertif: 'PAC010101AB1',
    SelloCFD: 'AAAA',
    NoCertificadoSAT: '1'.repeat(20),
    SelloSAT: 'BBBB',
  }
  assert.deepEqual(readTimbre(Buffer.from(timbreXml(timbre))), { ok: true, value: timbre })
  assert.ok(!readTimbre(Buffer.from(timbreXml({ ...timbre, UUID: 'x' }))).ok)
  assert.ok(!readTimbre(Buffer.from('<a/>')).ok)
  assert.ok(!readTimbre(Buffer.from('<a')).ok)
})

test('whatever is done to the bytes of a CFDI, it is read or refused, and never as another one under its seal', () => {
  const bytes = Buffer.from(XML)
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    '&#0;',
    '&#x41;',
    '</',
    '/>',
    '=',
    ' ',
    '\u0000',
    '{',
    'ñ',
    '<!--',
    ']]>',
  )
  const cut = fc.record({
    at: fc.nat(bytes.length),
    take: fc.nat(40),
    put: fc.oneof(piece, fc.string()),
  })
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), (cuts) => {
      let changed = bytes
      for (const { at, put, take } of cuts)
        changed = Buffer.concat([
          changed.subarray(0, at),
          Buffer.from(put),
          changed.subarray(at + take),
        ])
      const read = readCfdi(changed)
      if (!read.ok) {
        assert.ok(read.error.length > 0)
        return
      }
      const original = readCfdi(bytes)
      assert.ok(original.ok)
      const isSealed = sealProblems(read.value, [csds.authority.x509]).length === 0
      if (isSealed) assert.equal(read.value.cadena, original.value.cadena)
    }),
    { numRuns: RUNS },
  )
})

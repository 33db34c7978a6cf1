import assert from 'node:assert/strict'
import { test } from 'node:test'

import { cadenaTimbre } from '../../src/fiscal/cfdi/cadenas.ts'
import { composeComprobante } from '../../src/fiscal/cfdi/compose/compose.ts'
import { printedForm } from '../../src/fiscal/cfdi/printed-form.ts'
import { identityOf, statusExpression, verificationUrl } from '../../src/fiscal/cfdi/qr.ts'
import { openCertificate } from '../../src/fiscal/cfdi/seal/certificate.ts'
import { openCsd } from '../../src/fiscal/cfdi/seal/csd.ts'
import { sealComprobante, sealOf } from '../../src/fiscal/cfdi/seal/seal.ts'
import { sealProblems, timbreProblems } from '../../src/fiscal/cfdi/seal/verify.ts'
import type { Comprobante } from '../../src/fiscal/cfdi/structure/comprobante.ts'
import type { Timbre } from '../../src/fiscal/cfdi/structure/timbre.ts'
import { readCfdi, type ReadCfdi } from '../../src/fiscal/cfdi/xml/read.ts'
import { cfdiXml } from '../../src/fiscal/cfdi/xml/write.ts'
import { HEAD, ISSUER } from './any-cfdi.ts'
import { NOW_MS, testCsds } from './csds.ts'

const csds = await testCsds()
const YEAR_MS = 365 * 24 * 60 * 60_000

const DOCUMENT = composeComprobante(
  {
    ...HEAD,
    TipoDeComprobante: 'I',
    Moneda: 'MXN',
    MetodoPago: 'PUE',
    FormaPago: '03',
    Conceptos: [
      {
        ClaveProdServ: '31161500',
        Cantidad: '1',
        ClaveUnidad: 'H87',
        Descripcion: 'Tornillo',
        ValorUnitario: '100',
        ObjetoImp: '01',
      },
    ],
  },
  2,
)

function read(comprobante: Comprobante): ReadCfdi {
  const result = readCfdi(Buffer.from(cfdiXml(comprobante)))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function problemsOfOpening(
  request: Parameters<typeof csds.files>[0],
  change: Partial<Awaited<ReturnType<typeof csds.files>>> = {},
): Promise<readonly (string | undefined)[]> {
  const files = { ...(await csds.files(request)), ...change }
  const opened = openCsd(files, { rfc: ISSUER.Rfc, nowMs: NOW_MS })
  return opened.ok ? [] : opened.error.map(({ code, field }) => `${field} ${code ?? ''}`.trim())
}

test('a CSD opens with its password and tells its number, its RFC and its days', async () => {
  const { certificate, key } = await csds.open(ISSUER.Rfc)
  assert.match(certificate.noCertificado, /^99999\d{15}$/)
  assert.equal(certificate.rfc, ISSUER.Rfc)
  assert.equal(certificate.nombre, 'EMPRESA DE PRUEBA ÑANDÚ')
  assert.equal(certificate.kind, 'csd')
  assert.equal(key.asymmetricKeyType, 'rsa')
  assert.match(certificate.x509.issuer, /SIN VALIDEZ FISCAL/)
})

test('a CSD is refused for its password, its files, its holder, its days and as an e.firma, all at once', async () => {
  const rfc = ISSUER.Rfc
  const other = await csds.files({ rfc })
  assert.deepEqual(await problemsOfOpening({ rfc }), [])
  assert.deepEqual(await problemsOfOpening({ rfc }, { password: 'otra' }), ['password'])
  assert.deepEqual(await problemsOfOpening({ rfc }, { key: Buffer.from('x') }), ['password'])
  assert.deepEqual(await problemsOfOpening({ rfc }, { key: Buffer.alloc(20_000) }), ['key'])
  assert.deepEqual(await problemsOfOpening({ rfc }, { cer: Buffer.from('x') }), ['cer'])
  assert.deepEqual(await problemsOfOpening({ rfc }, { cer: Buffer.alloc(20_000) }), ['cer'])
  assert.deepEqual(await problemsOfOpening({ rfc }, { key: other.key }), ['key'])
  assert.deepEqual(await problemsOfOpening({ rfc, kind: 'efirma' }), ['cer 306'])
  assert.deepEqual(await problemsOfOpening({ rfc, fromMs: NOW_MS + 60_000 }), ['cer 304'])
  const past = { rfc, fromMs: NOW_MS - 2 * YEAR_MS, toMs: NOW_MS - YEAR_MS }
  assert.deepEqual(await problemsOfOpening(past), ['cer 304'])
  const wrong = { ...past, rfc: 'OTR010101AB1', kind: 'efirma' as const }
  assert.deepEqual(await problemsOfOpening(wrong, { password: 'otra' }), [
    'password',
    'cer 306',
    'cer 303',
    'cer 304',
  ])
})

test('what was received is held to its seal, its certificate, its authority and its day', async () => {
  const csd = await csds.open(ISSUER.Rfc)
  const sealed = sealComprobante(DOCUMENT, csd)
  const authorities = [csds.authority.x509]
  const codes = (comprobante: Comprobante, trusted = authorities) =>
    sealProblems(read(comprobante), trusted).map(({ code }) => code)
  assert.deepEqual(codes(sealed), [])
  assert.deepEqual(codes({ ...sealed, Folio: '2' }), ['CFDI40102'])
  assert.deepEqual(codes({ ...sealed, Sello: sealOf('otra', csd.key) }), ['CFDI40102'])
  const another = await csds.open('OTR010101AB1')
  assert.deepEqual(codes(sealComprobante(DOCUMENT, another)), ['303'])
  assert.deepEqual(codes({ ...sealed, NoCertificado: '1'.repeat(20) }), ['CFDI40106', 'CFDI40102'])
  assert.deepEqual(codes({ ...sealed, Certificado: 'AAAA' }), ['CFDI40106'])
  const strangers = await testCsds()
  assert.deepEqual(codes(sealed, [strangers.authority.x509]), ['308'])
  assert.deepEqual(codes(sealComprobante({ ...DOCUMENT, Fecha: '2025-01-01T00:00:00' }, csd)), [
    '305',
  ])
  const unknown = cfdiXml(sealed).replace(
    '</cfdi:Comprobante>',
    '<cfdi:Complemento><x:y xmlns:x="urn:x"/></cfdi:Complemento></cfdi:Comprobante>',
  )
  const result = readCfdi(Buffer.from(unknown))
  assert.ok(result.ok)
  const [problem] = sealProblems(result.value, authorities)
  assert.match(String(problem?.message), /cannot be verified: \{urn:x\}y/)
})

test('a stamp is held to its own seal, its certificate and its document, and gives the printed form what it needs', async () => {
  const sealed = sealComprobante(DOCUMENT, await csds.open(ISSUER.Rfc))
  const pac = await csds.open('PAC010101AB1')
  const unsealed = {
    Version: '1.1',
    UUID: '0AA8EA28-8F54-4B2C-9F5C-4A1B2F6C0001',
    FechaTimbrado: '2026-03-02T09:01:00',
    RfcProvCertif: 'PAC010101AB1',
    Leyenda: 'SIN VALIDEZ FISCAL',
    SelloCFD: sealed.Sello,
    NoCertificadoSAT: pac.certificate.noCertificado,
    SelloSAT: 'A',
  }
  const timbre: Timbre = { ...unsealed, SelloSAT: sealOf(cadenaTimbre(unsealed), pac.key) }
  const authorities = [csds.authority.x509]
  const fields = (change: Partial<Timbre>, certificate = pac.certificate) => {
    const TimbreFiscalDigital = { ...timbre, ...change }
    const cfdi = read({ ...sealed, Complemento: { TimbreFiscalDigital } })
    assert.deepEqual(sealProblems(cfdi, authorities), [], 'the stamp is not sealed by the issuer')
    return timbreProblems(cfdi, certificate, authorities).map(({ field }) =>
      field.split('.').at(-1),
    )
  }
  assert.deepEqual(fields({}), [])
  assert.deepEqual(fields({ UUID: timbre.UUID.replace('0', '1') }), ['SelloSAT'])
  assert.deepEqual(fields({ SelloCFD: 'AAAA' }), ['SelloCFD', 'SelloSAT'])
  const other = openCertificate((await csds.files({ rfc: 'PAC010101AB1' })).cer)
  assert.ok(other.ok)
  assert.deepEqual(fields({}, other.value), ['NoCertificadoSAT', 'SelloSAT'])
  assert.deepEqual(
    timbreProblems(read(sealed), pac.certificate, []).map(({ message }) => String(message)),
    ['The CFDI is not stamped.'],
  )
  const cfdi = read({ ...sealed, Complemento: { TimbreFiscalDigital: timbre } })
  const form = printedForm(cfdi.comprobante)
  const end = sealed.Sello.slice(-8)
  assert.equal(
    form?.verificationUrl,
    `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${timbre.UUID}&re=${ISSUER.Rfc}&rr=CLI020202XY3&tt=100.000000&fe=${end}`,
  )
  assert.equal(form?.leyenda, 'SIN VALIDEZ FISCAL')
  assert.equal(form?.cadenaTimbre, cadenaTimbre(timbre))
  assert.equal(
    statusExpression(identityOf(sealed, timbre)),
    `?re=${ISSUER.Rfc}&rr=CLI020202XY3&tt=100.000000&id=${timbre.UUID}&fe=${end}`,
  )
  const odd = { ...identityOf(sealed, timbre), rfcReceptor: 'Ñ&A010101AB1' }
  assert.match(verificationUrl(odd), /&rr=%C3%91%26A010101AB1&/)
  assert.match(statusExpression(odd), /&rr=Ñ&amp;A010101AB1&/)
  assert.equal(printedForm(sealed), undefined)
})

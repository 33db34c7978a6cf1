import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { openCertificate } from '../../src/fiscal/cfdi/seal/certificate.ts'
import { openCsd } from '../../src/fiscal/cfdi/seal/csd.ts'
import { sealProblems, timbreProblems } from '../../src/fiscal/cfdi/seal/verify.ts'
import { readCfdi } from '../../src/fiscal/cfdi/xml/read.ts'
import type { Stamped } from '../../src/pac/pac.ts'
import { HEAD } from '../cfdi/any-cfdi.ts'
import { startSimulated } from './simulated.ts'

const simulated = await startSimulated()
const { clock, order, pac, sat, sealed, simulator } = simulated
after(simulated.stop)

const ids = { next: 0 }

function newId(): string {
  ids.next += 1
  return `documento-${ids.next}`
}

async function stamped(xml: string, customId = newId()): Promise<Stamped> {
  const result = await pac.stamp({ xml, customId })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function refusal(xml: string): Promise<string> {
  const result = await pac.stamp({ xml, customId: newId() })
  if (result.ok) return 'stamped'
  return result.error.kind === 'rejected' ? result.error.code : result.error.kind
}

test('a sealed CFDI is stamped: its bytes stay, the stamp is verified by the certificate it names, and says that it has no validity', async () => {
  const xml = sealed({ Folio: '1' })
  const { origin, timbre, xml: answered } = await stamped(xml)
  assert.equal(origin, 'new')
  assert.equal(answered.replace(/<cfdi:Complemento>.*<\/cfdi:Complemento>/, ''), xml)
  assert.equal(timbre.Leyenda, 'SIN VALIDEZ FISCAL')
  assert.equal(timbre.FechaTimbrado, '2026-03-02T09:00:00')
  const read = readCfdi(Buffer.from(answered))
  assert.ok(read.ok)
  const authorities = [simulator.identity.authority.x509]
  assert.deepEqual(sealProblems(read.value, authorities), [])
  const der = await sat.certificate(timbre.NoCertificadoSAT)
  assert.ok(der.ok)
  const certificate = openCertificate(der.value)
  assert.ok(certificate.ok)
  assert.deepEqual(timbreProblems(read.value, certificate.value, authorities), [])
  assert.match(certificate.value.x509.issuer, /SIN VALIDEZ FISCAL/)
  assert.match(certificate.value.nombre, /SIN VALIDEZ FISCAL/)
  assert.ok(!(await sat.certificate('0'.repeat(20))).ok)
})

test('a complement and an addenda stay around the stamp', async () => {
  const locales = {
    TrasladosLocales: [{ ImpLocTrasladado: 'ISH', TasadeTraslado: '3.00', Importe: '30.00' }],
  }
  const xml = sealed({ Folio: '2', locales }).replace(
    '</cfdi:Comprobante>',
    '<cfdi:Addenda><a:b xmlns:a="urn:a"/></cfdi:Addenda></cfdi:Comprobante>',
  )
  const { xml: answered } = await stamped(xml)
  assert.match(
    answered,
    /<\/implocal:ImpuestosLocales><tfd:TimbreFiscalDigital .*\/><\/cfdi:Complemento><cfdi:Addenda>/,
  )
  assert.ok(readCfdi(Buffer.from(answered)).ok)
})

test('a document is stamped once, however often and by whom it is asked for, at once or later', async () => {
  const xml = sealed({ Folio: '3' })
  const customId = newId()
  const all = await Promise.all(Array.from({ length: 8 }, () => stamped(xml, customId)))
  assert.equal(new Set(all.map(({ timbre }) => timbre.UUID)).size, 1)
  assert.deepEqual(
    all
      .map(({ origin }) => origin)
      .toSorted()
      .slice(0, 8),
    [...Array.from({ length: 7 }, () => 'earlier'), 'new'],
  )
  clock.advance(100 * 60 * 60_000)
  const [first] = all
  assert.deepEqual(await stamped(xml), { ...first, origin: 'earlier' })
  const other = await stamped(sealed({ Folio: '3B', Fecha: '2026-03-06T12:00:00' }), customId)
  assert.deepEqual(other, { ...first, origin: 'other' })
  clock.set('2026-03-02T15:00:00Z')
})

test('the PAC refuses with its code and text: form, seal, certificate, date, issuer and the SAT’s rules', async () => {
  const other = await simulated.csdOf('OTR010101AB1')
  const cases: readonly (readonly [xml: string, code: string])[] = [
    ['<a', '301'],
    [sealed().replaceAll('cfdi:', 'x:').replaceAll(':cfdi=', ':x='), '301'],
    [sealed().replace('Tornillo', 'Clavo'), '302'],
    [sealed({ Folio: '4' }, other), '303'],
    [sealed({ Fecha: '2026-02-27T08:59:59' }), '305'],
    [sealed({ Fecha: '2026-03-02T09:06:00' }), '401'],
    [sealed({ Exportacion: '02' }), 'CFDI40122'],
    [sealed({ Receptor: { ...HEAD.Receptor, UsoCFDI: 'D01' } }), 'CFDI40161'],
  ]
  for (const [xml, code] of cases) assert.equal(await refusal(xml), code)
  const result = await pac.stamp({ xml: sealed({ Exportacion: '02' }), customId: newId() })
  assert.ok(!result.ok)
  assert.match(String(result.error.message), /Exportacion 02 needs the complement of foreign trade/)
  clock.advance(73 * 60 * 60_000)
  assert.equal(await refusal(sealed({ Fecha: '2026-03-02T09:59:59' })), '401')
  clock.set('2032-03-02T15:00:00Z')
  assert.equal(await refusal(sealed({ Fecha: '2026-03-02T10:00:00' })), '304')
  clock.set('2026-03-02T15:00:00Z')
})

test('an answer that is lost at any point is asked for again, and no stamp is made twice or lost', async () => {
  const effects = ['cut', 'half', 'error', 'unauthorized', 'delay'] as const
  for (const point of ['before', 'after'] as const) {
    for (const effect of effects) {
      order({ operation: 'stamp', point, effect, delayMs: 1 })
      const xml = sealed({ Folio: `${point}-${effect}` })
      const { timbre, xml: answered } = await stamped(xml)
      assert.equal((await stamped(xml)).xml, answered, `${point} ${effect}`)
      assert.equal(simulator.ledger.byUuid(timbre.UUID)?.rfcEmisor, 'OFI010101AB1')
    }
  }
})

test('a PAC in trouble is asked three times, and the document may be sent again later', async () => {
  const xml = sealed({ Folio: '5' })
  order({ operation: 'stamp', point: 'after', effect: 'cut', times: 3 })
  const customId = newId()
  const lost = await pac.stamp({ xml, customId })
  assert.deepEqual(lost.ok ? 'stamped' : lost.error.kind, 'unavailable')
  assert.equal((await stamped(xml, customId)).origin, 'earlier')
  order({ operation: 'stamp', point: 'before', effect: 'error', times: 3 })
  const broken = await pac.stamp({ xml: sealed({ Folio: '6' }), customId: newId() })
  assert.deepEqual(broken.ok ? 'stamped' : broken.error.kind, 'unavailable')
  order({ operation: 'stamp', point: 'before', effect: 'delay', delayMs: 1_000, times: 3 })
  const slow = await simulated
    .pacWith({ timeoutMs: 50 })
    .stamp({ xml: sealed({ Folio: '7' }), customId: newId() })
  assert.ok(!slow.ok)
  assert.equal(slow.error.kind, 'unavailable')
  assert.equal(String(slow.error.message), 'The PAC did not answer: timed out.')
  simulator.faults.clear()
})

test('a token serves until it expires, one log-in for all who wait, and one that is turned away is renewed', async () => {
  const fresh = simulated.pacWith({})
  const send = async (folio: string) =>
    await fresh.stamp({ xml: sealed({ Folio: folio }), customId: newId() })
  const authentications = () =>
    simulated.requests.filter((path) => path === '/security/authenticate').length
  const before = authentications()
  const count = () => authentications() - before
  const results = await Promise.all(['a', 'b', 'c', 'd'].map(send))
  assert.ok(results.every(({ ok }) => ok))
  assert.equal(count(), 1)
  clock.advance(60 * 60_000)
  assert.ok((await send('e')).ok)
  assert.equal(count(), 1)
  clock.advance(60 * 60_000)
  assert.ok((await send('f')).ok)
  assert.equal(count(), 2)
  order({ operation: 'stamp', point: 'before', effect: 'unauthorized' })
  assert.ok((await send('g')).ok)
  assert.equal(count(), 3)
  clock.set('2026-03-02T15:00:00Z')
})

test('wrong credentials and an address that may not be asked are for an operator', async () => {
  const request = { xml: sealed({ Folio: '8' }), customId: newId() }
  for (const options of [
    { password: 'otra' },
    { url: `${simulated.url}/nada` },
    { url: 'http://169.254.169.254' },
    { url: 'ftp://x' },
  ]) {
    const result = await simulated.pacWith(options).stamp(request)
    assert.equal(result.ok ? 'stamped' : result.error.kind, 'misconfigured')
    assert.ok(!JSON.stringify(result).includes('una clave'))
  }
  const nobody = await simulated.pacWith({ url: 'http://127.0.0.1:1' }).stamp(request)
  assert.equal(nobody.ok ? 'stamped' : nobody.error.kind, 'unavailable')
})

test('documents of a demonstration are stamped at the time they are of, by whoever has the simulator in his process', async () => {
  const rfc = 'OFI010101AB1'
  const nowMs = Date.parse('2025-11-15T18:00:00Z')
  const files = await simulator.issue({
    rfc,
    nombre: 'EMISOR',
    kind: 'csd',
    password: 'x',
    fromMs: nowMs - 1_000_000,
  })
  const csd = openCsd(files, { rfc, nowMs })
  assert.ok(csd.ok)
  const xml = sealed({ Fecha: '2025-11-15T11:59:00' }, csd.value)
  const old = await simulator.stamp({ xml, customId: newId(), nowMs })
  assert.equal(old.ok ? old.value.timbre.FechaTimbrado : old.error.code, '2025-11-15T12:00:00')
})

test('a simulator with a folder knows after a restart what it stamped and cancelled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-pac-'))
  try {
    const first = await startSimulated(folder)
    const xml = first.sealed({ Folio: '9' })
    const before = await first.pac.stamp({ xml, customId: 'una' })
    assert.ok(before.ok)
    const uuid = before.value.timbre.UUID
    const request = { rfcEmisor: 'OFI010101AB1', uuid, motivo: '02' } as const
    assert.equal((await first.pac.cancel(request)).ok, true)
    await first.stop()
    const second = await startSimulated(folder)
    const again = await second.pac.stamp({ xml, customId: 'otra' })
    assert.deepEqual(again, { ok: true, value: { ...before.value, origin: 'earlier' } })
    const cancelled = await second.pac.cancel(request)
    assert.equal(cancelled.ok ? cancelled.value.code : cancelled.error.kind, '202')
    await second.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the simulator sends the invoice of a supplier, stamped, and says what it needs for it', async () => {
  const emisor = {
    rfc: 'ANO010101AB1',
    nombre: 'ACEROS DEL NORTE',
    regimen: '601',
    codigo_postal: '64000',
  }
  const receptor = {
    rfc: 'EKU9003173C9',
    nombre: 'ESCUELA KEMPER URGATE',
    regimen: '601',
    codigo_postal: '06000',
  }
  const conceptos = [{ codigo: 'VAR', descripcion: 'Varilla', cantidad: '3', precio: '33.333333' }]
  const ask = async (body: object) => {
    const answer = await fetch(`${simulated.url}/simulator/cfdi`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const sent = await ask({ folio: 'A-1', emisor, receptor, conceptos })
  assert.equal(sent.status, 200, sent.text)
  const read = readCfdi(Buffer.from(sent.text))
  assert.ok(read.ok, sent.text)
  const { Emisor, Folio, Receptor, Total } = read.value.comprobante
  assert.deepEqual(
    [Emisor.Rfc, Folio, Receptor.Rfc, Total],
    [emisor.rfc, 'A-1', receptor.rfc, '116.00'],
  )
  assert.match(sent.text, /<tfd:TimbreFiscalDigital /)
  const wrong = [
    { receptor, conceptos },
    { emisor, receptor, conceptos: [] },
    { emisor, receptor, conceptos: [{ ...conceptos[0], precio: 'mucho' }] },
  ]
  for (const body of wrong) {
    const { status, text } = await ask(body)
    assert.deepEqual([status, text.includes('conceptos: [{codigo')], [422, true], text)
  }
  const refused = await ask({ emisor, receptor: { ...receptor, regimen: '605' }, conceptos })
  assert.equal(refused.status, 422)
  assert.match(refused.text, /CFDI40/)
})

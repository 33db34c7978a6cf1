import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import type { ComprobanteDraft } from '../../src/fiscal/cfdi/compose/compose.ts'
import { identityOf, type CfdiIdentity } from '../../src/fiscal/cfdi/qr.ts'
import { readCfdi } from '../../src/fiscal/cfdi/xml/read.ts'
import type { CancelRequest } from '../../src/pac/pac.ts'
import { HEAD, ISSUER } from '../cfdi/any-cfdi.ts'
import { startSimulated } from './simulated.ts'

const simulated = await startSimulated()
const { clock, pac, sat, sealed } = simulated
after(simulated.stop)

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const folios = { next: 0 }

/** A stamped document, and what the SAT knows it by. */
async function issued(draft: Partial<ComprobanteDraft> = {}): Promise<CfdiIdentity> {
  folios.next += 1
  const Folio = String(folios.next)
  const result = await pac.stamp({ xml: sealed({ Folio, ...draft }), customId: `c-${Folio}` })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const read = readCfdi(Buffer.from(result.value.xml))
  assert.ok(read.ok)
  return identityOf(read.value.comprobante, result.value.timbre)
}

async function code(uuid: string, more: Partial<CancelRequest> = {}): Promise<string> {
  const result = await pac.cancel({ rfcEmisor: ISSUER.Rfc, uuid, motivo: '02', ...more })
  if (result.ok) return result.value.code
  return result.error.kind === 'rejected' ? result.error.code : result.error.kind
}

async function status(identity: CfdiIdentity): Promise<string> {
  const result = await sat.status(identity)
  if (!result.ok) throw new Error(String(result.error))
  const { esCancelable, estado, estatusCancelacion } = result.value
  return [estado, esCancelable, estatusCancelacion].join('/')
}

const LATER = 5 * DAY_MS

test('a CFDI that is new, small, or to the public is cancelled at once, and 202 the second time', async () => {
  const fresh = await issued()
  assert.equal(await status(fresh), 'Vigente/Cancelable sin aceptación/')
  assert.equal(await code(fresh.uuid), '201')
  assert.equal(await status(fresh), 'Cancelado/Cancelable sin aceptación/Cancelado sin aceptación')
  assert.equal(await code(fresh.uuid), '202')
  const Conceptos: ComprobanteDraft['Conceptos'] = [
    {
      ClaveProdServ: '31161500',
      Cantidad: '1',
      ClaveUnidad: 'H87',
      Descripcion: 'Tornillo',
      ValorUnitario: '1000',
      ObjetoImp: '01',
    },
  ]
  const small = await issued({ Conceptos })
  const note = await issued({ TipoDeComprobante: 'E' })
  clock.advance(LATER)
  for (const identity of [small, note]) {
    assert.equal(await code(identity.uuid), '201')
    assert.match(await status(identity), /^Cancelado\/.*\/Cancelado sin aceptación$/)
  }
  clock.set('2026-03-02T15:00:00Z')
})

test('an older one over 1,000 pesos waits for the receiver: accepted, refused, or three business days without an answer', async () => {
  const [accepted, refused, silent] = [await issued(), await issued(), await issued()]
  clock.advance(LATER)
  for (const identity of [accepted, refused, silent]) {
    assert.equal(await status(identity), 'Vigente/Cancelable con aceptación/')
    assert.equal(await code(identity.uuid), '201')
    assert.equal(await status(identity), 'Vigente/Cancelable con aceptación/En proceso')
    assert.equal(await code(identity.uuid), '201')
  }
  const answer = async (uuid: string, acepta: boolean) =>
    (
      await fetch(`${simulated.url}/simulator/answer/${uuid}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ acepta }),
      })
    ).status
  assert.equal(await answer(accepted.uuid, true), 204)
  assert.equal(await answer(refused.uuid, false), 204)
  assert.equal(await answer(refused.uuid, true), 404)
  assert.match(await status(accepted), /^Cancelado\/.*\/Cancelado con aceptación$/)
  assert.match(await status(refused), /^Vigente\/.*\/Solicitud rechazada$/)
  // Saturday, the seventh of March: Wednesday is the third business day.
  clock.advance(3 * DAY_MS)
  assert.match(await status(silent), /En proceso$/)
  clock.advance(DAY_MS + HOUR_MS)
  assert.match(await status(silent), /^Cancelado\/.*\/Plazo vencido$/)
  assert.equal(await code(refused.uuid), '201', 'it may be asked for again')
  clock.set('2026-03-02T15:00:00Z')
})

test('a CFDI is not cancelled while another in force refers to it, unless that one replaces it', async () => {
  const invoice = await issued()
  const relation = (TipoRelacion: string) => ({
    CfdiRelacionados: [{ TipoRelacion, CfdiRelacionado: [{ UUID: invoice.uuid.toLowerCase() }] }],
  })
  const note = await issued({ TipoDeComprobante: 'E', ...relation('01') })
  assert.equal(await code(invoice.uuid), '204')
  assert.match(await status(invoice), /^Vigente\/No cancelable\/$/)
  assert.equal(await code(note.uuid), '201')
  const heir = await issued(relation('04'))
  assert.equal(await code(invoice.uuid, { motivo: '01', folioSustitucion: heir.uuid }), '201')
  assert.match(await status(invoice), /^Cancelado\//)
})

test('a CFDI is cancelled until the end of January of the next year, and one of a person until that of April', async () => {
  const ofCompany = await issued()
  const rfc = 'PEPJ800101AB1'
  const person = await simulated.csdOf(rfc)
  const Emisor = { Rfc: rfc, Nombre: 'JOSÉ PÉREZ', RegimenFiscal: '612' }
  const stamped = await pac.stamp({ xml: sealed({ Emisor }, person), customId: 'persona' })
  assert.ok(stamped.ok)
  const { UUID } = stamped.value.timbre
  clock.set('2027-02-01T06:00:00Z')
  assert.equal(await code(ofCompany.uuid), '204')
  assert.equal(await code(UUID, { rfcEmisor: rfc }), '201')
  clock.set('2027-01-31T18:00:00Z')
  assert.equal(await code(ofCompany.uuid), '201')
  clock.set('2026-03-02T15:00:00Z')
})

test('a request to cancel is refused with its code, or for its reason', async () => {
  const { uuid } = await issued()
  assert.equal(await code(uuid, { rfcEmisor: 'OTR010101AB1' }), '203')
  assert.equal(await code('00000000-0000-0000-0000-000000000000'), '205')
  const wrong: readonly Partial<CancelRequest>[] = [
    { motivo: '01' },
    { motivo: '02', folioSustitucion: uuid },
  ]
  for (const more of wrong) assert.equal(await code(uuid, more), 'CACFDI33')
})

test('a substitute is in force, names what it replaces by the relation 04, and is for the same receiver', async () => {
  const { uuid } = await issued()
  const replacing = {
    CfdiRelacionados: [{ TipoRelacion: '04', CfdiRelacionado: [{ UUID: uuid }] }],
  }
  const asked = (folioSustitucion: string) => code(uuid, { motivo: '01', folioSustitucion })
  assert.equal(await asked('00000000-0000-0000-0000-000000000000'), '208')
  const cancelled = await issued(replacing)
  assert.equal(await code(cancelled.uuid), '201')
  assert.equal(await asked(cancelled.uuid), '208')
  const unrelated = await issued()
  assert.equal(await asked(unrelated.uuid), '212')
  const foreign = await issued({
    ...replacing,
    Receptor: { ...HEAD.Receptor, Rfc: 'Ñ&A020202XY3' },
  })
  assert.equal(await asked(foreign.uuid), '212')
  assert.equal(await asked((await issued(replacing)).uuid), '201')
})

test('a lost answer to a request to cancel is asked for again', async () => {
  for (const effect of ['cut', 'half', 'error', 'unauthorized'] as const) {
    const identity = await issued()
    simulated.order({ operation: 'cancel', point: 'after', effect })
    assert.equal(await code(identity.uuid), '202', effect)
    assert.match(await status(identity), /^Cancelado/)
  }
})

test('the SAT knows a CFDI only by all that identifies it', async () => {
  const identity = await issued({ Receptor: { ...HEAD.Receptor, Rfc: 'Ñ&A020202XY3' } })
  assert.match(await status(identity), /^Vigente/)
  const wrong: readonly Partial<CfdiIdentity>[] = [
    { total: '1.00' },
    { rfcEmisor: 'OTR010101AB1' },
    { rfcReceptor: 'OTR010101AB1' },
    { uuid: '00000000-0000-0000-0000-000000000000' },
  ]
  for (const change of wrong)
    assert.equal(await status({ ...identity, ...change }), 'No Encontrado//')
  simulated.order({ operation: 'status', point: 'after', effect: 'cut' })
  assert.ok(!(await sat.status(identity)).ok)
  simulated.order({ operation: 'status', point: 'after', effect: 'error' })
  const broken = await sat.status(identity)
  assert.equal(String(broken.ok || broken.error), 'The SAT did not answer with a state.')
})

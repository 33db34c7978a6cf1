import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'
import { fakeClock } from '@oficina/testkit/fake-clock.ts'

import { composeComprobante } from '../../src/fiscal/cfdi/compose/compose.ts'
import { localTime } from '../../src/fiscal/cfdi/local-time.ts'
import { openCsd, type CsdFiles } from '../../src/fiscal/cfdi/seal/csd.ts'
import { sealComprobante } from '../../src/fiscal/cfdi/seal/seal.ts'
import { cfdiXml } from '../../src/fiscal/cfdi/xml/write.ts'
import { openPac, type PacSettings } from '../../src/pac/open-pac.ts'
import { createAuthority } from '../../src/pac/simulator/authority.ts'
import { CATALOG_DIR } from '../../src/store/catalogs/catalog-store.ts'
import { HEAD, ISSUER } from '../cfdi/any-cfdi.ts'

const folder = await mkdtemp(join(tmpdir(), 'oficina-pac-'))
after(() => rm(folder, { recursive: true, force: true }))

const log = createLog({ service: 'pac-test', level: 'silent', format: 'json' })

const SETTINGS: PacSettings = {
  pacUrl: undefined,
  pacUser: '',
  pacPassword: '',
  pacUrlAllow: '',
  satStatusUrl: 'http://127.0.0.1:1',
  satCertificatesUrl: 'http://127.0.0.1:1',
  satCaFile: undefined,
}

function sealed(files: CsdFiles, nowMs: number): string {
  const csd = openCsd(files, { rfc: ISSUER.Rfc, nowMs })
  if (!csd.ok) throw new Error(JSON.stringify(csd.error))
  const draft = {
    ...HEAD,
    Fecha: localTime(nowMs, 'America/Mexico_City'),
    TipoDeComprobante: 'T',
    Moneda: 'XXX',
    Receptor: { ...HEAD.Receptor, UsoCFDI: 'S01' },
    Conceptos: [
      {
        ClaveProdServ: '31161500',
        Cantidad: '1',
        ClaveUnidad: 'H87',
        Descripcion: 'Tornillo',
        ValorUnitario: '0',
        ObjetoImp: '01',
      },
    ],
  }
  return cfdiXml(sealComprobante(composeComprobante(draft, 0), csd.value))
}

test('without a PAC of its own a company stamps by the simulator beside the service, with a CSD that it makes', async () => {
  const { now } = fakeClock()
  const services = await openPac({
    settings: SETTINGS,
    folder,
    catalogFolder: CATALOG_DIR,
    now,
    log,
  })
  assert.ok(services.simulator)
  const simulator = await services.simulator()
  const request = { rfc: ISSUER.Rfc, nombre: ISSUER.Nombre, kind: 'csd', password: 'x' } as const
  const xml = sealed(await simulator.issue(request), now())
  const stamped = await services.pac.stamp({ xml, customId: '1' })
  assert.ok(stamped.ok)
  assert.equal(stamped.value.timbre.Leyenda, 'SIN VALIDEZ FISCAL')
  assert.ok((await services.sat.certificate(stamped.value.timbre.NoCertificadoSAT)).ok)
  await services.close()
})

test('a service that stops waits for no PAC', async () => {
  const { now } = fakeClock()
  const options = { settings: SETTINGS, folder, catalogFolder: CATALOG_DIR, now, log }
  const services = await openPac(options)
  assert.ok(services.simulator)
  const simulator = await services.simulator()
  const fault = { operation: 'authenticate', point: 'before', effect: 'error' } as const
  simulator.faults.order({ ...fault, times: 10, delayMs: 0 })
  const waiting = services.pac.stamp({ xml: '<a/>', customId: '2' })
  await services.close()
  const result = await waiting
  assert.equal(result.ok ? 'stamped' : result.error.kind, 'unavailable')
  const later = await services.pac.stamp({ xml: '<a/>', customId: '2' })
  assert.ok(!later.ok)
  assert.equal(later.error.kind, 'unavailable')
  assert.equal(String(later.error.message), 'The PAC did not answer: stopped.')
})

test('a simulator that cannot start is tried again at the next call', async () => {
  const { now } = fakeClock()
  const taken = join(folder, 'taken')
  await writeFile(taken, '')
  const options = { settings: SETTINGS, folder: taken, catalogFolder: CATALOG_DIR, now, log }
  const services = await openPac(options)
  const first = await services.pac.stamp({ xml: '<a/>', customId: '1' })
  assert.match(String(first.ok ? '' : first.error.message), /does not start/)
  await rm(taken)
  const second = await services.pac.stamp({ xml: '<a/>', customId: '1' })
  assert.equal(second.ok ? '' : second.error.kind, 'rejected')
  await services.close()
})

test('nothing is started for a service that never stamps', async () => {
  const { now } = fakeClock()
  const unused = join(folder, 'unused')
  const options = { settings: SETTINGS, folder: unused, catalogFolder: CATALOG_DIR, now, log }
  const services = await openPac(options)
  await services.close()
  assert.ok(!(await services.pac.stamp({ xml: '<a/>', customId: '1' })).ok)
  await assert.rejects(rm(unused), { code: 'ENOENT' })
})

test('authorities are those of the file, and the simulator’s beside them; settings that cannot be used are named', async () => {
  const { now } = fakeClock()
  const file = join(folder, 'authorities.pem')
  const options = { settings: SETTINGS, folder, catalogFolder: CATALOG_DIR, now, log }
  const plain = await openPac(options)
  assert.deepEqual(await plain.authorities(), [])
  const { certificatePem } = await createAuthority(now())
  await writeFile(file, `${certificatePem}\n${certificatePem}`)
  const told = await openPac({ ...options, settings: { ...SETTINGS, satCaFile: file } })
  assert.equal((await told.authorities()).length, 3)
  await told.close()
  await writeFile(file, 'nothing')
  const cases: readonly (readonly [Partial<PacSettings>, RegExp])[] = [
    [{ satCaFile: file }, /SAT_CA_FILE: .* holds no certificate/],
    [{ pacUrl: 'http://127.0.0.1' }, /PAC_USER and PAC_PASSWORD must be set/],
    [{ pacUrl: 'http://x', pacUser: 'u', pacPassword: 'p', pacUrlAllow: 'x' }, /PAC_URL_ALLOW: x/],
  ]
  for (const [change, message] of cases)
    await assert.rejects(openPac({ ...options, settings: { ...SETTINGS, ...change } }), message)
})

test('the simulator runs as a process of its own, and is killed and started again without forgetting', async () => {
  const start = async () => {
    const cli = new URL('../../src/cli.ts', import.meta.url).pathname
    const words = ['pac-simulator', '--port', '0', '--folder', join(folder, 'own'), '--user', 'u']
    const child = spawn(process.execPath, [cli, ...words, '--password', 'p'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(child.stdout), 'line')
    assert.match(String(line), /SIN VALIDEZ FISCAL/)
    const url = /http:\S+/.exec(String(line))?.[0] ?? ''
    const settings = {
      ...SETTINGS,
      pacUrl: url,
      pacUser: 'u',
      pacPassword: 'p',
      pacUrlAllow: '127.0.0.1',
    }
    const services = await openPac({
      settings,
      folder,
      catalogFolder: CATALOG_DIR,
      now: Date.now,
      log,
    })
    return { child, services, url }
  }
  const first = await start()
  const answer = await fetch(`${first.url}/simulator/csd`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rfc: ISSUER.Rfc, password: 'x' }),
  })
  const { cer, key } = (await answer.json()) as { readonly cer: string; readonly key: string }
  const files = { cer: Buffer.from(cer, 'base64'), key: Buffer.from(key, 'base64'), password: 'x' }
  const xml = sealed(files, Date.now())
  const before = await first.services.pac.stamp({ xml, customId: '1' })
  assert.ok(before.ok)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await start()
  const again = await second.services.pac.stamp({ xml, customId: '1' })
  assert.deepEqual(again, { ok: true, value: { ...before.value, origin: 'earlier' } })
  second.child.kill('SIGTERM')
  const [code] = await once(second.child, 'exit')
  assert.equal(code, 0)
})

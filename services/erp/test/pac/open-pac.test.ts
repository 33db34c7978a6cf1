import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
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
import {
  openPac,
  SAT_CERTIFICATES_URL,
  SAT_STATUS_URL,
  type PacSettings,
} from '../../src/pac/open-pac.ts'
import { CATALOG_DIR } from '../../src/store/catalog-store.ts'
import { HEAD, ISSUER } from '../cfdi/any-cfdi.ts'

const folder = await mkdtemp(join(tmpdir(), 'oficina-pac-'))
after(() => rm(folder, { recursive: true, force: true }))

const log = createLog({ service: 'pac-test', level: 'silent', format: 'json' })

const SETTINGS: PacSettings = {
  pacUrl: undefined,
  pacUser: '',
  pacPassword: '',
  pacUrlAllow: '',
  satStatusUrl: SAT_STATUS_URL,
  satCertificatesUrl: SAT_CERTIFICATES_URL,
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
  const services = openPac({ settings: SETTINGS, folder, catalogFolder: CATALOG_DIR, now, log })
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

test('nothing is started for a service that never stamps', async () => {
  const { now } = fakeClock()
  const unused = join(folder, 'unused')
  await openPac({
    settings: SETTINGS,
    folder: unused,
    catalogFolder: CATALOG_DIR,
    now,
    log,
  }).close()
  await assert.rejects(rm(unused), { code: 'ENOENT' })
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
    const services = openPac({ settings, folder, catalogFolder: CATALOG_DIR, now: Date.now, log })
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

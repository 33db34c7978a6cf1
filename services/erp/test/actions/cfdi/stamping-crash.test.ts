import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { mexicanDay } from '../../../src/identity/mexican-day.ts'
import { startErpProcess, type ErpProcess } from '../../erp-process.ts'
import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { ownDataDir } from '../../own-data-dir.ts'
import { API } from '../purchase-fixture.ts'
import { csdInputs, RFC, shop, startPac, type Shop, type TestPac } from './stamping-fixture.ts'

// A service of its own: it moves the clock and kills processes on its database.

// Deep: it kills processes, at another moment in each turn.

let erp: ErpTest
let pac: TestPac
let own: Shop
let dataDir: string

before(async () => {
  pac = await startPac(Date.now)
  // It has no PAC of its own: only the processes that are killed stamp here.
  erp = await startOwnErp()
  // As late as in the processes, which run by the machine's clock: no sale is confirmed before its day.
  erp.clock.set(new Date().toISOString())
  const { usuario, password } = erp.adminLogin
  own = await shop(erp, await erp.logIn(usuario, password))
  dataDir = await ownDataDir()
})

after(async () => {
  await erp.stop()
  await pac.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The service as a process of its own, which can be killed. */
async function startProcess(): Promise<ErpProcess> {
  return await startErpProcess({
    DATABASE_URL: erp.database.url,
    DATA_DIR: dataDir,
    PAC_URL: pac.settings.pacUrl,
    PAC_USER: pac.settings.pacUser,
    PAC_PASSWORD: pac.settings.pacPassword,
    PAC_URL_ALLOW: '127.0.0.1',
    SAT_STATUS_URL: pac.settings.satStatusUrl,
  })
}

async function kill(service: ErpProcess): Promise<void> {
  service.child.kill('SIGKILL')
  await service.stop()
}

interface Fate {
  readonly estado: string
  readonly cfdi: string | null
  readonly uuid: string | null
  readonly debe: number
  readonly polizas: number
  readonly adjuntos: number
}

async function fates(ids: readonly number[]): Promise<readonly Fate[]> {
  return await erp.owner.query<Fate>(sql`
    select v.estado, c.estado as cfdi, v.uuid::text as uuid,
      (select count(*)::int4 from public.cuenta_por_cobrar q where q.empresa_id = v.empresa_id and q.venta = v.id) as debe,
      (select count(*)::int4 from public.poliza p join public.modelo_sistema m on m.id = p.modelo and m.nombre = 'Venta'
        where p.empresa_id = v.empresa_id and p.registro = v.id::text) as polizas,
      (select count(*)::int4 from public.adjunto a join public.modelo_sistema m on m.id = a.modelo and m.nombre = 'Venta'
        where a.empresa_id = v.empresa_id and a.registro = v.id::text) as adjuntos
    from public.venta v left join public.cfdi c on c.empresa_id = v.empresa_id and c.id = v.cfdi
    where v.empresa_id = ${erp.empresaId} and v.id = any(${[...ids]}::int8[]) order by v.id`)
}

// The process runs by the machine's clock.
const DAY = { fecha: mexicanDay(Date.now()) }

/** When the process is killed: each moment is seen, not guessed. */
const MOMENTS: readonly {
  readonly name: string
  /** Before the request; what makes the moment last. */
  readonly prepare: () => void
  readonly comes: (ids: readonly number[]) => Promise<unknown>
}[] = [
  {
    name: 'when the intents are committed and the PAC has not answered',
    prepare: () =>
      pac.order({
        operation: 'stamp',
        point: 'before',
        effect: 'delay',
        delayMs: 60_000,
        times: 8,
      }),
    comes: (ids) => intended(ids),
  },
  {
    name: 'when the PAC has stamped and its answers are lost',
    prepare: () =>
      pac.order({ operation: 'stamp', point: 'after', effect: 'delay', delayMs: 60_000, times: 8 }),
    comes: (ids) => stampedAtThePac(ids),
  },
  {
    name: 'when some are stamped',
    prepare: () => undefined,
    comes: (ids) => stampedAtThePac(ids),
  },
]

async function intended(ids: readonly number[]): Promise<void> {
  await eventually('the intents are committed', async () =>
    (await fates(ids)).every(({ cfdi }) => cfdi === 'por_timbrar'),
  )
}

/** At least one of them has a stamp at the PAC. */
async function stampedAtThePac(ids: readonly number[]): Promise<void> {
  await eventually('the PAC has stamped one', async () => {
    const rows = await erp.owner.query<{ custom_id: string }>(sql`
      select custom_id from oficina.timbrado
      where empresa_id = ${erp.empresaId} and modelo = 'Venta' and registro = any(${[...ids]}::int8[])`)
    return rows.some(({ custom_id: id }) => pac.simulator.ledger.byCustomId(id) !== undefined)
  })
}

/** The UUIDs that the PAC gave to the CFDI of sales. */
async function stampsOf(ids: readonly number[]): Promise<readonly (string | undefined)[]> {
  const rows = await erp.owner.query<{ custom_id: string }>(sql`
    select custom_id from oficina.timbrado
    where empresa_id = ${erp.empresaId} and modelo = 'Venta' and registro = any(${[...ids]}::int8[]) order by registro`)
  return rows.map(({ custom_id: id }) => pac.simulator.ledger.byCustomId(id)?.uuid)
}

test('a company that has no PAC and no certificate stamps at once, without validity', async () => {
  const client = await erp.otherCompany()
  const tried = await shop(erp, client)
  for (const _ of [1, 2]) {
    const answer = await tried.actOn('timbrar_venta', await tried.sale('10.00'))
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json.data.record.estado, 'facturada')
  }
  const certificates = await tried.list('CertificadoSat')
  assert.deepEqual(
    certificates.map(({ rfc, leyenda }) => [rfc, leyenda]),
    [[RFC, 'SIN VALIDEZ FISCAL']],
  )
})

test('a process that is killed while it stamps loses no stamp and stamps nothing twice', async () => {
  const first = await startProcess()
  const registered = await first.send(
    'POST',
    `${API}/CertificadoSat/actions/registrar_certificado`,
    await csdInputs(pac, RFC),
  )
  assert.equal(registered.status, 200, registered.text)
  await first.stop()
  for (const { name, prepare, comes } of inTurn(MOMENTS, 3)) {
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => own.sale('10.00', { venta: DAY })),
    )
    const service = await startProcess()
    prepare()
    const answer = service.send('POST', `${API}/Venta/actions/timbrar_venta`, { ids }).then(
      () => 'answered',
      () => 'cut off',
    )
    await comes(ids)
    await kill(service)
    await answer
    pac.simulator.faults.clear()
    const next = await startProcess()
    await eventually(`the sales are invoiced, killed ${name}`, async () =>
      (await fates(ids)).every(({ estado }) => estado === 'facturada'),
    )
    await next.stop()
    const found = await fates(ids)
    assert.deepEqual(
      found.map(({ uuid }) => uuid),
      await stampsOf(ids),
      name,
    )
    for (const { uuid: _, ...fate } of found)
      assert.deepEqual(
        fate,
        { estado: 'facturada', cfdi: 'vigente', debe: 1, polizas: 1, adjuntos: 1 },
        name,
      )
  }
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { environment, median } from '../documents/report.ts'
import { startErp } from './erp-under-test.ts'
import { pacAlone } from './pac-alone.ts'
import {
  authorizedPurchases,
  bareReceipts,
  serviceReceipts,
  setUpReceiving,
} from './receiving-batch.ts'
import { startSimulator } from './simulator-process.ts'
import {
  bareStamps,
  confirmedSales,
  RFC,
  serviceStamps,
  setUpStamping,
  stampedXml,
} from './stamping-batch.ts'

// What receiving 500 purchases and stamping 500 sales cost over HTTP with all their effects, against the bare SQL that
// writes the same rows, in the same run on the same tables; a PAC, which is a process of its own, takes its time besides.
const BATCH = 500
const ROUNDS = Number(process.env['ROUNDS'] ?? 7)

const simulator = await startSimulator()
const erp = await startErp(simulator)
const { db } = erp

const round = (ms: number) => Math.round(ms * 10) / 10
const ratio = (part: number, whole: number) => Math.round((part / whole) * 100) / 100

async function receiving() {
  await setUpReceiving(erp)
  await serviceReceipts(erp, await authorizedPurchases(erp, BATCH))
  const times = { bare: [] as number[], service: [] as number[] }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const mine = await authorizedPurchases(erp, BATCH)
    const theirs = await authorizedPurchases(erp, BATCH)
    await db.query('analyze')
    times.bare.push(await bareReceipts(erp, theirs))
    times.service.push(await serviceReceipts(erp, mine))
    console.error('recibir_compra', times.bare.at(-1), times.service.at(-1))
  }
  const [bare, service] = [median(times.bare), median(times.service)]
  return {
    bareSqlMs: round(bare),
    serviceMs: round(service),
    ratio: ratio(service, bare),
    all: { bareSqlMs: times.bare.map(round), serviceMs: times.service.map(round) },
  }
}

async function stamping() {
  await setUpStamping(erp, simulator)
  await serviceStamps(erp, await confirmedSales(erp, BATCH))
  const pac = await pacAlone(simulator, { stamped: await stampedXml(erp), rfc: RFC })
  const times = { bare: [] as number[], pac: [] as number[], service: [] as number[] }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const [mine, theirs] = [await confirmedSales(erp, BATCH), await confirmedSales(erp, BATCH)]
    await db.query('analyze')
    times.bare.push(await bareStamps(erp, { ids: theirs, xml: pac.xml }))
    times.pac.push(await pac.time(BATCH))
    times.service.push(await serviceStamps(erp, mine))
    console.error('timbrar_venta', times.bare.at(-1), times.pac.at(-1), times.service.at(-1))
  }
  const [bare, asked, service] = [median(times.bare), median(times.pac), median(times.service)]
  return {
    bareSqlMs: round(bare),
    pacMs: round(asked),
    serviceMs: round(service),
    ratioWithoutPac: ratio(service - asked, bare),
    all: {
      bareSqlMs: times.bare.map(round),
      pacMs: times.pac.map(round),
      serviceMs: times.service.map(round),
    },
  }
}

const result = {
  what: `${BATCH} purchases of 3 lines received, ${BATCH} sales of 3 lines stamped, each in one batch`,
  ...environment(),
  rounds: ROUNDS,
  recibirCompra: await receiving(),
  timbrarVenta: await stamping(),
}
console.log(JSON.stringify(result, null, 2))
await writeFile(
  join(import.meta.dirname, '../results/erp-cycles.json'),
  `${JSON.stringify(result, null, 2)}\n`,
)
await erp.stop()
await simulator.stop()

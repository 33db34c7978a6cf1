import { addressGuard } from '@oficina/outbound/address-guard.ts'

import { inParallel } from '../../services/erp/src/actions/business/cfdi/in-parallel.ts'
import { openCsd, type Csd } from '../../services/erp/src/fiscal/cfdi/seal/csd.ts'
import { sealComprobante } from '../../services/erp/src/fiscal/cfdi/seal/seal.ts'
import type { UnsealedComprobante } from '../../services/erp/src/fiscal/cfdi/structure/comprobante.ts'
import { readCfdi } from '../../services/erp/src/fiscal/cfdi/xml/read.ts'
import { cfdiXml } from '../../services/erp/src/fiscal/cfdi/xml/write.ts'
import { swSapien } from '../../services/erp/src/pac/sw-sapien.ts'
import { CSD_PASSWORD, type SimulatorProcess } from './simulator-process.ts'

const AT_ONCE = 8
const TIMEOUT_MS = 60_000
const RETRY_WAIT_MS = 500

/** Asks the PAC alone, without a service behind it, to stamp documents like one that it has stamped before. */
export interface PacAlone {
  /** A sealed document. */
  readonly xml: string
  /** How long so many new ones take, sealed before. */
  time(count: number): Promise<number>
}

export async function pacAlone(
  simulator: SimulatorProcess,
  { stamped, rfc }: { readonly stamped: string; readonly rfc: string },
): Promise<PacAlone> {
  const csd = await openedCsd(simulator, rfc)
  const like = readCfdi(Buffer.from(stamped))
  if (!like.ok) throw new Error('the stamped document cannot be read')
  const { Complemento: _, ...document } = like.value.comprobante
  const pac = swSapien({
    endpoint: {
      url: () => Promise.resolve(simulator.url),
      guard: addressGuard('127.0.0.1', 'bench'),
      timeoutMs: TIMEOUT_MS,
    },
    user: simulator.user,
    password: simulator.password,
    now: Date.now,
    retryWaitMs: RETRY_WAIT_MS,
  })
  let folio = 0
  const sealed = () => {
    folio += 1
    // What was read of a document that the service made itself has every field of one.
    const unsealed = { ...document, Serie: 'PAC', Folio: String(folio) } as UnsealedComprobante
    return cfdiXml(sealComprobante(unsealed, csd))
  }
  return {
    xml: sealed(),
    time: async (count) => {
      const documents = Array.from({ length: count }, sealed)
      const start = performance.now()
      const answers = await inParallel(documents, AT_ONCE, (xml) =>
        pac.stamp({ xml, customId: crypto.randomUUID() }),
      )
      const elapsed = performance.now() - start
      const refused = answers.find((answer) => !answer.ok)
      if (refused !== undefined) throw new Error(JSON.stringify(refused))
      return elapsed
    },
  }
}

async function openedCsd(simulator: SimulatorProcess, rfc: string): Promise<Csd> {
  const { cer, key } = await simulator.csd(rfc)
  const files = {
    cer: Buffer.from(cer, 'base64'),
    key: Buffer.from(key, 'base64'),
    password: CSD_PASSWORD,
  }
  const csd = openCsd(files, { rfc, nowMs: Date.now() })
  if (!csd.ok) throw new Error('the CSD does not open')
  return csd.value
}

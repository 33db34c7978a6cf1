import type { Clock } from '@oficina/kit/clock.ts'
import type { Log } from '@oficina/kit/log.ts'
import type { Result } from '@oficina/kit/result.ts'

import type { CfdiCatalogs } from '../../fiscal/cfdi/catalogs.ts'
import type { CsdFiles } from '../../fiscal/cfdi/seal/csd.ts'
import { readCfdiCatalogs } from '../catalog-files.ts'
import { filesOf, issueCertificate } from './authority.ts'
import { answerRequest, cancel, type CancelCall, type CancelCode } from './cancelling.ts'
import { Faults } from './faults.ts'
import { openIdentity, type Identity } from './identity.ts'
import { inTurn } from './in-turn.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { stamp, type StampCall, type StampedDocument, type StampRefusal } from './stamping.ts'

export interface SimulatorOptions {
  /** Where it keeps what it stamped; without one it forgets with its process. */
  readonly folder: string | undefined
  /** Where the SAT's catalogs lie. */
  readonly catalogFolder: string
  readonly user: string
  readonly password: string
  readonly now: Clock
  readonly log: Log
}

/** A PAC and a SAT of one's own, behind whatever speaks their REST and SOAP. */
export interface Simulator {
  readonly options: SimulatorOptions
  readonly identity: Identity
  readonly ledger: Ledger
  readonly catalogs: CfdiCatalogs
  readonly faults: Faults
  stamp(call: StampCall): Promise<Result<StampedDocument, StampRefusal>>
  cancel(call: CancelCall): Promise<Result<CancelCode, string>>
  answerRequest(uuid: string, isAccepted: boolean): Promise<boolean>
  issue(request: CsdRequest): Promise<CsdFiles>
}

interface CsdRequest {
  readonly rfc: string
  readonly nombre: string
  readonly kind: 'csd' | 'efirma'
  readonly password: string
  /** The day before now unless given: documents of a demonstration may be older. */
  readonly fromMs?: number
}

const DAY_MS = 24 * 60 * 60_000

export async function openSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { catalogFolder, folder, now } = options
  const [identity, ledger, catalogs] = await Promise.all([
    openIdentity(folder, now()),
    openLedger(folder),
    readCfdiCatalogs(catalogFolder),
  ])
  // Two calls at once for one document must not both find it new.
  const turn = inTurn()
  return {
    options,
    identity,
    ledger,
    catalogs,
    faults: new Faults(),
    stamp: async (call) => await turn(() => stamp({ identity, ledger, catalogs }, call)),
    cancel: async (call) => await turn(() => cancel(ledger, call)),
    answerRequest: async (uuid, isAccepted) =>
      await turn(() => answerRequest(ledger, { uuid, isAccepted, nowMs: now() })),
    issue: async ({ password, ...request }) =>
      filesOf(
        await issueCertificate(identity.authority, { fromMs: now() - DAY_MS, ...request }),
        password,
      ),
  }
}

import assert from 'node:assert/strict'

import { startOwnErp, type ErpTest, type ErpTestOptions } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { csdInputs, RFC, shop, startPac, type Shop, type TestPac } from './stamping-fixture.ts'

/** A shop that can stamp: a service, a PAC in the test's own process, and its CSD registered. */
export interface StampingShop {
  readonly erp: ErpTest
  readonly pac: TestPac
  readonly own: Shop
  /** What time the PAC believes it is: the service's, until a test sets another. */
  readonly pacClock: { now: () => number }
  readonly stop: () => Promise<void>
}

export async function startStampingShop(options: ErpTestOptions = {}): Promise<StampingShop> {
  const pacClock = { now: Date.now }
  const pac = await startPac(() => pacClock.now())
  const erp = await startOwnErp({ pac: pac.settings, ...options })
  pacClock.now = erp.clock.now
  const own = await shop(erp, erp.admin)
  const registered = await own.client.post(
    `${API}/CertificadoSat/actions/registrar_certificado`,
    await csdInputs(pac, RFC),
  )
  assert.equal(registered.status, 200, registered.text)
  return {
    erp,
    pac,
    own,
    pacClock,
    stop: async () => {
      await erp.stop()
      await pac.stop()
    },
  }
}

import { createLog } from '@oficina/kit/log.ts'
import { addressGuard } from '@oficina/outbound/address-guard.ts'
import { fakeClock, type FakeClock } from '@oficina/testkit/fake-clock.ts'

import { composeComprobante, type ComprobanteDraft } from '../../src/fiscal/cfdi/compose/compose.ts'
import { openCsd, type Csd } from '../../src/fiscal/cfdi/seal/csd.ts'
import { sealComprobante } from '../../src/fiscal/cfdi/seal/seal.ts'
import { cfdiXml } from '../../src/fiscal/cfdi/xml/write.ts'
import type { Endpoint } from '../../src/pac/endpoint.ts'
import type { Pac, Sat } from '../../src/pac/pac.ts'
import { satServices } from '../../src/pac/sat.ts'
import type { Fault } from '../../src/pac/simulator/faults.ts'
import { simulatorServer } from '../../src/pac/simulator/server.ts'
import { openSimulator, type Simulator } from '../../src/pac/simulator/simulator.ts'
import { swSapien } from '../../src/pac/sw-sapien.ts'
import { CATALOG_DIR } from '../../src/store/catalogs/catalog-store.ts'
import { HEAD, ISSUER } from '../cfdi/any-cfdi.ts'

const CREDENTIALS = { user: 'usuario', password: 'una clave' }

/** The simulator over HTTP, and the adapters that speak to it. */
export interface Simulated {
  readonly url: string
  readonly simulator: Simulator
  readonly pac: Pac
  readonly sat: Sat
  readonly clock: FakeClock
  /** Of the issuer that `draftOf` names. */
  readonly csd: Csd
  /** Another adapter, which knows no token yet. */
  readonly pacWith: (options: {
    readonly password?: string
    readonly url?: string
    readonly timeoutMs?: number
  }) => Pac
  readonly order: (fault: Partial<Fault> & Pick<Fault, 'operation' | 'point' | 'effect'>) => void
  readonly sealed: (draft?: Partial<ComprobanteDraft>, csd?: Csd) => string
  readonly csdOf: (rfc: string, kind?: 'csd' | 'efirma') => Promise<Csd>
  /** The paths that were asked for. */
  readonly requests: readonly string[]
  readonly stop: () => Promise<void>
}

const PASSWORD = 'clave del csd'

export async function startSimulated(folder?: string): Promise<Simulated> {
  const clock = fakeClock()
  const log = createLog({ service: 'pac-test', level: 'silent', format: 'json' })
  const simulator = await openSimulator({
    folder,
    catalogFolder: CATALOG_DIR,
    ...CREDENTIALS,
    now: clock.now,
    log,
  })
  const server = simulatorServer(simulator)
  const requests: string[] = []
  server.addHook('onRequest', (request, _reply, done) => {
    requests.push(request.url)
    done()
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const at = (address: string, timeoutMs = 10_000): Endpoint => ({
    url: async () => await Promise.resolve(address),
    guard: addressGuard('127.0.0.1', ''),
    timeoutMs,
  })
  const pacWith: Simulated['pacWith'] = ({
    password = CREDENTIALS.password,
    timeoutMs,
    url: to = url,
  }) =>
    swSapien({
      endpoint: at(to, timeoutMs),
      user: CREDENTIALS.user,
      password,
      now: clock.now,
      retryWaitMs: 1,
    })
  const csdOf: Simulated['csdOf'] = async (rfc, kind = 'csd') => {
    const files = await simulator.issue({ rfc, nombre: 'EMISOR', kind, password: PASSWORD })
    const opened = openCsd(files, { rfc, nowMs: clock.now() })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    return opened.value
  }
  const csd = await csdOf(ISSUER.Rfc)
  return {
    url,
    simulator,
    pac: pacWith({}),
    sat: satServices({
      status: at(`${url}/ConsultaCFDIService.svc`),
      certificates: at(`${url}/rccf`),
    }),
    clock,
    csd,
    pacWith,
    order: (fault) => simulator.faults.order({ times: 1, delayMs: 0, ...fault }),
    sealed: (draft = {}, by = csd) =>
      cfdiXml(sealComprobante(composeComprobante({ ...INVOICE, ...draft }, decimalsOf(draft)), by)),
    csdOf,
    requests,
    stop: async () => {
      await server.close()
    },
  }
}

/** Of the currencies that tests use. */
function decimalsOf({ Moneda }: Partial<ComprobanteDraft>): number {
  return Moneda === 'KWD' ? 3 : 2
}

/** An invoice of 1,160 pesos. */
const INVOICE: ComprobanteDraft = {
  ...HEAD,
  TipoDeComprobante: 'I',
  Moneda: 'MXN',
  MetodoPago: 'PUE',
  FormaPago: '03',
  Conceptos: [
    {
      ClaveProdServ: '31161500',
      Cantidad: '10',
      ClaveUnidad: 'H87',
      Descripcion: 'Tornillo',
      ValorUnitario: '100',
      ObjetoImp: '02',
      Impuestos: {
        Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
      },
    },
  ],
}

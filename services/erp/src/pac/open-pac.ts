import { randomUUID, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'

import type { Clock } from '@oficina/kit/clock.ts'
import type { Log } from '@oficina/kit/log.ts'
import { addressGuard } from '@oficina/outbound/address-guard.ts'

import type { Authorities } from '../fiscal/cfdi/seal/verify.ts'
import type { Endpoint } from './endpoint.ts'
import type { Pac, Sat } from './pac.ts'
import { satServices } from './sat.ts'
import { CERTIFICATES_PATH, STATUS_PATH } from './simulator/paths.ts'
import type { Simulator } from './simulator/simulator.ts'
import { swSapien } from './sw-sapien.ts'

export interface PacSettings {
  /** Absent: the simulator runs beside the service, and nothing has validity. */
  readonly pacUrl: string | undefined
  readonly pacUser: string
  readonly pacPassword: string
  /** Addresses of networks of one's own that may be asked, for a simulator in another process. */
  readonly pacUrlAllow: string
  readonly satStatusUrl: string
  readonly satCertificatesUrl: string
  /** Certificates of the SAT's authorities in PEM, one after another; absent: whoever issued one is not looked at. */
  readonly satCaFile: string | undefined
}

export interface OpenPacOptions {
  readonly settings: PacSettings
  /** Where the embedded simulator keeps what it stamped. */
  readonly folder: string
  readonly catalogFolder: string
  readonly now: Clock
  readonly log: Log
}

/** Whether what is stamped has validity: with a PAC's own host alone, and not that of its tests. */
export type PacEnvironment = 'simulador' | 'prueba' | 'produccion'

/** The PAC and the SAT as they are configured. */
export interface PacServices {
  readonly pac: Pac
  readonly sat: Sat
  readonly environment: PacEnvironment
  /** The simulator where no PAC is configured, which makes the certificates of a demonstration too. */
  readonly simulator: (() => Promise<Simulator>) | undefined
  /** Who is trusted to issue certificates of taxpayers and PACs; none: it is not looked at. */
  readonly authorities: () => Promise<Authorities>
  /** Ends what is under way: whoever waits learns that nothing is known. */
  readonly close: () => Promise<void>
}

// A PAC takes seconds for a large document, and asks the SAT's registers itself.
const PAC_TIMEOUT_MS = 30_000
const SAT_TIMEOUT_MS = 15_000
const RETRY_WAIT_MS = 500

/** @throws Error that names the variable whose value cannot be used */
export async function openPac(options: OpenPacOptions): Promise<PacServices> {
  const { now, settings } = options
  const authorities = await readAuthorities(settings.satCaFile)
  if (settings.pacUrl === undefined) return embedded(options, authorities)
  if (settings.pacUser === '' || settings.pacPassword === '')
    throw new Error('PAC_URL is set, so PAC_USER and PAC_PASSWORD must be set too')
  const guard = addressGuard(settings.pacUrlAllow, 'PAC_URL_ALLOW')
  const stopping = new AbortController()
  const at = (url: string, timeoutMs: number): Endpoint => ({
    url: async () => await Promise.resolve(url.replace(/\/+$/, '')),
    guard,
    timeoutMs,
    stop: stopping.signal,
  })
  return {
    pac: swSapien({
      endpoint: at(settings.pacUrl, PAC_TIMEOUT_MS),
      user: settings.pacUser,
      password: settings.pacPassword,
      now,
      retryWaitMs: RETRY_WAIT_MS,
    }),
    sat: satServices({
      status: at(settings.satStatusUrl, SAT_TIMEOUT_MS),
      certificates: at(settings.satCertificatesUrl, SAT_TIMEOUT_MS),
    }),
    environment: environmentOf(settings.pacUrl),
    simulator: undefined,
    authorities: async () => await Promise.resolve(authorities),
    close: async () => {
      stopping.abort()
      await Promise.resolve()
    },
  }
}

// Hosts for tests say so, as services.test.sw.com.mx does; an address without a name is of one's own network.
const TEST_HOST = /(?:^|[.-])(?:test|pruebas?|sandbox|demo|localhost)(?:[.-]|$)|^[\d.]+$|^\[/

function environmentOf(pacUrl: string): PacEnvironment {
  return TEST_HOST.test(new URL(pacUrl).hostname) ? 'prueba' : 'produccion'
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

async function readAuthorities(file: string | undefined): Promise<Authorities> {
  if (file === undefined) return []
  const found = (await readFile(file, 'utf8')).match(CERTIFICATE) ?? []
  if (found.length === 0) throw new Error(`SAT_CA_FILE: ${file} holds no certificate in PEM`)
  return found.map((pem) => new X509Certificate(pem))
}

interface Running {
  readonly simulator: Simulator
  readonly url: string
  close(): Promise<void>
}

/** The simulator in this process, on a port of its own that only this machine reaches; started by its first use. */
function embedded(
  { catalogFolder, folder, log, now }: OpenPacOptions,
  authorities: Authorities,
): PacServices {
  const user = 'embedded'
  const password = randomUUID()
  const state: { running?: Promise<Running> } = {}
  const stopping = new AbortController()
  const run = async (): Promise<Running> => {
    // Loaded by its first use: a service that has a PAC needs none of it, and one that starts does not wait for it.
    const [{ openSimulator }, { simulatorServer }] = await Promise.all([
      import('./simulator/simulator.ts'),
      import('./simulator/server.ts'),
    ])
    const simulator = await openSimulator({ folder, catalogFolder, user, password, now, log })
    const server = simulatorServer(simulator)
    await server.listen({ host: LOOPBACK, port: 0 })
    // A server that listens on a port has an address of this form.
    const { port } = server.server.address() as AddressInfo
    return { simulator, url: `http://${LOOPBACK}:${port}`, close: () => server.close() }
  }
  const running = async () => {
    // What failed once, a full disk, may succeed the next time.
    state.running ??= run().catch((error: unknown) => {
      delete state.running
      throw error
    })
    return await state.running
  }
  const at = (path: string): Endpoint => ({
    url: async () => (await running()).url + path,
    guard: addressGuard(LOOPBACK, ''),
    timeoutMs: PAC_TIMEOUT_MS,
    stop: stopping.signal,
  })
  return {
    pac: swSapien({ endpoint: at(''), user, password, now, retryWaitMs: RETRY_WAIT_MS }),
    sat: satServices({
      status: at(STATUS_PATH),
      certificates: at(CERTIFICATES_PATH),
    }),
    environment: 'simulador',
    simulator: async () => (await running()).simulator,
    authorities: async () => {
      // Where others are held to the SAT's authorities, what the simulator issued is good beside it.
      if (authorities.length === 0) return authorities
      return [...authorities, (await running()).simulator.identity.authority.x509]
    },
    close: async () => {
      stopping.abort()
      const started = state.running
      if (started !== undefined) await (await started.catch(() => undefined))?.close()
    },
  }
}

const LOOPBACK = '127.0.0.1'

import { createHmac } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameSecret } from '@oficina/kit/constant-time.ts'

import { cadenaTimbre } from '../../fiscal/cfdi/cadenas.ts'
import { identityOf, verificationUrl } from '../../fiscal/cfdi/qr.ts'
import { readCfdi } from '../../fiscal/cfdi/xml/read.ts'
import { timbreXml } from '../../fiscal/cfdi/xml/write.ts'
import { WITHOUT_VALIDITY } from './authority.ts'
import { answerWith, json, type Answer } from './faulty.ts'
import { filePart } from './file-part.ts'
import { bodyOf } from './request-body.ts'
import type { Simulator } from './simulator.ts'
import type { StampedDocument } from './stamping.ts'

// As long as the real one's.
const TOKEN_MS = 2 * 60 * 60_000

/** SW sapien's REST. */
export function addPac(app: FastifyInstance, simulator: Simulator): void {
  const { faults } = simulator
  app.post('/security/authenticate', async (request, reply) => {
    await answerWith(faults, 'authenticate', reply, async () => {
      return await Promise.resolve(authenticate(simulator, request))
    })
    return reply
  })
  for (const path of ['/cfdi33/stamp/v4', '/v4/cfdi33/stamp/v4']) {
    app.post(path, async (request, reply) => {
      await answerWith(faults, 'stamp', reply, () => stampAnswer(simulator, request))
      return reply
    })
  }
  const cancelPath = '/cfdi33/cancel/:rfc/:uuid/:motivo'
  for (const path of [cancelPath, `${cancelPath}/:folio`]) {
    app.post(path, async (request, reply) => {
      await answerWith(faults, 'cancel', reply, () => cancelAnswer(simulator, request))
      return reply
    })
  }
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function authenticate({ options }: Simulator, request: FastifyRequest): Answer {
  const { now, password, user } = options
  const isKnown =
    isSameSecret(header(request, 'user'), user) &&
    isSameSecret(header(request, 'password'), password)
  if (!isKnown)
    return error(
      401,
      'AU2000 - El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.',
    )
  const expiresAtS = Math.floor((now() + TOKEN_MS) / 1_000)
  const token = `${expiresAtS}.${tokenSeal(options, expiresAtS)}`
  return json(200, {
    data: { token, expires_in: expiresAtS, tokeny_type: 'Bearer' },
    status: 'success',
  })
}

/** A token is its own proof, so that it outlives the process. */
function tokenSeal({ password, user }: Simulator['options'], expiresAtS: number): string {
  return createHmac('sha256', `${user}/${password}`).update(String(expiresAtS)).digest('hex')
}

function isAuthorized({ options }: Simulator, request: FastifyRequest): boolean {
  const [, expires = '', seal = ''] =
    /^Bearer (\d{1,12})\.([\da-f]{64})$/i.exec(header(request, 'authorization')) ?? []
  if (expires === '' || Number(expires) * 1_000 <= options.now()) return false
  return isSameSecret(seal, tokenSeal(options, Number(expires)))
}

function error(status: number, message: string, data?: unknown): Answer {
  const body = { status: 'error', message, messageDetail: WITHOUT_VALIDITY }
  return json(status, data === undefined ? body : { ...body, data })
}

const NOT_AUTHORIZED = 'AU1000 - El token no es válido o expiró.'

async function stampAnswer(simulator: Simulator, request: FastifyRequest): Promise<Answer> {
  if (!isAuthorized(simulator, request)) return error(401, NOT_AUTHORIZED)
  const xml = filePart(bodyOf(request), header(request, 'content-type'), 'xml')
  if (xml === undefined) return error(400, '301 - No se recibió el archivo xml.')
  const stamped = await simulator.stamp({
    xml,
    customId: header(request, 'customid'),
    nowMs: simulator.options.now(),
  })
  if (stamped.ok) return json(200, { data: dataOf(stamped.value), status: 'success' })
  const { code, earlier, message } = stamped.error
  const text = code === '307' ? `307. ${message}` : `${code} - ${message}`
  return error(400, text, earlier === undefined ? undefined : dataOf(earlier))
}

/** What the fourth form of answer holds. */
function dataOf({ timbre, xml }: StampedDocument) {
  const read = readCfdi(Buffer.from(xml))
  const comprobante = read.ok ? read.value.comprobante : undefined
  return {
    cadenaOriginalSAT: cadenaTimbre(timbre),
    noCertificadoSAT: timbre.NoCertificadoSAT,
    noCertificadoCFDI: comprobante?.NoCertificado,
    uuid: timbre.UUID,
    selloSAT: timbre.SelloSAT,
    selloCFDI: timbre.SelloCFD,
    fechaTimbrado: timbre.FechaTimbrado,
    qrCode: comprobante === undefined ? '' : verificationUrl(identityOf(comprobante, timbre)),
    cfdi: xml,
    tfd: timbreXml(timbre),
  }
}

async function cancelAnswer(simulator: Simulator, request: FastifyRequest): Promise<Answer> {
  if (!isAuthorized(simulator, request)) return error(401, NOT_AUTHORIZED)
  // The route names them.
  const params = request.params as Readonly<Record<string, string | undefined>>
  const uuid = params['uuid'] ?? ''
  const result = await simulator.cancel({
    rfcEmisor: params['rfc'] ?? '',
    uuid,
    motivo: params['motivo'] ?? '',
    folioSustitucion: params['folio'],
    nowMs: simulator.options.now(),
  })
  if (!result.ok) return error(400, `CACFDI33 - ${result.error}`)
  const acuse = `<Acuse RfcEmisor="${encodeURIComponent(params['rfc'] ?? '')}" Leyenda="${WITHOUT_VALIDITY}"/>`
  return json(200, {
    data: { acuse, uuid: { [uuid.toUpperCase()]: result.value } },
    status: 'success',
  })
}

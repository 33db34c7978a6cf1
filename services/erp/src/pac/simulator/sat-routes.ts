import type { FastifyInstance } from 'fastify'
import { escapeText, unescapeText } from '@oficina/xml/xml-text.ts'

import { compare, parseDecimal } from '../../fiscal/decimal.ts'
import { statusOf, type EntryStatus } from './cancelling.ts'
import { answerWith, type Answer } from './faulty.ts'
import type { Entry } from './ledger.ts'
import { CERTIFICATES_PATH, STATUS_PATH } from './paths.ts'
import { bodyOf } from './request-body.ts'
import type { Simulator } from './simulator.ts'

/** The SAT's service of states, and the folder of its certificates. */
export function addSat(app: FastifyInstance, simulator: Simulator): void {
  app.post(STATUS_PATH, async (request, reply) => {
    await answerWith(simulator.faults, 'status', reply, async () => {
      return await Promise.resolve(statusAnswer(simulator, bodyOf(request).toString('utf8')))
    })
    return reply
  })
  app.get(`${CERTIFICATES_PATH}/*`, async (request, reply) => {
    const { certificate } = simulator.identity
    if (!request.url.endsWith(`/${certificate.noCertificado}.cer`))
      return await reply.code(404).send()
    return await reply.type('application/octet-stream').send(certificate.x509.raw)
  })
}

function statusAnswer({ ledger, options }: Simulator, envelope: string): Answer {
  const [, raw = ''] =
    /<(?:\w+:)?expresionImpresa>([^]*?)<\/(?:\w+:)?expresionImpresa>/.exec(envelope) ?? []
  const expression = unescapeText(raw.replace(/^<!\[CDATA\[([^]*)\]\]>$/, '$1'))
  const values = new Map(
    expression
      .replace(/^\?/, '')
      .split(/&(?=(?:re|rr|tt|id|fe)=)/)
      .map((pair) => [
        pair.slice(0, pair.indexOf('=')),
        unescapeText(pair.slice(pair.indexOf('=') + 1)),
      ]),
  )
  const entry = ledger.byUuid(values.get('id') ?? '')
  if (entry === undefined || !isAskedFor(entry, values)) return NOT_FOUND
  const { estado, esCancelable, estatusCancelacion } = statusOf(ledger, entry, options.now())
  return soap({
    CodigoEstatus: 'S - Comprobante obtenido satisfactoriamente.',
    EsCancelable: esCancelable,
    Estado: estado,
    EstatusCancelacion: estatusCancelacion,
  })
}

function isAskedFor(entry: Entry, values: ReadonlyMap<string, string>): boolean {
  const total = parseDecimal(values.get('tt') ?? '')
  const own = parseDecimal(entry.total)
  return (
    values.get('re') === entry.rfcEmisor &&
    values.get('rr') === entry.rfcReceptor &&
    total !== undefined &&
    own !== undefined &&
    compare(total, own) === 0
  )
}

interface StatusFields {
  readonly CodigoEstatus: string
  readonly EsCancelable: EntryStatus['esCancelable'] | ''
  readonly Estado: string
  readonly EstatusCancelacion: string
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

function soap(fields: StatusFields): Answer {
  // Neither party of a simulated CFDI is on the list of 69-B.
  const values = Object.entries({ ...fields, ValidacionEFOS: '200' })
    .map(([name, value]) => `<a:${name}>${escapeText(value)}</a:${name}>`)
    .join('')
  const result = `<ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio">${values}</ConsultaResult>`
  const answer = `<ConsultaResponse xmlns="http://tempuri.org/">${result}</ConsultaResponse>`
  const body = `<s:Envelope xmlns:s="${SOAP}"><s:Body>${answer}</s:Body></s:Envelope>`
  return { status: 200, type: 'text/xml; charset=utf-8', body }
}

const NOT_FOUND = soap({
  CodigoEstatus: 'N - 602: Comprobante no encontrado.',
  EsCancelable: '',
  Estado: 'No Encontrado',
  EstatusCancelacion: '',
})

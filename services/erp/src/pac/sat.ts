import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { escapeText, unescapeText } from '@oficina/xml/xml-text.ts'

import { statusExpression } from '../fiscal/cfdi/qr.ts'
import type { Message } from '../messages/message.ts'
import { SAT } from '../messages/pac.ts'
import { ask, type Endpoint } from './endpoint.ts'
import type { CfdiStatus, Sat } from './pac.ts'

export interface SatOptions {
  /** The service of states, the whole address. */
  readonly status: Endpoint
  /** Where certificates are kept by their numbers. */
  readonly certificates: Endpoint
}

/** The SAT's public services, or the simulator's. */
export function satServices({ certificates, status }: SatOptions): Sat {
  return {
    status: async (identity) => {
      const answer = await ask(status, {
        method: 'POST',
        path: '',
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          soapaction: '"http://tempuri.org/IConsultaCFDIService/Consulta"',
        },
        body: envelope(statusExpression(identity)),
      })
      if (!answer.ok) return fail(SAT.unanswered({ reason: answer.error }))
      return readStatus(answer.value.body.toString('utf8'))
    },
    certificate: async (noCertificado) => {
      const path = certificatePath(noCertificado)
      const answer = await ask(certificates, { method: 'GET', path, headers: {} })
      if (!answer.ok) return fail(SAT.unanswered({ reason: answer.error }))
      return answer.value.status === 200
        ? ok(answer.value.body)
        : fail(SAT.noCertificate({ number: noCertificado }))
    },
  }
}

const SOAP =
  'xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/"'

function envelope(expression: string): string {
  const value = `<tem:expresionImpresa>${escapeText(expression)}</tem:expresionImpresa>`
  const body = `<soapenv:Body><tem:Consulta>${value}</tem:Consulta></soapenv:Body>`
  return `<soapenv:Envelope ${SOAP}><soapenv:Header/>${body}</soapenv:Envelope>`
}

const STATES = ['Vigente', 'Cancelado', 'No Encontrado'] as const

function readStatus(xml: string): Result<CfdiStatus, Message> {
  const value = (name: string) => {
    const [, raw = ''] = new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(xml) ?? []
    return unescapeText(raw).trim()
  }
  const estado = STATES.find((state) => state === value('Estado'))
  if (estado === undefined) return fail(SAT.noState())
  return ok({
    codigo: value('CodigoEstatus'),
    estado,
    esCancelable: value('EsCancelable'),
    estatusCancelacion: value('EstatusCancelacion'),
    validacionEfos: value('ValidacionEFOS'),
  })
}

/** `00001000000507012343` is kept as `/000010/000005/07/01/23/00001000000507012343.cer`. */
function certificatePath(noCertificado: string): string {
  const parts = [
    [0, 6],
    [6, 12],
    [12, 14],
    [14, 16],
    [16, 18],
  ] as const
  const folders = parts.map(([from, to]) => noCertificado.slice(from, to))
  return `/${folders.join('/')}/${encodeURIComponent(noCertificado)}.cer`
}

import type { FastifyInstance } from 'fastify'

import { billFrom } from './bill.ts'
import { EFFECTS, MAX_DELAY_MS, OPERATIONS, POINTS, type Fault } from './faults.ts'
import { bodyOf } from './request-body.ts'
import type { Simulator } from './simulator.ts'

type Fields = Readonly<Record<string, unknown>>

/** What no PAC has: certificates and invoices of anybody, the receiver's answers, and faults to order. */
export function addControls(app: FastifyInstance, simulator: Simulator): void {
  app.post('/simulator/csd', async (request, reply) => {
    const { kind, nombre, password, rfc } = fieldsOf(bodyOf(request))
    if (typeof rfc !== 'string' || typeof password !== 'string')
      return await reply.code(422).send({ message: 'rfc and password are required.' })
    const files = await simulator.issue({
      rfc,
      nombre: typeof nombre === 'string' ? nombre : rfc,
      kind: kind === 'efirma' ? 'efirma' : 'csd',
      password,
    })
    return { cer: base64(files.cer), key: base64(files.key) }
  })
  app.post('/simulator/cfdi', async (request, reply) => {
    const bill = await billFrom(simulator, fieldsOf(bodyOf(request)))
    if (!bill.ok) return await reply.code(422).send({ message: bill.error })
    return await reply.type('application/xml').send(bill.value)
  })
  app.post('/simulator/answer/:uuid', async (request, reply) => {
    // The route names it.
    const { uuid } = request.params as { readonly uuid: string }
    const isAccepted = fieldsOf(bodyOf(request))['acepta'] === true
    const isDone = await simulator.answerRequest(uuid, isAccepted)
    return await reply.code(isDone ? 204 : 404).send()
  })
  app.post('/simulator/faults', async (request, reply) => {
    const fault = faultOf(fieldsOf(bodyOf(request)))
    if (fault === undefined) return await reply.code(422).send({ message: FAULT_FORM })
    simulator.faults.order(fault)
    return await reply.code(204).send()
  })
  app.delete('/simulator/faults', async (_request, reply) => {
    simulator.faults.clear()
    return await reply.code(204).send()
  })
  app.get('/simulator/authority', async (_request, reply) => {
    return await reply.type('text/plain').send(simulator.identity.authority.certificatePem)
  })
}

function fieldsOf(body: Buffer): Fields {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

const MAX_TIMES = 1_000

const FAULT_FORM = [
  `operation: ${OPERATIONS.join(', ')}`,
  `point: ${POINTS.join(', ')}`,
  `effect: ${EFFECTS.join(', ')}`,
  `times: 1 to ${MAX_TIMES}`,
  `delayMs: 0 to ${MAX_DELAY_MS}`,
].join('; ')

function faultOf({ delayMs = 0, effect, operation, point, times = 1 }: Fields): Fault | undefined {
  const found = {
    operation: OPERATIONS.find((one) => one === operation),
    point: POINTS.find((one) => one === point),
    effect: EFFECTS.find((one) => one === effect),
  }
  const count = wholeNumber(times, 1, MAX_TIMES)
  const delay = wholeNumber(delayMs, 0, MAX_DELAY_MS)
  if (found.operation === undefined || found.point === undefined) return undefined
  if (found.effect === undefined || count === undefined || delay === undefined) return undefined
  const { effect: wanted, operation: of, point: at } = found
  return { operation: of, point: at, effect: wanted, times: count, delayMs: delay }
}

function wholeNumber(value: unknown, min: number, max: number): number | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined
  return value >= min && value <= max ? value : undefined
}

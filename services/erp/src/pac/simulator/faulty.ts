import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyReply } from 'fastify'

import type { Fault, Faults } from './faults.ts'

export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

export function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

/** Answers as the operation does, or as the fault wants that is due. */
export async function answerWith(
  faults: Faults,
  operation: Fault['operation'],
  reply: FastifyReply,
  work: () => Promise<Answer>,
): Promise<void> {
  if (await isSpoilt(faults.take(operation, 'before'), reply)) return
  const answer = await work()
  const late = faults.take(operation, 'after')
  if (late?.effect === 'half') return await sendHalf(reply, answer)
  if (await isSpoilt(late, reply)) return
  await reply.code(answer.status).type(answer.type).send(answer.body)
}

/** True when the fault leaves nothing to answer. */
async function isSpoilt(fault: Fault | undefined, reply: FastifyReply): Promise<boolean> {
  switch (fault?.effect) {
    case undefined:
      return false
    case 'delay':
      await pause(fault.delayMs)
      return false
    case 'cut':
    case 'half':
      reply.hijack()
      reply.raw.socket?.destroy()
      return true
    case 'error':
      await reply.code(500).send({ status: 'error', message: 'CO1000 - Error no controlado.' })
      return true
    case 'unauthorized':
      await reply.code(401).send({ status: 'error', message: 'AU1000 - El token expiró.' })
      return true
  }
}

async function sendHalf(reply: FastifyReply, { body, status, type }: Answer): Promise<void> {
  reply.hijack()
  const bytes = Buffer.from(body)
  reply.raw.writeHead(status, { 'content-type': type, 'content-length': bytes.length })
  await new Promise<void>((resolve) => {
    reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => resolve())
  })
  reply.raw.socket?.destroy()
}

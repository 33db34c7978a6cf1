import type { FastifyReply } from 'fastify'

import type { Ageing } from '../../store/reports/ageing.ts'

/** Answers with what is owed by age. Amounts go out as the database wrote them, digit for digit. */
export function sendAgeing(
  reply: FastifyReply,
  { rows, total_base: base, edades }: Ageing,
  meta: object,
): FastifyReply {
  const rest = JSON.stringify(meta).slice(1, -1)
  const ages = edades.slice(1, -1)
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"data":${rows},"meta":{${rest},"total_base":${base},${ages}},"errors":null}`)
}

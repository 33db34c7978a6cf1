import {
  enrolFactor,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
  verifyFactor,
  type Proof,
} from '../actions/sign-in/factors.ts'
import { ApiError, apiError, type ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { JsonObject } from '../query/write-plan.ts'
import { optionalText, requiredText } from '../http/body-text.ts'
import { jsonObjectOf, pathParameter, type Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'

const MAX_LABEL = 80
const DEFAULT_LABEL = 'Aplicación de códigos'

/** GET /auth/factores: one's own. */
export async function factors({ tools, reply, caller }: Exchange) {
  demandPerson(caller)
  const { factores, codigosRestantes } = await listFactors(tools, caller)
  return sendData(reply, factores, { codigos_respaldo: codigosRestantes })
}

/** POST /auth/factores */
export async function enrol({ tools, request, reply, caller }: Exchange) {
  demandPerson(caller)
  const body = bodyOf(request.body === undefined ? undefined : jsonObjectOf(request))
  const problems: ErrorEntry[] = []
  const etiqueta = optionalText(body, { field: 'etiqueta', max: MAX_LABEL }, problems)
  if (problems.length > 0) throw new ApiError(problems)
  const { id, secreto, otpauth } = await enrolFactor(tools, caller, {
    etiqueta: etiqueta ?? DEFAULT_LABEL,
    proof: proofOf(body),
  })
  reply.code(201).header('cache-control', 'no-store')
  return sendData(reply, { id: Number(id), secreto, otpauth })
}

/** POST /auth/factores/{id}/verificar */
export async function verify({ tools, request, reply, caller }: Exchange) {
  demandPerson(caller)
  const problems: ErrorEntry[] = []
  const body = bodyOf(request.body === undefined ? undefined : jsonObjectOf(request))
  const codigo = requiredText(body, 'codigo', problems)
  if (problems.length > 0) throw new ApiError(problems)
  const factorId = factorIdOf(pathParameter(request, 'id'))
  const { codigosRespaldo } = await verifyFactor(tools, caller, { factorId, codigo })
  return sendData(reply.header('cache-control', 'no-store'), {
    id: Number(factorId),
    codigos_respaldo: codigosRespaldo,
  })
}

/** DELETE /auth/factores/{id}: one's own with password or codigo, another's as administrator. */
export async function remove({ tools, request, reply, caller }: Exchange) {
  demandPerson(caller)
  const factorId = factorIdOf(pathParameter(request, 'id'))
  const body = bodyOf(request.body === undefined ? undefined : jsonObjectOf(request))
  await removeFactor(tools, caller, { factorId, proof: proofOf(body) })
  return sendData(reply, { id: Number(factorId) })
}

/** POST /auth/factores/codigos: new recovery codes. */
export async function recoveryCodes({ tools, request, reply, caller }: Exchange) {
  demandPerson(caller)
  const proof = proofOf(bodyOf(request.body === undefined ? undefined : jsonObjectOf(request)))
  const codes = await renewRecoveryCodes(tools, caller, proof)
  return sendData(reply.header('cache-control', 'no-store'), { codigos_respaldo: codes })
}

function bodyOf(body: JsonObject | undefined): JsonObject {
  return body ?? {}
}

function proofOf(body: JsonObject): Proof | null {
  const problems: ErrorEntry[] = []
  const codigo = optionalText(body, { field: 'codigo' }, problems)
  const password = optionalText(body, { field: 'password' }, problems)
  if (problems.length > 0) throw new ApiError(problems)
  if (codigo !== null) return { codigo }
  return password === null ? null : { password }
}

function factorIdOf(text: string): string {
  if (/^[1-9]\d{0,17}$/.test(text)) return text
  throw apiError('NOT_FOUND', `There is no factor ${text}.`)
}

/** @throws ApiError FORBIDDEN for an API key, which speaks for a program */
export function demandPerson({ credential }: Caller): void {
  if (credential.kind === 'session') return
  throw apiError('FORBIDDEN', 'An API key may not do this: it needs a session.')
}

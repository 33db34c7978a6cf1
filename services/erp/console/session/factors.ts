import { api } from './api.ts'
import { keepSession, session } from './session.ts'

/** A second factor of the person: an app that makes codes. */
export interface Factor {
  readonly id: number
  readonly etiqueta: string
  /** When its first code was confirmed; null: never, so that it is not asked for. */
  readonly verificado_en: string | null
  readonly ultimo_uso: string | null
}

export interface Factors {
  readonly confirmed: readonly Factor[]
  /** Recovery codes that were not used yet. */
  readonly codesLeft: number
}

/** A factor that is being enrolled: its secret is told only this once. */
export interface Enrolment {
  readonly id: number
  readonly secreto: string
  readonly otpauth: string
}

/** @throws ApiFailure */
export async function readFactors(signal: AbortSignal): Promise<Factors> {
  const { data, meta } = await api<readonly Factor[]>('/auth/factores', { signal })
  return {
    confirmed: data.filter(({ verificado_en: since }) => since !== null),
    codesLeft: Number(meta['codigos_respaldo'] ?? 0),
  }
}

/**
 * @param password proves who asks, where a factor is confirmed already
 * @throws ApiFailure
 */
export async function beginEnrolment(etiqueta: string, password?: string): Promise<Enrolment> {
  const body = { ...(etiqueta === '' ? {} : { etiqueta }), ...proof(password) }
  return (await api<Enrolment>('/auth/factores', { method: 'POST', body })).data
}

/**
 * Confirms a factor by a code of it, which makes a session whole that could only enrol.
 * @returns recovery codes, which the first factor brings
 * @throws ApiFailure
 */
export async function confirmEnrolment(id: number, codigo: string): Promise<readonly string[]> {
  const path = `/auth/factores/${id}/verificar`
  const { data } = await api<{ codigos_respaldo: readonly string[] | null }>(path, {
    method: 'POST',
    body: { codigo },
  })
  return data.codigos_respaldo ?? []
}

/** After the first factor was confirmed: the session may do everything again. */
export function endEnrolment(): void {
  const present = session.peek()
  if (present?.mustEnrol === true) keepSession({ ...present, mustEnrol: false })
}

/** @throws ApiFailure */
export async function removeFactor(id: number, password: string): Promise<void> {
  await api(`/auth/factores/${id}`, { method: 'DELETE', body: proof(password) })
}

/** @throws ApiFailure */
export async function newRecoveryCodes(password: string): Promise<readonly string[]> {
  const path = '/auth/factores/codigos'
  const body = proof(password)
  const { data } = await api<{ codigos_respaldo: readonly string[] }>(path, {
    method: 'POST',
    body,
  })
  return data.codigos_respaldo
}

function proof(password: string | undefined): { readonly password?: string } {
  return password === undefined ? {} : { password }
}

import type { AddressGuard } from '@oficina/outbound/address-guard.ts'
import {
  requestChecked,
  type CheckedAnswer,
  type CheckedRequest,
} from '@oficina/outbound/checked-request.ts'
import type { Result } from '@oficina/kit/result.ts'

/** Where a service is, and how it may be asked. */
export interface Endpoint {
  /** Without a slash behind; asked for at each call, since the embedded simulator has one only once it runs. */
  readonly url: () => Promise<string>
  readonly guard: AddressGuard
  readonly timeoutMs: number
}

// A stamped CFDI comes back whole, escaped, and in some answers twice.
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

type Call = Omit<CheckedRequest, 'url'> & { readonly path: string }

/** One request to an endpoint. */
export async function ask(
  { guard, timeoutMs, url }: Endpoint,
  { path, ...request }: Call,
): Promise<Result<CheckedAnswer, string>> {
  return await requestChecked(
    { ...request, url: `${await url()}${path}` },
    { guard, timeoutMs, maxBytes: MAX_ANSWER_BYTES },
  )
}

import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { AddressGuard } from '@oficina/outbound/address-guard.ts'
import {
  requestChecked,
  type CheckedAnswer,
  type CheckedRequest,
} from '@oficina/outbound/checked-request.ts'

/** Where a service is, and how it may be asked. */
export interface Endpoint {
  /** Without a slash behind; asked for at each call, since the embedded simulator has one only once it runs. */
  readonly url: () => Promise<string>
  readonly guard: AddressGuard
  readonly timeoutMs: number
  /** Ends what is under way, and begins nothing any more. */
  readonly stop?: AbortSignal
}

// A stamped CFDI comes back whole, escaped, and in some answers twice.
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

type Call = Omit<CheckedRequest, 'url'> & { readonly path: string }

/** One request to an endpoint, or why there is no answer. */
export async function ask(
  { url, ...options }: Endpoint,
  { path, ...request }: Call,
): Promise<Result<CheckedAnswer, string>> {
  if (options.stop?.aborted === true) return fail('stopped')
  const base = await addressOf(url)
  if (!base.ok) return base
  return await requestChecked(
    { ...request, url: `${base.value}${path}` },
    { ...options, maxBytes: MAX_ANSWER_BYTES },
  )
}

/** The embedded simulator may not start, on a full disk for one. */
async function addressOf(url: Endpoint['url']): Promise<Result<string, string>> {
  try {
    return ok(await url())
  } catch (error) {
    return fail(`it does not start: ${error instanceof Error ? error.message : String(error)}`)
  }
}

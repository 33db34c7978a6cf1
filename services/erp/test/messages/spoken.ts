import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

/** The same client, answered in Spanish. */
export function inSpanish(client: HttpClient): HttpClient {
  return client.with({ 'accept-language': 'es-MX' })
}

/** What an answer says, each problem once. */
export function said({ json }: TestAnswer): readonly string[] {
  return json.errors.map((error: { message: string }) => error.message)
}

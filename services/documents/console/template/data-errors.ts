import { ApiFailure } from '../session/api.ts'

interface Violation {
  readonly instancePath?: string
  readonly message?: string
  readonly params?: { readonly missingProperty?: string }
}

/** Why the service refused data, by the place in them that is at fault, such as `/partidas/0/clave`. */
export function dataErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiFailure) || error.code !== 'INVALID_DATA') return new Map()
  const { errors } = error.details as { readonly errors?: readonly Violation[] }
  return new Map(
    (errors ?? []).map(({ instancePath = '', message = '', params }) => {
      const missing = params?.missingProperty
      const isNamed = missing === undefined || instancePath.endsWith(`/${missing}`)
      return [isNamed ? instancePath : `${instancePath}/${missing}`, message]
    }),
  )
}

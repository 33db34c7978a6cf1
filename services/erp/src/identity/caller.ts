import type { Language } from '@oficina/words/language.ts'

import type { EmpresaId } from '../store/tenant-database.ts'
import type { Rights } from './rights.ts'

/** Where a request comes from, as the audit log keeps it. */
export interface Origin {
  readonly address: string
  /** The `User-Agent` header; empty when there is none. */
  readonly agent: string
  readonly requestId: string
}

/** How a caller was authenticated. */
type Credential =
  | {
      readonly kind: 'session'
      /** The id of its SesionUsuario. */
      readonly id: string
      readonly tokenSha256: Buffer
      readonly expiresAt: Date
    }
  | { readonly kind: 'key'; readonly id: string }
  /** The service's own work: the demonstration, an import by the command line. */
  | { readonly kind: 'service' }

/** Who makes a request: authenticated by a credential, for one company, with these rights. */
export interface Caller extends Origin {
  readonly empresa: EmpresaId
  readonly usuarioId: string
  readonly rights: Rights
  readonly credential: Credential
  /** The language that the person prefers; null where he prefers none. */
  readonly language: Language | null
}

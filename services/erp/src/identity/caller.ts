import type { EmpresaId } from '../store/tenant-database.ts'
import type { Rights } from './rights.ts'

/** Where a request comes from, as the audit log keeps it. */
export interface Origin {
  readonly address: string
  /** The `User-Agent` header; empty when there is none. */
  readonly agent: string
  readonly requestId: string
}

/** Who makes a request: proven by a session, for one company, with these rights. */
export interface Caller extends Origin {
  readonly empresa: EmpresaId
  readonly usuarioId: string
  readonly rights: Rights
  /** The token's hash, for what concerns the session itself. */
  readonly tokenSha256: Buffer
  readonly expiresAt: Date
}

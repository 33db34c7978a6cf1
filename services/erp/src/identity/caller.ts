import type { EmpresaId } from '../store/tenant-database.ts'
import type { Rights } from './rights.ts'

/** Who makes a request: proven by a session, for one company, with these rights. */
export interface Caller {
  readonly empresa: EmpresaId
  readonly usuarioId: string
  readonly rights: Rights
  /** The token's hash, for what concerns the session itself. */
  readonly tokenSha256: Buffer
  readonly expiresAt: Date
  readonly address: string
}

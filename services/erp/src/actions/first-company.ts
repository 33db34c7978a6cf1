import { randomBytes } from 'node:crypto'

import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import type { Registry } from '../dictionary/types.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import { createCompany, hasCompany, lockCompanies, makeOperator } from '../store/company-store.ts'
import { isDistributed } from '../store/distributed-database.ts'
import { hasStarterBooks } from '../store/starter/ensure-starter-books.ts'
import { readyProfiles } from './profiles/ready-profiles.ts'

export interface FirstCompanyOptions {
  readonly empresa: string
  readonly adminUsuario: string
  readonly adminPassword: string | undefined
  readonly passwords: PasswordWork
  readonly now: Clock
  readonly registry: Registry
}

const PASSWORD_BYTES = 12

/**
 * Creates the first company and its administrator, who is also the operator of the installation, if the database has no
 * company. Undefined: there was one.
 */
export async function ensureFirstCompany(
  owner: Database,
  options: FirstCompanyOptions,
): Promise<{ readonly generatedPassword: string | undefined } | undefined> {
  // On a cluster the coordinator alone tells that it was done, also while a node is away.
  if (isDistributed(owner) && (await hasStarterBooks(owner))) return undefined
  const password = options.adminPassword ?? randomBytes(PASSWORD_BYTES).toString('base64url')
  const created = await owner.transaction(async (tx) => {
    await lockCompanies(tx)
    if (await hasCompany(tx)) return false
    const company = await createCompany(tx, {
      clave: 'EMPRESA',
      razonSocial: options.empresa,
      // The SAT's own generic RFC, for a company that has not entered its own yet.
      rfc: 'XAXX010101000',
      admin: {
        usuario: options.adminUsuario,
        nombre: 'Administrador',
        passwordHash: await options.passwords.hash(password),
      },
      now: new Date(options.now()).toISOString(),
      profiles: readyProfiles(options.registry),
    })
    await makeOperator(tx, company)
    return true
  })
  if (!created) return undefined
  return { generatedPassword: options.adminPassword === undefined ? password : undefined }
}

import { randomBytes } from 'node:crypto'

/** Of this run alone. */
export const SECRETS = {
  erpPassword: randomBytes(18).toString('base64url'),
  documentsKey: randomBytes(18).toString('base64url'),
  chatSecret: randomBytes(32).toString('hex'),
  chatOwner: 'owner@localhost',
  chatOwnerKey: randomBytes(16).toString('hex'),
  chatPassword: randomBytes(18).toString('base64url'),
} as const

import { createCipheriv, createHash } from 'node:crypto'

import { dictionaryOf, nameOf, type PdfDictionary } from './pdf-value.ts'
import type { Encrypt } from './pdf-writer.ts'

/** What those may do who opened a file without its owner’s password. */
export interface Permissions {
  readonly print: boolean
  readonly modify: boolean
  readonly copy: boolean
  readonly annotate: boolean
  readonly fillForms: boolean
  readonly assemble: boolean
}

export interface EncryptionRequest {
  /** Opens the file; empty: everybody may. */
  readonly userPassword: string
  readonly ownerPassword: string
  readonly permissions: Permissions
}

export interface PdfEncryption {
  readonly dictionary: PdfDictionary
  readonly encrypt: Encrypt
}

export type RandomBytes = (size: number) => Buffer

const KEY_BYTES = 32
const BLOCK_BYTES = 16
const SALT_BYTES = 8
const MAX_PASSWORD_BYTES = 127
const MIN_ROUNDS = 64
// Of a number of 32 bits: everything, but for the two lowest, which are always 0.
const ALL_PERMISSIONS = 0xffff_fffc
// By their bits, of ISO 32000-2, table 22: what each of them takes away.
const PERMISSION_BITS: Readonly<Record<keyof Permissions, number>> = {
  print: (1 << 2) | (1 << 11),
  modify: 1 << 3,
  copy: 1 << 4,
  annotate: 1 << 5,
  fillForms: 1 << 8,
  assemble: 1 << 10,
}

/**
 * AES-256 as of PDF 2.0, which every viewer of the last ten years opens.
 * @source ISO 32000-2, 7.6.4, revision 6
 */
export function pdfEncryption(
  { userPassword, ownerPassword, permissions }: EncryptionRequest,
  random: RandomBytes,
): PdfEncryption {
  const key = random(KEY_BYTES)
  const user = entriesOf(passwordBytes(userPassword), { key, user: Buffer.alloc(0) }, random)
  const owner = entriesOf(passwordBytes(ownerPassword), { key, user: user.check }, random)
  const bits = permissionBits(permissions)
  const filter = dictionaryOf({
    CFM: nameOf('AESV3'),
    AuthEvent: nameOf('DocOpen'),
    Length: KEY_BYTES,
  })
  const dictionary = dictionaryOf({
    Filter: nameOf('Standard'),
    V: 5,
    R: 6,
    Length: KEY_BYTES * 8,
    P: bits | 0,
    U: { kind: 'text', bytes: user.check },
    UE: { kind: 'text', bytes: user.wrapped },
    O: { kind: 'text', bytes: owner.check },
    OE: { kind: 'text', bytes: owner.wrapped },
    Perms: { kind: 'text', bytes: permissionCheck(bits, key, random) },
    CF: dictionaryOf({ StdCF: filter }),
    StmF: nameOf('StdCF'),
    StrF: nameOf('StdCF'),
  })
  return { dictionary, encrypt: (bytes) => encrypted(key, bytes, random) }
}

/** Whether a password can be one: what is longer would be cut off without a word. */
export function isPassword(password: string): boolean {
  return Buffer.byteLength(password.normalize('NFKC')) <= MAX_PASSWORD_BYTES
}

function passwordBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8').subarray(0, MAX_PASSWORD_BYTES)
}

interface Entries {
  /** Tells whether a password is right: its hash and two salts. */
  readonly check: Buffer
  /** The file’s key, which the password opens. */
  readonly wrapped: Buffer
}

function entriesOf(
  password: Buffer,
  { key, user }: { readonly key: Buffer; readonly user: Buffer },
  random: RandomBytes,
): Entries {
  const checkSalt = random(SALT_BYTES)
  const keySalt = random(SALT_BYTES)
  const hash = passwordHash(password, checkSalt, user)
  const opened = passwordHash(password, keySalt, user)
  return {
    check: Buffer.concat([hash, checkSalt, keySalt]),
    wrapped: aes('aes-256-cbc', { key: opened, iv: Buffer.alloc(BLOCK_BYTES) }, key),
  }
}

const HASHES = ['sha256', 'sha384', 'sha512'] as const

/** @source ISO 32000-2, algorithm 2.B */
function passwordHash(password: Buffer, salt: Buffer, user: Buffer): Buffer {
  let hash = createHash('sha256').update(password).update(salt).update(user).digest()
  for (let round = 0; ; round += 1) {
    const once = Buffer.concat([password, hash, user])
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => once))
    const mixed = aes(
      'aes-128-cbc',
      { key: hash.subarray(0, 16), iv: hash.subarray(16, 32) },
      repeated,
    )
    let sum = 0
    for (const byte of mixed.subarray(0, BLOCK_BYTES)) sum += byte
    hash = createHash(HASHES[sum % 3] ?? 'sha256')
      .update(mixed)
      .digest()
    const last = mixed.at(-1) ?? 0
    if (round >= MIN_ROUNDS - 1 && last <= round + 1 - 32) return hash.subarray(0, KEY_BYTES)
  }
}

/** Whole blocks, without padding. */
function aes(
  name: 'aes-128-cbc' | 'aes-256-cbc',
  { key, iv }: { readonly key: Buffer; readonly iv: Buffer },
  bytes: Buffer,
): Buffer {
  const cipher = createCipheriv(name, key, iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

function encrypted(key: Buffer, bytes: Buffer, random: RandomBytes): Buffer {
  const iv = random(BLOCK_BYTES)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([iv, cipher.update(bytes), cipher.final()])
}

function permissionBits(permissions: Permissions): number {
  let bits = ALL_PERMISSIONS
  for (const [name, mask] of Object.entries(PERMISSION_BITS)) {
    // The keys of the table are those of Permissions.
    if (!permissions[name as keyof Permissions]) bits &= ~mask
  }
  return bits >>> 0
}

/** @source ISO 32000-2, algorithm 10 */
function permissionCheck(bits: number, key: Buffer, random: RandomBytes): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, 0xff)
  block.writeUInt32LE(bits, 0)
  block.write('T', 8, 'latin1')
  block.write('adb', 9, 'latin1')
  random(4).copy(block, 12)
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()])
}

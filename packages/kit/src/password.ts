import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** What a hash costs whoever computes it: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
}

/** OWASP's second recommendation for argon2id: 19 MiB and two passes take about 20 ms of one core. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2 }
const LANES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
// A stored hash with costs beyond these was not written by this service.
const MAX_MEMORY_KIB = 1_048_576
const MAX_PASSES = 16

/** The password as it is stored: argon2id in the PHC string format. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await argon2id(password, { ...cost, salt, lanes: LANES })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Whether the password belongs to the stored hash; false for a hash of another format. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, lanes, salt = '', hash = ''] = FORMAT.exec(stored) ?? []
  const costs = { memory: Number(memory), passes: Number(passes), lanes: Number(lanes) }
  if (hash === '' || costs.memory > MAX_MEMORY_KIB || costs.passes > MAX_PASSES) return false
  const expected = Buffer.from(hash, 'base64')
  const given = await argon2id(password, { ...costs, salt: Buffer.from(salt, 'base64') })
  return given.length === expected.length && timingSafeEqual(given, expected)
}

interface Costs extends PasswordCost {
  readonly salt: Buffer
  readonly lanes: number
}

async function argon2id(password: string, costs: Costs): Promise<Buffer> {
  return await derive('argon2id', {
    message: Buffer.from(password, 'utf8'),
    nonce: costs.salt,
    parallelism: costs.lanes,
    tagLength: HASH_BYTES,
    memory: costs.memory,
    passes: costs.passes,
  })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

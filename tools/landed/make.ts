import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

import type { LandedFile } from '@oficina/testkit/landed-data.ts'

import { databaseText } from './database-text.ts'

const HELP = `Keeps the data of this version, for later versions to be started on.

  npm run landed -w @oficina/tools -- NAME FOLDER   of the data folder of a running \`npm start\`

NAME is the next number and the commit, such as 0011-1a2b3c4d; the files go to packages/testkit/landed/NAME. Let the
demonstration be loaded first, with few rows (DEMO_SIZES in services/erp/src/actions/demo/load-demo.ts made small for that
start), and with the passwords and keys that packages/testkit/src/landed-data.ts names: ERP_ADMIN_PASSWORD,
ERP_DEMO_PASSWORD, CHAT_OWNER_PASSWORD, CHAT_OWNER_API_KEY.
`

// What a start makes anew, and secrets of the machine on which it ran.
const LEFT_OUT = /^(?:postgres|cache|run|log|owner\.pid|postgres-password|[^\/]*\.lock)(?:\/|$)/v
const MOST_EFFORT = 19
const compress = promisify(zstdCompress)

const [name, folder] = process.argv.slice(2)
if (name === undefined || folder === undefined) {
  process.stdout.write(HELP)
  process.exit(name === undefined || name === '--help' ? 0 : 2)
}
const target = join(import.meta.dirname, '..', '..', 'packages', 'testkit', 'landed', name)
await mkdir(target, { recursive: true })
for (const database of ['erp', 'chat']) {
  const text = await databaseText(await addressIn(folder, `oficina_${database}`))
  await keep(`${database}.sql.zst`, text)
}
await keep('files.json.zst', JSON.stringify(await filesIn(folder), null, 1))

/** The embedded server writes down where it listens. */
async function addressIn(dataDir: string, database: string): Promise<string> {
  const server = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8')
  const port = server.split('\n')[3] ?? ''
  return `postgresql://oficina:${encodeURIComponent(password.trim())}@127.0.0.1:${port}/${database}`
}

/** Contents in base64 by path; of a link, such as that of a template to its version, where it leads. */
async function filesIn(dataDir: string): Promise<Readonly<Record<string, LandedFile>>> {
  const files: Record<string, LandedFile> = {}
  const folders = [dataDir]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const whole = join(folder, entry.name)
      const path = relative(dataDir, whole)
      if (LEFT_OUT.test(path)) continue
      if (entry.isDirectory()) folders.push(whole)
      else if (entry.isSymbolicLink()) files[path] = { link: await targetOf(whole) }
      else if (entry.isFile()) files[path] = (await readFile(whole)).toString('base64')
    }
  }
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where a link leads, from where it lies: the folder will lie elsewhere. */
async function targetOf(link: string): Promise<string> {
  const target = await readlink(link)
  return isAbsolute(target) ? relative(dirname(link), target) : target
}

async function keep(file: string, text: string): Promise<void> {
  const packed = await compress(text, {
    params: {
      [constants.ZSTD_c_compressionLevel]: MOST_EFFORT,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  })
  await writeFile(join(target, file), packed)
  process.stdout.write(`${file}: ${packed.length} bytes of ${text.length}\n`)
}

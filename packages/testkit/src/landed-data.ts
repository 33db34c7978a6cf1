import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'

import pg from 'pg'

import { testDatabase, type TestDatabase } from './test-postgres.ts'

/**
 * Data of earlier versions, each made by `npm start` of that version on an empty folder, in the order in which they were.
 * `npm run landed -w @oficina/tools -- --help` says how one is made.
 */
const FOLDER = join(import.meta.dirname, '..', 'landed')

/** The password of every person in them, and the key of the first of them where there are keys. */
export const LANDED_PASSWORD = 'Oficina-fixture-1'
export const LANDED_API_KEY = '0123456789abcdef0123456789abcdef'

/** What a file contains, in base64, or where a link leads. */
export type LandedFile = string | { readonly link: string }

/** Their names, the oldest first. */
export async function landedVersions(): Promise<readonly string[]> {
  return (await readdir(FOLDER)).toSorted()
}

/** Fills an empty database with what a service of that version had in its own. */
export async function loadLandedDatabase(
  version: string,
  database: string,
  url: string,
): Promise<void> {
  const text = await unpacked(version, `${database}.sql.zst`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(trustingForeignKeys(text))
  } finally {
    await client.end()
  }
}

const FOREIGN_KEY = /^alter table \S+ add constraint \S+ FOREIGN KEY [^;\n]*(?=;$)/gm

/**
 * The same without a query for each of three thousand foreign keys whether its rows fit, as they did where they were kept.
 * A version with one that was not checked then is taken as it is.
 */
function trustingForeignKeys(text: string): string {
  if (/ NOT VALID;$/m.test(text)) return text
  return `${text.replaceAll(FOREIGN_KEY, '$& NOT VALID')}update pg_constraint set convalidated = true where not convalidated;`
}

/** Writes the files of its data folder into another one: uploads, templates, mails, but no database and no cache. */
export async function unpackLandedFiles(version: string, folder: string): Promise<void> {
  // Written by `tools/landed/make.ts`.
  const text = await unpacked(version, 'files.json.zst')
  const files = JSON.parse(text) as Record<string, LandedFile>
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    if (typeof content === 'string') await writeFile(file, Buffer.from(content, 'base64'))
    else await symlink(content.link, file)
  }
}

const decompress = promisify(zstdDecompress)

async function unpacked(version: string, file: string): Promise<string> {
  return (await decompress(await readFile(join(FOLDER, version, file)))).toString('utf8')
}

/**
 * A database as a service of that version left it, to itself.
 * @param use `once`: no template of it is kept, whose copy would cost a fifth more, and 160 MB of memory until the run ends
 */
export async function landedDatabase(
  version: string,
  database: string,
  use: 'once' | 'again',
): Promise<TestDatabase> {
  const build = (url: string) => loadLandedDatabase(version, database, url)
  if (use === 'once') return await testDatabase({ key: undefined, build })
  const packed = await readFile(join(FOLDER, version, `${database}.sql.zst`))
  const hash = createHash('sha256').update(packed).digest('hex').slice(0, 16)
  return await testDatabase({ key: `landed_${database}_${hash}`, build })
}

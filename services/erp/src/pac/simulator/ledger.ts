import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the simulated SAT remembers of a stamped CFDI. */
export interface Entry {
  readonly uuid: string
  /** SHA-256 of the issuer's seal, which is another for every document. */
  readonly sealHash: string
  readonly customId: string
  readonly rfcEmisor: string
  readonly rfcReceptor: string
  readonly total: string
  readonly moneda: string
  readonly tipoCambio: string
  readonly kind: string
  readonly stampedAtMs: number
  /** UUIDs that it refers to, but for those that it replaces. */
  readonly refersTo: readonly string[]
  readonly replaces: readonly string[]
  readonly cancelling?: Cancelling
}

/** What became of a request to cancel. */
interface Cancelling {
  readonly requestedAtMs: number
  readonly state: 'at-once' | 'asked' | 'accepted' | 'refused'
}

/** The entries by what they are looked up by, and their documents. */
export interface Ledger {
  bySeal(sealHash: string): Entry | undefined
  byCustomId(customId: string): Entry | undefined
  byUuid(uuid: string): Entry | undefined
  /** Those that refer to a CFDI, whatever became of them. */
  referringTo(uuid: string): readonly Entry[]
  xmlOf(uuid: string): Promise<string>
  /** Keeps a stamp; what was answered is known after a crash. */
  add(entry: Entry, xml: string): Promise<void>
  change(uuid: string, cancelling: Cancelling): Promise<void>
}

/** Keeps what is remembered: in a folder, or for as long as the process runs. */
interface Keeper {
  lines(): Promise<readonly string[]>
  append(line: string): Promise<void>
  keepXml(uuid: string, xml: string): Promise<void>
  xml(uuid: string): Promise<string>
}

export async function openLedger(folder: string | undefined): Promise<Ledger> {
  const keeper = folder === undefined ? memoryKeeper() : await folderKeeper(folder)
  const memory = new Memory()
  for (const line of await keeper.lines()) memory.take(line)
  return {
    bySeal: (sealHash) => memory.seals.get(sealHash),
    byCustomId: (customId) => memory.customIds.get(customId),
    byUuid: (uuid) => memory.entries.get(uuid.toUpperCase()),
    referringTo: (uuid) =>
      (memory.references.get(uuid.toUpperCase()) ?? []).flatMap(
        (one) => memory.entries.get(one) ?? [],
      ),
    xmlOf: (uuid) => keeper.xml(uuid.toUpperCase()),
    add: async (entry, xml) => {
      // The document first: an entry that is remembered has one.
      await keeper.keepXml(entry.uuid, xml)
      await keeper.append(JSON.stringify(entry))
      memory.put(entry)
    },
    change: async (uuid, cancelling) => {
      const entry = memory.entries.get(uuid.toUpperCase())
      if (entry === undefined) return
      const changed = { ...entry, cancelling }
      await keeper.append(JSON.stringify(changed))
      memory.put(changed)
    },
  }
}

class Memory {
  readonly entries = new Map<string, Entry>()
  readonly seals = new Map<string, Entry>()
  readonly customIds = new Map<string, Entry>()
  readonly references = new Map<string, readonly string[]>()

  /** The last line of a process that was killed may be half a one, and was never answered. */
  take(line: string): void {
    try {
      // Only this class writes these lines.
      this.put(JSON.parse(line) as Entry)
    } catch {
      return
    }
  }

  put(entry: Entry): void {
    const isNew = !this.entries.has(entry.uuid)
    this.entries.set(entry.uuid, entry)
    this.seals.set(entry.sealHash, entry)
    if (entry.customId !== '') this.customIds.set(entry.customId, entry)
    if (!isNew) return
    for (const uuid of entry.refersTo)
      this.references.set(uuid, [...(this.references.get(uuid) ?? []), entry.uuid])
  }
}

function memoryKeeper(): Keeper {
  const documents = new Map<string, string>()
  return {
    lines: async () => await Promise.resolve([]),
    append: async () => await Promise.resolve(),
    keepXml: async (uuid, xml) => {
      documents.set(uuid, xml)
      await Promise.resolve()
    },
    xml: async (uuid) => await Promise.resolve(documents.get(uuid) ?? ''),
  }
}

async function folderKeeper(folder: string): Promise<Keeper> {
  const log = join(folder, 'stamps.jsonl')
  const pathOf = (uuid: string) => join(folder, 'stamps', uuid.slice(0, 2), `${uuid}.xml`)
  await mkdir(folder, { recursive: true })
  return {
    lines: async () => (await textOf(log)).split('\n').filter((line) => line !== ''),
    append: async (line) => await appendFile(log, `${line}\n`),
    keepXml: async (uuid, xml) => {
      await mkdir(join(folder, 'stamps', uuid.slice(0, 2)), { recursive: true })
      await writeFile(`${pathOf(uuid)}.part`, xml)
      await rename(`${pathOf(uuid)}.part`, pathOf(uuid))
    },
    xml: async (uuid) => await textOf(pathOf(uuid)),
  }
}

/** A file's text; nothing where there is no file yet. */
export async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

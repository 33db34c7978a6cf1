import { open, type FileHandle } from 'node:fs/promises'

/** Writes a file of tables, `{"name":[row,…],…}`, in memory that does not grow with it. */
export class TableFile {
  readonly #file: FileHandle
  #isFirstTable = true

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<TableFile> {
    return new TableFile(await open(path, 'wx', 0o600))
  }

  async table(name: string, batches: AsyncIterable<readonly unknown[]>): Promise<void> {
    await this.#file.appendFile(`${this.#isFirstTable ? '{' : ',\n'}${JSON.stringify(name)}:[`)
    this.#isFirstTable = false
    let before = ''
    for await (const rows of batches) {
      if (rows.length === 0) continue
      await this.#file.appendFile(before + rows.map((row) => JSON.stringify(row)).join(',\n'))
      before = ',\n'
    }
    await this.#file.appendFile(']')
  }

  async close(): Promise<void> {
    try {
      await this.#file.appendFile(this.#isFirstTable ? '{}' : '}')
    } finally {
      await this.#file.close()
    }
  }
}

/** Rows that are there already. */
export async function* listed(rows: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  yield rows
}

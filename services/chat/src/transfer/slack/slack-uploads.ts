import { link, copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'

import { contentTypeOf } from '../../files/file-types.ts'
import type { CarriedFile } from './slack-content.ts'
import { textOf, type SlackObject } from './slack-files.ts'

/** Files that tools put beside an export, as `__uploads/<id>/<name>`; Slack itself only links to files. */
export class SlackUploads {
  readonly attachments: {
    readonly id: number
    readonly path_id: string
    readonly file_name: string
    readonly owner: number
    readonly create_time: number
    readonly content_type: string
    readonly messages: number[]
  }[] = []
  readonly records: { readonly path: string; readonly user_profile_id: number }[] = []
  readonly #byId: ReadonlyMap<string, string>
  readonly #target: string
  readonly #toCopy: (readonly [source: string, path: string])[] = []

  private constructor(byId: ReadonlyMap<string, string>, target: string) {
    this.#byId = byId
    this.#target = target
  }

  static async in(root: string, target: string): Promise<SlackUploads> {
    const folder = join(root, '__uploads')
    const byId = new Map<string, string>()
    for (const id of await readdir(folder).catch(() => [])) {
      const [name] = await readdir(join(folder, id)).catch(() => [])
      const path = join(folder, id, name ?? '')
      if (name !== undefined && (await lstat(path)).isFile()) byId.set(id, path)
    }
    return new SlackUploads(byId, target)
  }

  /** The file's address for a message, if the archive has it. */
  carry(
    file: SlackObject,
    {
      owner,
      messageId,
      sentAt,
    }: { readonly owner: number; readonly messageId: number; readonly sentAt: number },
  ): CarriedFile | undefined {
    const source = this.#byId.get(textOf(file, 'id'))
    if (source === undefined) return undefined
    const id = this.attachments.length + 1
    const name = textOf(file, 'name') || `file${extname(source)}`
    const path = `1/slack/${id}/file${extname(source).replaceAll(/[^.\w]/g, '')}`
    this.attachments.push({
      id,
      path_id: path,
      file_name: name,
      owner,
      create_time: sentAt,
      content_type: contentTypeOf(name, textOf(file, 'mimetype')),
      messages: [messageId],
    })
    this.records.push({ path, user_profile_id: owner })
    this.#toCopy.push([source, path])
    return { name: name.replaceAll(/[[\]\n]/g, ' '), url: `/user_uploads/${path}` }
  }

  /** Puts the files where the records say. */
  async finish(): Promise<void> {
    for (const [source, path] of this.#toCopy) {
      const place = join(this.#target, 'uploads', path)
      await mkdir(dirname(place), { recursive: true })
      await link(source, place).catch(() => copyFile(source, place))
    }
  }
}

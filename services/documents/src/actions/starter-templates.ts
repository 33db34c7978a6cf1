import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parseSlug } from '../store/slug.ts'
import type { TemplateStore } from '../store/template-store.ts'

const FOLDER = join(import.meta.dirname, '../../examples/starters')

/**
 * Stores the templates that a Mexican office begins with, each with its schema and its texts. Only where there is no
 * template yet: whoever removed or changed one does not find it again.
 */
export async function loadStarters(store: TemplateStore): Promise<void> {
  if ((await store.list()).length > 0) return
  const names = await readdir(FOLDER)
  for (const name of names.filter((one) => one.endsWith('.docx'))) {
    const slug = parseSlug(name.slice(0, -'.docx'.length))
    if (slug === undefined) continue
    const [docx, schema, translations] = await Promise.all(
      ['docx', 'schema.json', 'translations.json'].map(async (kind) => {
        const file = `${slug}.${kind}`
        return names.includes(file) ? await readFile(join(FOLDER, file)) : undefined
      }),
    )
    if (docx === undefined) continue
    await store.create(slug, {
      docx,
      ...(schema === undefined ? {} : { schema }),
      ...(translations === undefined ? {} : { translations }),
    })
  }
}
